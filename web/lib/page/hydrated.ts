import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's page and until React has taken it over: a form that was sent before would be lost. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
