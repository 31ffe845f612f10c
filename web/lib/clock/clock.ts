import { serverTimeHeader } from '#contract/endpoint.ts'

/** The difference up to which this device's clock is not corrected, in milliseconds. */
const tolerance = 250

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
  const told = Number.parseInt(headers.get(serverTimeHeader) ?? '', 10)
  if (Number.isNaN(told)) return
  const underWay = (Date.now() - sentAt) / 2
  const found = told - (sentAt + underWay)
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
