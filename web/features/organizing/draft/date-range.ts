import { eventYears } from '#contract/events/event-dates.ts'

/** `min` and `max` of a date's control. Without them browsers let one type a year of six digits. */
export function dateRange(now: Date): { min: string; max: string } {
  const { first, last } = eventYears(now)
  return { min: `${first}-01-01T00:00`, max: `${last}-12-31T23:59` }
}
