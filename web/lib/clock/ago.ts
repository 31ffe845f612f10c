const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
]

const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' })

/** The time since an instant in whole units, such as '5 minutes ago'. Both are in milliseconds since 1970; an
 *  instant in the future counts as now. */
export function ago(instant: number, now: number): string {
  const passed = now - instant
  const [unit, length] = units.find(([, long]) => passed >= long) ?? []
  if (unit === undefined || length === undefined) return 'less than a minute ago'
  return words.format(-Math.floor(passed / length), unit)
}
