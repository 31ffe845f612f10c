import { useSyncExternalStore } from 'react'

/** False on the server, and on a weak network: browsers report only a missing one. */
export const isOffline = () => globalThis.navigator?.onLine === false

/** The opposite of `isOffline`, as a hook. */
export const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => !isOffline(),
    () => true,
  )

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
