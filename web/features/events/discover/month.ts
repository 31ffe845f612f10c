import { dateFormat } from '#contract/dates.ts'
import * as m from '#messages/discover.json'

/** In this file days are YYYY-MM-DD and months YYYY-MM, without time zones. */
const dayMs = 24 * 3_600_000

const monthText = dateFormat({ timeZone: 'UTC', month: 'long', year: 'numeric' })
const dayText = dateFormat({ timeZone: 'UTC', month: 'long', day: 'numeric', year: 'numeric' })
const fullDayText = dateFormat({ timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })

export const weekdays = [
  { name: m.sunday, short: m.sundayShort },
  { name: m.monday, short: m.mondayShort },
  { name: m.tuesday, short: m.tuesdayShort },
  { name: m.wednesday, short: m.wednesdayShort },
  { name: m.thursday, short: m.thursdayShort },
  { name: m.friday, short: m.fridayShort },
  { name: m.saturday, short: m.saturdayShort },
] as const

export const monthOf = (day: string) => day.slice(0, 7)
/** 'November 2026'. */
export const monthName = (month: string) => monthText().format(instant(`${month}-01`))
/** 'November 21, 2026'. */
export const dayName = (day: string) => dayText().format(instant(day))
/** The name of a day, or of the first and the last of several. */
export const daysName = (first: string, last: string | null) =>
  last === null ? dayName(first) : `${dayName(first)} – ${dayName(last)}`
/** 'Saturday, November 21, 2026'. */
export const fullDayName = (day: string) => fullDayText().format(instant(day))

export function addDays(day: string, days: number): string {
  return textOf(instant(day) + days * dayMs)
}

export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return monthOf(textOf(Date.UTC(year, number - 1 + months, 1)))
}

/** The same day in `month`, or the last day of a shorter month. */
export function inMonth(day: string, month: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}-${day.slice(8)}`
  return same < last ? same : last
}

/** The weeks of a month, from Sunday to Saturday; days of other months are null. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const before = new Date(instant(first)).getUTCDay()
  const weeks: (string | null)[][] = []
  for (let day = addDays(first, -before); day < `${addMonths(month, 1)}-01`; day = addDays(day, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, place) => addDays(day, place)).map((one) => (monthOf(one) === month ? one : null)),
    )
  }
  return weeks
}

/** The coming weekend, or the current one. */
export function weekendOf(day: string): { date: string; until: string } {
  const toSunday = (7 - new Date(instant(day)).getUTCDay()) % 7
  const until = addDays(day, toSunday)
  return { date: addDays(until, -1), until }
}

export function isWeekendOf(day: string, { date, until }: { date: string | null; until: string | null }): boolean {
  const weekend = weekendOf(day)
  return date === weekend.date && until === weekend.until
}

const instant = (day: string) => Date.parse(`${day}T00:00:00Z`)
const textOf = (at: number) => new Date(at).toISOString().slice(0, 10)
