import { eventZoneName, fullFormat, toInput } from '#contract/dates.ts'
import { plural } from './numbers.ts'

/** How a locale writes dates: 'December 5, 2026, 6:00 PM' or '5 December 2026, 18:00'. */
export interface DateStyle {
  monthFirst: boolean
  twelveHours: boolean
}

/** `locale` is a language and country, such as 'en-GB'. */
export function dateStyleOf(locale: string): DateStyle {
  const format = new Intl.DateTimeFormat(locale, { month: 'numeric', day: 'numeric', hour: 'numeric' })
  const order = format.formatToParts(0).map(({ type }) => type)
  return {
    monthFirst: order.indexOf('month') < order.indexOf('day'),
    twelveHours: format.resolvedOptions().hour12 === true,
  }
}

/** 'Saturday 5 December 2026, 18:00 to 20:00, Bangkok time'. Null if a date is invalid or `end` is not later. */
export function dateSpan(start: string, end: string, style: DateStyle): string | null {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  if (Number.isNaN(from) || Number.isNaN(to) || from >= to) return null
  const [first, last] = [dayAndTime(start, style), dayAndTime(end, style)]
  return first.day === last.day
    ? `${first.day}, ${first.time} to ${last.time}, ${eventZoneName}`
    : `${first.day}, ${first.time}, to ${last.day}, ${last.time}, ${eventZoneName}`
}

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A duration in its two largest units, rounded down: '1 day', '2 hours 10 minutes'. */
export function duration(seconds: number): string {
  let left = Math.max(0, Math.floor(seconds))
  const fitting = units.slice(2)
  const largest = fitting.findIndex(([, length]) => left >= length)
  if (largest < 0) return plural(0, 'second')
  const parts: string[] = []
  for (const [unit, length] of fitting.slice(largest, largest + 2)) {
    const count = Math.floor(left / length)
    left -= count * length
    if (count > 0) parts.push(plural(count, unit))
  }
  return parts.join(' ')
}

/** '5 minutes ago', in whole units. Both are in milliseconds since 1970; an instant in the future counts as now. */
export function ago(instant: number, now: number): string {
  const passed = (now - instant) / 1_000
  const [unit, length] = units.slice(0, -1).find(([, seconds]) => passed >= seconds) ?? []
  if (unit === undefined || length === undefined) return 'less than a minute ago'
  return `${plural(Math.floor(passed / length), unit)} ago`
}

/** 'Opens in 3 days.', in one unit, with seconds only in the last minute. Never states a time that is too early.
 *  Both are in milliseconds since 1970, with `opening` after `now`. */
export function opensIn(opening: number, now: number): string {
  return `Opens in ${timeUntil(opening, now)}.`
}

/** '3 days', by the same rules. */
export function timeUntil(instant: number, now: number): string {
  const left = (instant - now) / 1_000
  if (left > 2 * 86_400) return plural(Math.round(left / 86_400), 'day')
  if (left > 2 * 3_600) return plural(Math.round(left / 3_600), 'hour')
  if (left > 60) return plural(Math.ceil(left / 60), 'minute')
  return plural(Math.ceil(left), 'second')
}

/** Joins the parts itself, because browsers and Node differ in commas and in the space before PM. */
function dayAndTime(iso: string, { monthFirst, twelveHours }: DateStyle): { day: string; time: string } {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = Object.fromEntries(
    fullFormat()
      .formatToParts(Date.parse(iso))
      .map(({ type, value }) => [type, value]),
  )
  return {
    day: monthFirst
      ? `${part.weekday}, ${part.month} ${part.day}, ${part.year}`
      : `${part.weekday} ${part.day} ${part.month} ${part.year}`,
    time: twelveHours ? `${part.hour}:${part.minute} ${part.dayPeriod}` : toInput(iso).slice(11),
  }
}
