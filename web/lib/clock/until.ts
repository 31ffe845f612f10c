const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** A sentence such as 'Opens in 3 days.', in one unit; in the last minute it counts seconds. Both are in
 *  milliseconds since 1970, with `opening` after `now`. It rounds up, so that it never promises an earlier time. */
export function opensIn(opening: number, now: number): string {
  const left = opening - now
  if (left > 2 * day) return `Opens in ${Math.round(left / day)} days.`
  if (left > 2 * hour) return `Opens in ${Math.round(left / hour)} hours.`
  if (left > minute) return `Opens in ${Math.ceil(left / minute)} minutes.`
  const seconds = Math.ceil(left / second)
  return seconds === 1 ? 'Opens in 1 second.' : `Opens in ${seconds} seconds.`
}
