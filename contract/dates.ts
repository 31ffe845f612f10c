import * as en from '#languages/en/formats.json'
import * as th from '#languages/th/formats.json'
import { type Language, pageLanguage } from './language/languages.ts'
import { fill, textIn } from './language/messages.ts'

/** The time zone of all events. Server and browser both show dates in it. */
const eventZone = 'Asia/Bangkok'
/** UTC+7 all year. */
export const eventOffsetMs = 7 * 3_600_000

/** 'Bangkok time'. */
export const zoneName = (language: Language = pageLanguage) => textIn(language, en.zone, th.zone)
export const eventZoneName = zoneName()

type DateFormat = (language?: Language) => Intl.DateTimeFormat

/** A formatter for Bangkok time unless another zone is given; in Thai in the Buddhist era and with the 24-hour clock. Created
 *  on first use, because each takes a phone some milliseconds, and a page needs only one or two. */
export function dateFormat(options: Intl.DateTimeFormatOptions, inThai: Intl.DateTimeFormatOptions = {}): DateFormat {
  const formats: Partial<Record<Language, Intl.DateTimeFormat>> = {}
  return (language = pageLanguage) =>
    (formats[language] ??=
      language === 'th'
        ? new Intl.DateTimeFormat('th-TH-u-ca-buddhist', {
            timeZone: eventZone,
            hourCycle: 'h23',
            ...options,
            ...inThai,
          })
        : new Intl.DateTimeFormat('en-US', { timeZone: eventZone, hourCycle: 'h12', ...options }))
}

