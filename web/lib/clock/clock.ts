import { serverTimeHeader } from '#contract/endpoint.ts'

/** As much as this device's clock may be off before it is corrected, in milliseconds. */
const tolerance = 250

/** What is added to this device's clock. */
let correction = 0
let isCompared = false
const listeners = new Set<() => void>()

/**
 * Compares this device's clock with the server's, which decides when registration opens and closes: by the header of an
 * answer whose call left at `sentAt` (milliseconds since 1970, by this device). Small differences count as none, so
 * that the clock does not jump about with every answer.
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

/** The server's clock as far as it is known, else this device's, in milliseconds since 1970. */
export function clockNow(): number {
  return Date.now() + correction
}

/** Whether the server has told its clock since the page came up. */
export function isClockKnown(): boolean {
  return isCompared
}

/** Calls back when the clock becomes known, and whenever it is corrected. Returns how to stop. */
export function whenCorrected(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
