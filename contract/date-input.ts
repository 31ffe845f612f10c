import { eventOffsetMs } from './dates.ts'
import { inAscii } from './numbers.ts'

/** The years accepted in input. Other years are typos, and databases, calendars and phones disagree on them. */
export const years = { first: 1900, last: 2200 } as const

export function isWithinYears(instant: Date): boolean {
  return instant.getUTCFullYear() >= years.first && instant.getUTCFullYear() <= years.last
}

/** Whether a text is a calendar day, YYYY-MM-DD, within these years. */
export function isGivenDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`)
  // JavaScript reads February 30 as a day in March.
  const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().slice(0, 10) === text
  return exists && isWithinYears(midnight)
}

/** Later years are of the Buddhist era, which is 543 years ahead. */
const buddhist = { from: 2400, ahead: 543 }

/** A typed date (YYYY-MM-DD, with or without a time) in the Gregorian era and in ASCII digits: '2569-11-21' and '๒๕๖๙-๑๑-๒๑'
 *  are 2026-11-21. Anything else stays as it is, also a day that does not exist or lies outside `years`. */
export function asGregorian(written: string): string {
  const ascii = inAscii(written)
  const year = Number(/^\d{4}(?=-\d\d-\d\d(T|$))/.exec(ascii)?.[0])
  if (!(year >= buddhist.from)) return ascii
  const converted = `${year - buddhist.ahead}${ascii.slice(4)}`
  return isGivenDay(converted.slice(0, 10)) ? converted : ascii
}

/** The reverse of `toInput`, also for Buddhist years: ISO 8601 in UTC, '' if nothing was chosen. */
export function fromInput(value: string): string {
  const asUtc = Date.parse(`${asGregorian(value)}Z`)
  if (Number.isNaN(asUtc)) return ''
  // A half-typed year ('0020') needs no zone: the form rejects it anyway.
  if (!isWithinYears(new Date(asUtc))) return new Date(asUtc).toISOString()
  return new Date(asUtc - eventOffsetMs).toISOString()
}
