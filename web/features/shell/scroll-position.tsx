import { type RefObject, useLayoutEffect, useRef } from 'react'
import { ScrollRestoration, useLocation, useNavigation } from 'react-router'

/**
 * Restores the scroll position on Back, and starts every other page at its top. React Router also scrolls to the top
 * when the first page has loaded the reader's own data; the reader may have scrolled by then, so this undoes it.
 */
export function ScrollPosition() {
  const { key } = useLocation()
  const first = useRef<string | null>(key)
  const before = useRef(0)
  // The component renders with every change of the router's state, like React Router's own effect.
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

/** Reads the scroll position in an effect that runs before the one of ScrollRestoration, which follows it. */
function ReadBefore({ position }: { position: RefObject<number> }) {
  useLayoutEffect(() => {
    position.current = window.scrollY
  })
  return null
}
