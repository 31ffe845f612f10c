import { useSyncExternalStore } from 'react'
import { clockNow, isClockKnown, whenCorrected } from './clock.ts'

const second = 1_000

/** The server's time (clock.ts) in milliseconds since 1970, updated every second. Null on the server and during
 *  hydration: text that depends on the time is left out there, because the page may be shown at another time. */
export function useNow(): number | null {
  return useSyncExternalStore(everySecond, thisSecond, () => null)
}

/** Like `useNow`, where a device's own clock must not decide: null until the server's time is known. */
export function useServerNow(): number | null {
  return useAtServerNow((now) => now)
}

/** What `derive` makes of the same. The component is drawn anew only when that changes, and not every second. */
export function useAtServerNow<T extends number | string>(derive: (now: number) => T): T | null {
  return useSyncExternalStore(
    everySecond,
    () => (isClockKnown() ? derive(thisSecond()) : null),
    () => null,
  )
}

/** Calls back when a second of the server's clock begins, and when a tab that slept is looked at again. */
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
