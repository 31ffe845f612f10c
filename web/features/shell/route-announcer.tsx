import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Tells screen readers the title of the page that a link led to, as a browser does after loading one. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const first = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (first.current === pathname) return
    first.current = ''
    setTitle(document.title)
  }, [pathname])
  return (
    <p aria-live="assertive" className="sr-only">
      {title}
    </p>
  )
}
