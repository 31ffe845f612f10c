/** As much as this device's clock may be off before it is corrected, in milliseconds. */
const tolerance = 2_000
/** The header names whole seconds. */
const half = 500

/** What is added to this device's clock. */
let correction = 0

/**
 * Compares this device's clock with the server's, which decides when registration opens and closes: by the header `Date`
 * of an answer whose call left at `sentAt` (milliseconds since 1970, by this device). Small differences count as none, so
 * that the clock does not jump about with every answer.
 */
export function compareClock(headers: Headers, sentAt: number): void {
  const told = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(told)) return
  const underWay = (Date.now() - sentAt) / 2
  const found = told + half - (sentAt + underWay)
  const certainty = tolerance + half + underWay
  if (Math.abs(found - correction) > certainty) correction = Math.abs(found) > certainty ? found : 0
}

/** The server's clock as far as it is known, else this device's, in milliseconds since 1970. */
export function clockNow(): number {
  return Date.now() + correction
}
