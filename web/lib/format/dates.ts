import { type Language, pageLanguage } from '#contract/language/languages.ts'
import { fill, textIn } from '#contract/language/messages.ts'
import * as en from '#languages/en/formats.json'
import * as th from '#languages/th/formats.json'

const units = [
  { name: 'year', seconds: 365 * 86_400 },
  { name: 'month', seconds: 30 * 86_400 },
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const
const [, , day, hour, minute, second] = units

/** By language and unit, created on first use: each takes a phone some milliseconds. */
const formats = new Map<string, Intl.NumberFormat>()

/** '2 hours'. */
function inUnit(count: number, { name }: (typeof units)[number], language: Language): string {
  const key = `${language} ${name}`
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'long' })
  formats.set(key, format)
  return format.format(count)
}

/** A duration in its two largest units, rounded down: '1 day', '2 hours 10 minutes'. */
export function duration(seconds: number, language: Language = pageLanguage): string {
  let left = Math.max(0, Math.floor(seconds))
  const fitting = units.slice(2)
  const largest = fitting.findIndex((unit) => left >= unit.seconds)
  if (largest < 0) return inUnit(0, second, language)
  const parts: string[] = []
  for (const unit of fitting.slice(largest, largest + 2)) {
    const count = Math.floor(left / unit.seconds)
    left -= count * unit.seconds
    if (count > 0) parts.push(inUnit(count, unit, language))
  }
  return parts.join(' ')
}

/** '5 minutes ago', in whole units. Both are in milliseconds since 1970; an instant in the future counts as now. */
export function ago(instant: number, now: number, language: Language = pageLanguage): string {
  const passed = (now - instant) / 1_000
  const unit = units.slice(0, -1).find(({ seconds }) => passed >= seconds)
  if (unit === undefined) return textIn(language, en.justNow, th.justNow)
  return fill(textIn(language, en.ago, th.ago), { time: inUnit(Math.floor(passed / unit.seconds), unit, language) })
}

/** 'Opens in 3 days.', in one unit, with seconds only in the last minute. Never states a time that is too early.
 *  Both are in milliseconds since 1970, with `opening` after `now`. */
export function opensIn(opening: number, now: number, language: Language = pageLanguage): string {
  return fill(textIn(language, en.opensIn, th.opensIn), { time: timeUntil(opening, now, language) })
}

/** '3 days', by the same rules. */
export function timeUntil(instant: number, now: number, language: Language = pageLanguage): string {
  const left = (instant - now) / 1_000
  if (left > 2 * day.seconds) return inUnit(Math.round(left / day.seconds), day, language)
  if (left > 2 * hour.seconds) return inUnit(Math.round(left / hour.seconds), hour, language)
  if (left > minute.seconds) return inUnit(Math.ceil(left / minute.seconds), minute, language)
  return inUnit(Math.ceil(left), second, language)
}
