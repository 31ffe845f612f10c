import { useEffect, useRef, useState } from 'react'
import { nearText } from '#contract/events/near.ts'
import { useFilters } from './use-filters.ts'

/** A place that the browser knows already is good enough for ten minutes; a new one is waited for, in milliseconds. */
const known: PositionOptions = { enableHighAccuracy: false, maximumAge: 600_000, timeout: 15_000 }

/** GeolocationPositionError.PERMISSION_DENIED */
const denied = 1

const words = {
  looking: 'Finding out where you are...',
  denied: 'Your browser does not tell this site where you are. You can allow it in the browser’s settings.',
  unknown: 'Your browser could not find out where you are. Please try again.',
}

/** The filter for events near the reader. The browser is asked for their place only when the filter is pressed; what it
 *  answers is made as coarse as a kilometre before it leaves the browser. */
export function useNear() {
  const shown = useFilters()
  const { filters, choose } = shown
  const [said, setSaid] = useState('')
  const isLooking = said === words.looking
  // The answer may come when other filters are chosen than at the press, or when the page is left.
  const newest = useRef<typeof shown | null>(null)
  useEffect(() => {
    newest.current = shown
    return () => {
      newest.current = null
    }
  })

  function toggle() {
    if (isLooking) return
    if (filters.near !== null) {
      setSaid('')
      choose({ near: null })
      return
    }
    if (!('geolocation' in navigator)) return setSaid(words.unknown)
    setSaid(words.looking)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setSaid('')
        newest.current?.choose({ near: nearText(coords), sort: null })
      },
      ({ code }) => setSaid(code === denied ? words.denied : words.unknown),
      known,
    )
  }

  return { isOn: filters.near !== null, busy: isLooking, said, toggle }
}
