import { doorTime, longDate } from '#contract/dates.ts'
import { dayInBangkok } from '#contract/fields.ts'

/** When a draft was saved, in words: the time of today, else the day too. `now` in milliseconds since 1970. */
export function savedWords(savedAt: string, now: number): string {
  const isToday = dayInBangkok(new Date(savedAt)) === dayInBangkok(new Date(now))
  return isToday ? `Saved ${doorTime(savedAt)}` : `Saved ${longDate(savedAt)}`
}
