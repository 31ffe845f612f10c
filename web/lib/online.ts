import { useSyncExternalStore } from 'react'

/** Whether the browser knows that there is no network; false on the server. A weak one it does not know of: calls tell
 *  that by their silence. */
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
