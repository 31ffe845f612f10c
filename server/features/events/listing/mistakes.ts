/** The shortest word in which a mistake is forgiven, in letters: short words are one mistake away from very many. */
export const shortestForgiven = 5

/** The longest Thai text that is looked for as a part of others, in letters: it is about a word, not a sentence. */
const longestPart = 24
const thaiOnly = /^[\u0E01-\u0E4E]+$/
const thaiLetter = '[\u0E01-\u0E4E]'

/** A regular expression, in signs that PostgreSQL and JavaScript read alike, for parts of texts that are a Thai word with one
 *  mistake or none; null for other words. Thai is written without spaces, so a word stands anywhere in a text. The first and
 *  the last letter may change places with their neighbours only: with others there it would be a part of very many words. */
export function nearPart(word: string): string | null {
  const letters = [...word]
  const count = letters.length
  if (!thaiOnly.test(word) || count < shortestForgiven || count > longestPart) return null
  const from = (place: number) => letters.slice(place).join('')
  const until = (place: number) => letters.slice(0, place).join('')
  const more = letters.slice(1).map((_, place) => `${until(place + 1)}${thaiLetter}${from(place + 1)}`)
  const fewer = letters.slice(2).map((_, place) => `${until(place + 1)}${thaiLetter}?${from(place + 2)}`)
  const swapped = letters.slice(1).map((next, place) => `${until(place)}${next}${letters[place]}${from(place + 2)}`)
  return [...more, ...fewer, ...swapped].join('|')
}

/** Whether two different words are one typing mistake apart: a letter more or less, another letter, or two neighbours in
 *  the wrong order. */
export function isOneMistake(typed: string, meant: string): boolean {
  const [one, other] = [[...typed], [...meant]]
  const start = one.findIndex((letter, place) => letter !== other[place])
  const same = start === -1 ? one.length : start
  const [rest, otherRest] = [one.slice(same), other.slice(same)]
  const equal = (from: number, otherFrom: number) => rest.slice(from).join('') === otherRest.slice(otherFrom).join('')
  if (rest.length === otherRest.length) {
    const swapped = rest[0] === otherRest[1] && rest[1] === otherRest[0] && equal(2, 2)
    return rest.length > 0 && (equal(1, 1) || swapped)
  }
  return rest.length > otherRest.length ? equal(1, 0) : equal(0, 1)
}
