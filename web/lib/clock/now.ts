import { useSyncExternalStore } from 'react'
import { clockNow } from './clock.ts'

const second = 1_000

/**
 * The server's clock (clock.ts) in milliseconds since 1970, to the second, followed by the component. Null on the server
 * and while hydrating: what depends on the hour is left open there, as the page may come up at another one.
 */
export function useNow(): number | null {
  return useSyncExternalStore(everySecond, thisSecond, () => null)
}

function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, second)
  return () => clearInterval(timer)
}

const thisSecond = () => Math.floor(clockNow() / second) * second
