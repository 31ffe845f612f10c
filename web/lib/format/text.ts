import { monthDay } from '#contract/dates.ts'
import { type Language, pageLanguage } from '#contract/language/languages.ts'
import { fill, textIn } from '#contract/language/messages.ts'
import * as en from '#languages/en/formats.json'
import * as th from '#languages/th/formats.json'
import { formatNumber } from './numbers.ts'

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** Characters that must not end a cut text: Thai vowels written before their letter, or a word's first letter. */
const orphan = /(?:[\u0E40-\u0E44]|(?<=\s)\p{L}\p{M}*)+$/u

/** Thai text after the last space, which may end within a word. Browsers disagree on where Thai words end. */
const thaiRemains = /\s\S*[\u0E00-\u0E7F]$/u

/** Cuts a text after at most `max` characters and appends '...'. Thai vowels and tone marks stay with their letter;
 *  no vowel or letter is left alone, and Thai is cut at a space in the second half. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  let letters = 0
  for (const { index } of graphemes.segment(text)) {
    if (letters === max) return `${cut(text, index)}...`
    letters += 1
  }
  return text
}

function cut(text: string, end: number): string {
  const start = text.slice(0, end).replace(orphan, '')
  const whole = /^\s/.test(text.slice(end)) ? start : start.replace(thaiRemains, '')
  return (whole.length > end / 2 ? whole : start).trimEnd()
}

/** Prevents a line break between a time and its AM, PM or น. */
export function unbroken(date: string): string {
  return date.replace(/ (?=[AP]M\b|น\.)/g, '\u00a0')
}

/** The other dates of a series: 'Also Dec 8, Dec 15, Dec 22 and 9 more'. `next` are the starts of the first of `all` of them. */
export function otherDates(next: readonly string[], all: number, language: Language = pageLanguage): string {
  const different = [...new Set(next.map((start) => monthDay(start, language)))]
  const days = different.map((day) => day.replace(' ', '\u00a0')).join(', ')
  const rest = all - next.length
  return rest > 0
    ? fill(textIn(language, en.alsoAndMore, th.alsoAndMore), { days, count: formatNumber(rest) })
    : fill(textIn(language, en.also, th.also), { days })
}

/** The next text of a live region (`role="status"`), for its state's setter. Screen readers announce only a
 *  different text, so a repeated one gets a no-break space. */
export function announced(text: string): (before: string) => string {
  return (before) => (before === text ? `${text}\u00a0` : text)
}
