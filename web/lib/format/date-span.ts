import { fullFormat, fullSpan, partsOf, toInput, zoneName } from '#contract/dates.ts'
import { type Language, pageLanguage } from '#contract/language/languages.ts'

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

/** 'Saturday 5 December 2026, 18:00 to 20:00, Bangkok time'. Null if a date is invalid or `end` is not later. Thai has one
 *  style. */
export function dateSpan(
  start: string,
  end: string,
  style: DateStyle,
  language: Language = pageLanguage,
): string | null {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  if (Number.isNaN(from) || Number.isNaN(to) || from >= to) return null
  if (language === 'th') return `${fullSpan(start, end, language)} (${zoneName(language)})`
  const [first, last] = [dayAndTime(start, style), dayAndTime(end, style)]
  return first.day === last.day
    ? `${first.day}, ${first.time} to ${last.time}, ${zoneName('en')}`
    : `${first.day}, ${first.time}, to ${last.day}, ${last.time}, ${zoneName('en')}`
}

/** Joins the parts itself, because browsers and Node differ in commas and in the space before PM. */
function dayAndTime(iso: string, { monthFirst, twelveHours }: DateStyle): { day: string; time: string } {
  const { weekday, month, day, year, time } = { ...partsOf(iso, fullFormat, 'en') }
  return {
    day: monthFirst ? `${weekday}, ${month} ${day}, ${year}` : `${weekday} ${day} ${month} ${year}`,
    time: twelveHours ? `${time}` : toInput(iso).slice(11),
  }
}
