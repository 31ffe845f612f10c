import type { DayCount, DayVisits } from './overview.repository.ts'

/** A day, or a week that starts on `label`, YYYY-MM-DD in Bangkok. */
interface Period {
  label: string
  visits: number
  applications: number
  /** Seats taken at the end. */
  seats: number
}

/** More days than this are shown as weeks. */
const mostDays = 62

/** All days from the first to the last activity, or to today if the last was less than a month ago; or their weeks. */
export function periodsOf(
  days: DayCount[],
  visitDays: DayVisits[],
  today: string,
): { periods: Period[]; isByWeek: boolean } {
  const perDay = everyDay(days, visitDays, today)
  const isByWeek = perDay.length > mostDays
  return { periods: isByWeek ? byWeek(perDay) : perDay, isByWeek }
}

const dayLength = 24 * 3_600_000

function everyDay(days: DayCount[], visitDays: DayVisits[], today: string): Period[] {
  const happened = [...days, ...visitDays].map(({ day }) => day).sort()
  const [first, last] = [happened[0], happened.at(-1)]
  if (first === undefined || last === undefined) return []
  const isRecent = Date.parse(today) - Date.parse(last) < 30 * dayLength
  const end = Date.parse(isRecent && today > last ? today : last)
  const ofDay = new Map(days.map((each) => [each.day, each]))
  const visitsOf = new Map(visitDays.map(({ day, visits }) => [day, visits]))
  const periods: Period[] = []
  let seats = 0
  for (let at = Date.parse(first); at <= end; at += dayLength) {
    const label = new Date(at).toISOString().slice(0, 10)
    seats += ofDay.get(label)?.seats ?? 0
    periods.push({ label, visits: visitsOf.get(label) ?? 0, applications: ofDay.get(label)?.applications ?? 0, seats })
  }
  return periods
}

function byWeek(days: Period[]): Period[] {
  const weeks: Period[] = []
  for (const [place, day] of days.entries()) {
    const week = weeks.at(-1)
    if (week === undefined || place % 7 === 0) {
      weeks.push({ ...day })
    } else {
      week.visits += day.visits
      week.applications += day.applications
      week.seats = day.seats
    }
  }
  return weeks
}
