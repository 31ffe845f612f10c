import { type RefObject, useLayoutEffect, useRef } from 'react'
import { ScrollRestoration, useLocation, useNavigation } from 'react-router'

/**
 * Where a page stands: as it was left on Back, else at its top. React Router goes to the top as well once the page that
 * came first has loaded what is its reader's own, who may have read far down by then: that page stays.
 */
export function ScrollPosition() {
  const { key } = useLocation()
  const first = useRef<string | null>(key)
  const before = useRef(0)
  // Rendered with every change of the router, as React Router's own effect is.
  useNavigation()
  useLayoutEffect(() => {
    if (key !== first.current) first.current = null
    else if (window.scrollY !== before.current) window.scrollTo(0, before.current)
  })
  return (
    <>
      <ReadBefore position={before} />
      <ScrollRestoration />
    </>
  )
}

/** Its effect runs before that of what stands behind it. */
function ReadBefore({ position }: { position: RefObject<number> }) {
  useLayoutEffect(() => {
    position.current = window.scrollY
  })
  return null
}
