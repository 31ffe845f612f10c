import { useSyncExternalStore } from 'react'

/** False on the server, and on a weak network, which the browser does not notice. */
export const isOffline = () => globalThis.navigator?.onLine === false

/** False as long as `isOffline`. */
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
