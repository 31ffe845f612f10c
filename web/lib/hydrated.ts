import { startTransition, useEffect, useState } from 'react'

let wasHydrated = false

/** False on the server and until hydration: a form sent before would be lost. Changes in a transition, so that slow
 *  phones render it in small steps. Not to be used inside a Suspense boundary that the server renders, because that may
 *  hydrate later. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(wasHydrated)
  useEffect(() => {
    wasHydrated = true
    startTransition(() => setHydrated(true))
  }, [])
  return hydrated
}
