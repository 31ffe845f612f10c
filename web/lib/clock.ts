import { useSyncExternalStore } from 'react'
import { serverTimeHeader } from '#contract/endpoint.ts'

/** The difference up to which this device's clock is not corrected, in milliseconds. */
const tolerance = 250
const second = 1_000

/** Milliseconds to add to this device's clock. */
let correction = 0
let isCompared = false
const listeners = new Set<() => void>()

/**
 * Compares this device's clock with the server's, which decides when registration opens and closes. It reads the header
 * of an answer whose request left at `sentAt` (milliseconds since 1970, by this device). Small differences are ignored,
 * so that the clock does not jump with every answer.
 */
export function compareClock(headers: Headers, sentAt: number): void {
  const serverTime = Number.parseInt(headers.get(serverTimeHeader) ?? '', 10)
  if (Number.isNaN(serverTime)) return
  const underWay = (Date.now() - sentAt) / 2
  const found = serverTime - (sentAt + underWay)
  const certainty = tolerance + underWay
  const isOff = Math.abs(found - correction) > certainty
  if (isOff) correction = Math.abs(found) > certainty ? found : 0
  if (!isOff && isCompared) return
  isCompared = true
  for (const listener of listeners) listener()
}

/** The server's time if it is known, otherwise this device's, in milliseconds since 1970. */
export function clockNow(): number {
  return Date.now() + correction
}

/** Whether the server's time has been read since the page was loaded. */
export function isClockKnown(): boolean {
  return isCompared
}

/** Calls back when the server's time becomes known, and whenever it is corrected. Returns a function that stops it. */
export function whenCorrected(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The server's time in milliseconds since 1970, updated every second. Null on the server and during
 *  hydration: text that depends on the time is left out there, because the page may be shown at another time. */
export function useNow(): number | null {
  return useSyncExternalStore(everySecond, thisSecond, () => null)
}

/** Like `useNow`, where a device's own clock must not decide: null until the server's time is known. */
export function useServerNow(): number | null {
  return useAtServerNow((now) => now)
}

/** `derive` applied to the same; the component renders only when the result changes, not every second. */
export function useAtServerNow<T extends number | string>(derive: (now: number) => T): T | null {
  return useSyncExternalStore(
    everySecond,
    () => (isClockKnown() ? derive(thisSecond()) : null),
    () => null,
  )
}

/** Calls back when a second of the server's clock begins, and when a sleeping tab is shown again. */
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
