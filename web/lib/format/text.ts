import { monthDay } from '#contract/dates.ts'
import { formatNumber } from './numbers.ts'

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** Characters that must not end a cut text: Thai vowels written before their letter, or a word's first letter. */
const orphan = /(?:[\u0E40-\u0E44]|(?<=\s)\p{L}\p{M}*)+$/u

/** Cuts a text after at most `max` characters and appends '...'. Thai vowels and tone marks stay with their letter;
 *  no vowel or letter is left alone. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  let letters = 0
  for (const { index } of graphemes.segment(text)) {
    if (letters === max) return `${text.slice(0, index).replace(orphan, '').trimEnd()}...`
    letters += 1
  }
  return text
}

/** Prevents a line break between a time and its AM or PM. */
export function unbroken(date: string): string {
  return date.replace(/ (?=[AP]M\b)/g, '\u00a0')
}

/** The other dates of a series: 'Also Dec 8, Dec 15, Dec 22 and 9 more'. `next` are the starts of the first of `all` of them. */
export function otherDates(next: readonly string[], all: number): string {
  const days = [...new Set(next.map(monthDay))].map((day) => day.replace(' ', '\u00a0'))
  const rest = all - next.length
  return `Also ${days.join(', ')}${rest > 0 ? ` and ${formatNumber(rest)} more` : ''}`
}

/** A constant such as 'SMART_CASUAL' as words: 'Smart casual'. */
export function humanize(constant: string): string {
  const words = constant.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The next text of a live region (`role="status"`), for its state's setter. Screen readers announce only a
 *  different text, so a repeated one gets a no-break space. */
export function announced(text: string): (before: string) => string {
  return (before) => (before === text ? `${text}\u00a0` : text)
}
