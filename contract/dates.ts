import { inAscii } from './numbers.ts'

/** The time zone of all events. Server and browser both show dates in it. */
const eventZone = 'Asia/Bangkok'
export const eventZoneName = 'Bangkok time'
/** UTC+7 all year. */
const eventOffsetMs = 7 * 3_600_000

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

const unknown = 'Date not available'

/** A formatter for Bangkok time unless another zone is given. Created on first use, because each takes a phone some
 *  milliseconds, and a page needs only one or two. */
export function dateFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined
  return () => (format ??= new Intl.DateTimeFormat('en-US', { timeZone: eventZone, hourCycle: 'h12', ...options }))
}

const long = dateFormat({ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' })
/** With the weekday and the 12-hour clock. */
export const fullFormat = dateFormat({
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const short = dateFormat({ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
const day = dateFormat({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' })
const numeric = dateFormat({
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const exact = dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

/** 'November 21, 2026 at 6:30 PM', for past actions. */
export function longDate(iso: string): string {
  return formatDate(iso, long, (part) => `${part.month} ${part.day}, ${part.year} at ${clock(part)}`)
}

/** 'Saturday, November 21, 2026 at 6:30 PM', for dates ahead: on cards, in sentences and mails. */
export function fullDate(iso: string): string {
  return formatDate(
    iso,
    fullFormat,
    (part) => `${part.weekday}, ${part.month} ${part.day}, ${part.year} at ${clock(part)}`,
  )
}

/** 'Nov 21, 2026', for the detail page. */
export function shortDate(iso: string): string {
  return formatDate(iso, short, (part) => `${part.month} ${part.day}, ${part.year}`)
}

/** 'Saturday'; '' without a valid date. */
export function weekday(iso: string): string {
  const name = formatDate(iso, fullFormat, (part) => part.weekday ?? '')
  return name === unknown ? '' : name
}

/** 'Sat, Nov 21, 2026', for planning. */
export function dayDate(iso: string): string {
  return formatDate(iso, day, (part) => `${part.weekday}, ${part.month} ${part.day}, ${part.year}`)
}

/** 'Nov 21'. */
export function monthDay(iso: string): string {
  return formatDate(iso, short, (part) => `${part.month} ${part.day}`)
}

/** '6:30 PM'. */
export function clockTime(iso: string): string {
  return formatDate(iso, short, clock)
}

/** '18:30', for the door, where times are compared at a glance. */
export function doorTime(iso: string): string {
  return formatDate(iso, exact, ({ hour, minute }) => `${hour}:${minute}`)
}

/** '18:30:05', for recent scans. */
export function doorSecond(iso: string): string {
  return formatDate(iso, exact, ({ hour, minute, second }) => `${hour}:${minute}:${second}`)
}

/** '11/21/2026', for tickets. */
export function localDate(iso: string): string {
  return formatDate(iso, numeric, (part) => `${Number(part.month)}/${Number(part.day)}/${part.year}`)
}

/** '2026-11-21T18:30', the value of an `<input type="datetime-local">` in the event's zone; '' without a valid date. */
export function toInput(iso: string): string {
  const text = formatDate(iso, numeric, (part) => `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}`)
  return text === unknown ? '' : text
}

/** The reverse of `toInput`, also for Buddhist years: ISO 8601 in UTC, '' if nothing was chosen. */
export function fromInput(value: string): string {
  const asUtc = Date.parse(`${asGregorian(value)}Z`)
  if (Number.isNaN(asUtc)) return ''
  // A half-typed year ('0020') needs no zone: the form rejects it anyway.
  if (!isWithinYears(new Date(asUtc))) return new Date(asUtc).toISOString()
  return new Date(asUtc - eventOffsetMs).toISOString()
}

/** '2026-11-21T18:30:00+07:00', in the event's zone. Search engines show the clock time as given. */
export function zonedIso(iso: string): string {
  return `${new Date(Date.parse(iso) + eventOffsetMs).toISOString().slice(0, 19)}+07:00`
}

/** 'Bangkok time' if the clock of this device differs from the event's at that instant; otherwise null. */
export function zoneNote(iso: string): string | null {
  const ahead = -60_000 * new Date(iso).getTimezoneOffset()
  return Number.isNaN(ahead) || ahead === eventOffsetMs ? null : eventZoneName
}

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

/** Joins the parts itself, because browsers and Node differ in commas and in the space before PM. */
function formatDate(iso: string, format: () => Intl.DateTimeFormat, compose: (part: Parts) => string): string {
  const instant = Date.parse(iso)
  if (Number.isNaN(instant)) return unknown
  return compose(
    Object.fromEntries(
      format()
        .formatToParts(instant)
        .map(({ type, value }) => [type, value]),
    ),
  )
}

const clock = ({ hour, minute, dayPeriod }: Parts) => `${hour}:${minute} ${dayPeriod}`

/** YYYY-MM-DD of an instant in Bangkok. */
export function dayInBangkok(instant: Date): string {
  return new Date(instant.getTime() + eventOffsetMs).toISOString().slice(0, 10)
}

/** The first instant of a YYYY-MM-DD in Bangkok. */
export function startOfDayInBangkok(day: string): Date {
  return new Date(`${day}T00:00:00+07:00`)
}