const long = dateFormat({ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' })
/** With the weekday. */
const fullFormat = dateFormat(
  { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  { month: 'short' },
)
const short = dateFormat({ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
/** Thai weekdays are short as they are, and their abbreviations hard to tell apart. */
const day = dateFormat(
  { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  { weekday: 'long' },
)
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
export function longDate(iso: string, language: Language = pageLanguage): string {
  return formatDate(iso, long, textIn(language, en.longDate, th.longDate), language)
}

/** 'Saturday, November 21, 2026 at 6:30 PM', for dates ahead: on cards, in sentences and mails. */
export function fullDate(iso: string, language: Language = pageLanguage): string {
  return formatDate(iso, fullFormat, textIn(language, en.fullDate, th.fullDate), language)
}

/** 'Saturday, November 21, 2026 at 6:30 PM to 8:00 PM', or with both days if they differ. */
export function fullSpan(start: string, end: string, language: Language = pageLanguage): string {
  const last = partsOf(end, fullFormat, language)
  if (last !== null && toInput(start).slice(0, 10) === toInput(end).slice(0, 10)) {
    const span = fill(textIn(language, en.spanInADay, th.spanInADay), { end: last.time })
    return formatDate(start, fullFormat, span, language)
  }
  const span = textIn(language, en.span, th.span)
  return fill(span, { start: fullDate(start, language), end: fullDate(end, language) })
}

/** 'Nov 21, 2026', for the detail page. */
export function shortDate(iso: string, language: Language = pageLanguage): string {
  return formatDate(iso, short, textIn(language, en.shortDate, th.shortDate), language)
}

/** 'Saturday'; '' without a valid date. */
export function weekday(iso: string, language: Language = pageLanguage): string {
  return partsOf(iso, fullFormat, language)?.weekday ?? ''
}

/** 'Sat, Nov 21, 2026', for planning. */
export function dayDate(iso: string, language: Language = pageLanguage): string {
  return formatDate(iso, day, textIn(language, en.dayDate, th.dayDate), language)
}

/** 'Sat, Nov 21, 2026, 6:30 PM'. */
export function dayAndTime(iso: string, language: Language = pageLanguage): string {
  return formatDate(iso, day, textIn(language, en.dayAndTime, th.dayAndTime), language)
}

/** 'Nov 21, 2026, 6:30 PM'. */
export function dateAndTime(iso: string, language: Language = pageLanguage): string {
  return formatDate(iso, short, textIn(language, en.dateAndTime, th.dateAndTime), language)
}

/** 'Nov 21'. */
export function monthDay(iso: string, language: Language = pageLanguage): string {
  return formatDate(iso, short, textIn(language, en.monthDay, th.monthDay), language)
}

/** '6:30 PM'. */
export function clockTime(iso: string, language: Language = pageLanguage): string {
  return formatDate(iso, short, textIn(language, en.time, th.time), language)
}

/** '18:30', in Thai '18.30 น.', for the door, where times are compared at a glance. */
export function doorTime(iso: string, language: Language = pageLanguage): string {
  return formatDate(iso, exact, textIn(language, en.doorTime, th.doorTime), language)
}

/** As `doorTime`, or '18:30 on Nov 21' if that is another day in Bangkok than `now`. */
export function doorMoment(iso: string, now: number, language: Language = pageLanguage): string {
  const time = doorTime(iso, language)
  if (localDate(iso) === localDate(new Date(now).toISOString())) return time
  return fill(textIn(language, en.doorMoment, th.doorMoment), { time, date: monthDay(iso, language) })
}

/** '18:30:05', for recent scans. */
export function doorSecond(iso: string, language: Language = pageLanguage): string {
  return formatDate(iso, exact, textIn(language, en.doorSecond, th.doorSecond), language)
}

/** '11/21/2026', for tickets. */
export function localDate(iso: string, language: Language = pageLanguage): string {
  const pattern = textIn(language, en.localDate, th.localDate)
  return formatDate(iso, numeric, pattern, language).replace(/\b0/g, '')
}

/** '2026-11-21T18:30', the value of an `<input type="datetime-local">` in the event's zone; '' without a valid date. */
export function toInput(iso: string): string {
  const part = partsOf(iso, numeric, 'en')
  return part === null ? '' : fill('{year}-{month}-{day}T{hour}:{minute}', part)
}

/** '2026-11-21T18:30:00+07:00', in the event's zone. Search engines show the clock time as given. */
export function zonedIso(iso: string): string {
  return `${new Date(Date.parse(iso) + eventOffsetMs).toISOString().slice(0, 19)}+07:00`
}

/** 'Bangkok time' if the clock of this device differs from the event's at that instant; otherwise null. */
export function zoneNote(iso: string, language: Language = pageLanguage): string | null {
  const ahead = -60_000 * new Date(iso).getTimezoneOffset()
  return Number.isNaN(ahead) || ahead === eventOffsetMs ? null : zoneName(language)
}

/** Joins the parts itself, because browsers and Node differ in commas and in the space before PM. */
function formatDate(iso: string, format: DateFormat, pattern: string, language: Language): string {
  const parts = partsOf(iso, format, language)
  return parts === null ? textIn(language, en.unknownDate, th.unknownDate) : fill(pattern, parts)
}

/** The parts of a date by their types, and its `time`: '6:30 PM', in Thai '18.30'. Null without a valid date. */
function partsOf(iso: string, format: DateFormat, language: Language = pageLanguage) {
  const instant = Date.parse(iso)
  if (Number.isNaN(instant)) return null
  const parts = {} as Record<Intl.DateTimeFormatPartTypes, string>
  for (const { type, value } of format(language).formatToParts(instant)) parts[type] = value
  const { weekday = '', hour = '', minute, dayPeriod } = parts
  return language === 'th'
    ? { ...parts, weekday: weekday.replace('วัน', ''), time: `${hour.padStart(2, '0')}.${minute}` }
    : { ...parts, weekday, time: `${hour}:${minute} ${dayPeriod}` }
}

/** YYYY-MM-DD of an instant in Bangkok. */
export function dayInBangkok(instant: Date): string {
  return new Date(instant.getTime() + eventOffsetMs).toISOString().slice(0, 10)
}

/** The first instant of a YYYY-MM-DD in Bangkok. */
export function startOfDayInBangkok(day: string): Date {
  return new Date(`${day}T00:00:00+07:00`)
}
