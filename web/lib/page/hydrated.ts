import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and until hydration: a form that was sent before then would be lost. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
