import { useEffect, useState, useSyncExternalStore } from 'react'
import { dayInBangkok } from '#contract/dates.ts'
import { serverTimeHeader } from '#contract/endpoint.ts'
import { useHydrated } from '#web/lib/hydrated.ts'
import { createListeners } from '#web/lib/listeners.ts'

/** Up to this difference, this device's clock is not corrected. */
const toleranceMs = 250
const secondMs = 1_000

/** Added to this device's clock. */
let correctionMs = 0
let isCompared = false
const corrections = createListeners()

/**
 * Compares this device's clock with the server's, which decides when registration opens and closes. `headers` are those
 * of a response, and `sentAt` is when its request was sent, in milliseconds since 1970 by this device. Small
 * differences are ignored, so that the clock does not jump with every response.
 */
export function compareClock(headers: Headers, sentAt: number): void {
  const serverTime = Number.parseInt(headers.get(serverTimeHeader) ?? '', 10)
  if (Number.isNaN(serverTime)) return
  const latency = (Date.now() - sentAt) / 2
  const found = serverTime - (sentAt + latency)
  const certainty = toleranceMs + latency
  const isOff = Math.abs(found - correctionMs) > certainty
  if (isOff) correctionMs = Math.abs(found) > certainty ? found : 0
  if (!isOff && isCompared) return
  isCompared = true
  corrections.emit()
}

/** What is added to this device's clock, in milliseconds, to be saved for `assumeCorrection`. */
export const clockCorrection = () => correctionMs

/** Corrects this device's clock as an earlier page did, until a response says more. */
export function assumeCorrection(ms: number): void {
  if (!isCompared) correctionMs = ms
}

/** The server's time if it is known, otherwise this device's, in milliseconds since 1970. */
export function clockNow(): number {
  return Date.now() + correctionMs
}

/** Whether the server's time has been read since the page was loaded. */
export function isClockKnown(): boolean {
  return isCompared
}

/** Calls back when the server's time becomes known, and whenever it is corrected. Returns a function that stops it. */
export const whenCorrected = corrections.subscribe

/** The server's time in milliseconds since 1970, updated every second. Null on the server and during hydration,
 *  because a rendered page may be shown later. State rather than a store: when a store changes while React renders in small
 *  steps, it starts again in one long task. */
export function useNow(): number | null {
  const isHydrated = useHydrated()
  const [now, setNow] = useState(thisSecond)
  useEffect(() => everySecond(() => setNow(thisSecond())), [])
  return isHydrated ? now : null
}

/** `derive` applied to the server's time; renders only when the result changes, not every second. `initial` on the
 *  server and during hydration. */
export function useAtNow<T extends number | string | null>(derive: (now: number) => T, initial: T): T {
  // After hydration the result follows in a transition, so that slow phones render it in small steps.
  const isHydrated = useHydrated()
  return useSyncExternalStore(
    everySecond,
    () => (isHydrated ? derive(thisSecond()) : initial),
    () => initial,
  )
}

/** Today in Bangkok, YYYY-MM-DD; `loaded`, from the server, during hydration. */
export function useToday(loaded: string): string {
  return useAtNow((now) => dayInBangkok(new Date(now)), loaded)
}

/** Like `useNow`, but null until the server's time is known, for decisions that must not depend on the device's clock. */
export function useServerNow(): number | null {
  return useAtServerNow<number | null>((now) => now, null)
}

/** Like `useAtNow`, but `initial` until the server's time is known. */
export function useAtServerNow<T extends number | string | null>(derive: (now: number) => T, initial: T): T {
  return useAtNow((now) => (isClockKnown() ? derive(now) : initial), initial)
}

/** Calls back when a second of the server's clock begins, and when a sleeping tab is shown again. */
function everySecond(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const tick = () => {
    clearTimeout(timer)
    timer = setTimeout(tick, secondMs - (clockNow() % secondMs))
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

const thisSecond = () => Math.floor(clockNow() / secondMs) * secondMs
