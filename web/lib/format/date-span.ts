import { eventZone, eventZoneName, toInput } from '#contract/dates.ts'

/** How a reader writes dates: 'December 5, 2026, 6:00 PM' or '5 December 2026, 18:00'. */
export interface DateWay {
  monthFirst: boolean
  twelveHours: boolean
}

/** The way of a language and country, such as 'en-GB'. */
export function dateWayOf(locale: string): DateWay {
  const format = new Intl.DateTimeFormat(locale, { month: 'numeric', day: 'numeric', hour: 'numeric' })
  const order = format.formatToParts(0).map(({ type }) => type)
  return {
    monthFirst: order.indexOf('month') < order.indexOf('day'),
    twelveHours: format.resolvedOptions().hour12 === true,
  }
}

/** 'Saturday 5 December 2026, 18:00 to 20:00, Bangkok time': from one instant to a later one, in the reader's way; null
 *  where either is no date, or nothing lies between them. */
export function spanInWords(start: string, end: string, way: DateWay): string | null {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  if (Number.isNaN(from) || Number.isNaN(to) || from >= to) return null
  const [first, last] = [dayAndTime(start, way), dayAndTime(end, way)]
  return first.day === last.day
    ? `${first.day}, ${first.time} to ${last.time}, ${eventZoneName}`
    : `${first.day}, ${first.time}, to ${last.day}, ${last.time}, ${eventZoneName}`
}

const full = new Intl.DateTimeFormat('en-US', {
  timeZone: eventZone,
  hourCycle: 'h12',
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** Composes the parts by hand, because browsers and Node differ in commas and in the kind of space before PM. */
function dayAndTime(iso: string, { monthFirst, twelveHours }: DateWay): { day: string; time: string } {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = Object.fromEntries(
    full.formatToParts(Date.parse(iso)).map(({ type, value }) => [type, value]),
  )
  return {
    day: monthFirst
      ? `${part.weekday}, ${part.month} ${part.day}, ${part.year}`
      : `${part.weekday} ${part.day} ${part.month} ${part.year}`,
    time: twelveHours ? `${part.hour}:${part.minute} ${part.dayPeriod}` : toInput(iso).slice(11),
  }
}
