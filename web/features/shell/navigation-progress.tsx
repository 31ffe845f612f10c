import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** A thin line while the next page loads; the style sheet keeps it back for a moment, so that quick pages do not blink. */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <div aria-hidden className="gradient fixed inset-x-0 top-16 z-30 h-0.5 animate-pulse" />
}

/** True once another page has been awaited for half a second: then the whole screen waits. */
export function useSlowNavigation(): boolean {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  const leaving = state === 'loading' && location?.pathname !== pathname
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => setSlow(true), 500)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [leaving])
  return slow
}
