import { useSyncExternalStore } from 'react'
import { clockNow, isClockKnown, whenCorrected } from './clock.ts'

const second = 1_000

/**
 * The server's clock (clock.ts) in milliseconds since 1970, to the second, followed by the component. Null on the server
 * and while hydrating: what depends on the hour is left open there, as the page may come up at another one.
 */
export function useNow(): number | null {
  return useSyncExternalStore(everySecond, thisSecond, () => null)
}

/** The same for what a device's own clock must not decide: null until the server has told its own. */
export function useServerNow(): number | null {
  return useSyncExternalStore(
    everySecond,
    () => (isClockKnown() ? thisSecond() : null),
    () => null,
  )
}

/** Right when the server's second begins. A tab that slept, with its timers, is right again when it is looked at. */
function everySecond(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const tick = () => {
    clearTimeout(timer)
    timer = setTimeout(tick, second - (clockNow() % second))
    listener()
  }
  const stopped = new AbortController()
  document.addEventListener('visibilitychange', tick, { signal: stopped.signal })
  window.addEventListener('pageshow', tick, { signal: stopped.signal })
  const forget = whenCorrected(tick)
  tick()
  return () => {
    clearTimeout(timer)
    stopped.abort()
    forget()
  }
}

const thisSecond = () => Math.floor(clockNow() / second) * second
