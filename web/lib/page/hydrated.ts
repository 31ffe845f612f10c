import { startTransition, useEffect, useState } from 'react'

let wasHydrated = false

/** False on the server and until hydration: a form that was sent before then would be lost. It becomes true in a transition,
 *  so that a phone renders the change in short pieces. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(wasHydrated)
  useEffect(() => {
    wasHydrated = true
    startTransition(() => setHydrated(true))
  }, [])
  return hydrated
}
