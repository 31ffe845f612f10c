import type { Db, Sql } from '#server/lib/postgres/database.ts'
import { keptLately } from './cached-counts.ts'
import { isCurrent, type Listing, type Source } from './list-branches.sql.ts'
import {
  type Fit,
  fits,
  fitting,
  rankOf,
  type Shares,
  selectForms,
  selectNearParts,
  selectNearWords,
  selectShares,
  sourceOf,
  type Way,
  type Words,
} from './search.repository.ts'

/** From these shares of events on it is faster to go through the list than to ask the index: for a page of them, and to
 *  count them. */
const manyShare = { page: 0.005, count: 0.15 }

/** How many words may have been meant by one. */
const mostMeant = 4

/** A search that is ready: which events fit, best first, and all of them together. */
export interface Search {
  words: Words
  /** Best first, each without those that fit better than all of it. */
  byFit: Source[]
  all: Source
  /** The same events as `all`, found in the way that is best for counting them. */
  counted: Source
  /** How well one of `all` fits, as a number: 0 is best. */
  rank: Sql
}

/** A text has one form as long as a database lives. */
const keptForms = keptLately<string[]>({ most: 1_000, isKept: () => true })

/** The search for a list's words as they were typed; null where there are none. */
export async function typedSearch(db: Db, listing: Listing): Promise<Search | null> {
  const { search } = listing.query
  if (!search) return null
  const forms = await keptForms(db, search, () => selectForms(db, search))
  if (forms.length === 0) return null
  const words: Words = forms.map((form) => [form])
  const onlyCurrent = isCurrent(listing.query)
  const { fits: shares, words: each } = await sharesOf(db, words, fits, onlyCurrent)
  const rank = rankOf(words)
  const source = (fit: Fit, better?: Fit) => {
    const without = better && fitting(words, better)
    return sourceOf({ words, fit, way: wayFor(shares[fit], 'page'), shares: each, ...(without && { without }) })
  }
  // The index is asked once for what few events have in their names.
  const inTitles =
    wayFor(shares.title, 'page') === 'index'
      ? [{ ...source('title'), rank }]
      : [source('begins'), source('title', 'begins')]
  const byFit = [...inTitles, source('text', 'title')]
  return { words, byFit, ...sourcesOf(words, shares.text, each), rank }
}

/** The search for the typed words and for those that may have been meant instead; null where no word is like them. */
export async function meantSearch(db: Db, listing: Listing, typed: Search): Promise<Search | null> {
  const long = typed.words.map(([word]) => word).filter((word) => [...word].length >= shortestForgiven)
  if (long.length === 0) return null
  const onlyCurrent = isCurrent(listing.query)
  const near = await selectNearWords(db, long)
  const parts = await nearParts(db, long, onlyCurrent)
  const words: Words = typed.words.map(([word]) => {
    const whole = near.filter((one) => one.typed === word).map((one) => one.word)
    const all = new Set([...whole, ...(parts.get(word) ?? [])])
    return [word, ...[...all].filter((one) => isOneMistake(word, one)).slice(0, mostMeant)] as const
  })
  if (words.every((meant) => meant.length === 1)) return null
  const { fits: shares, words: each } = await sharesOf(db, words, ['text'], onlyCurrent)
  const without = fitting(typed.words, 'text')
  const others = sourceOf({ words, fit: 'text', way: wayFor(shares.text, 'page'), shares: each, without })
  return { words, byFit: [...typed.byFit, others], ...sourcesOf(words, shares.text, each), rank: typed.rank }
}

/** Thai words that may have been meant by one, as parts of the newest events' texts. What stands in a text is found by them,
 *  so they may be half a minute old. */
const keptParts = keptLately<string[]>({ most: 1_000, isKept: () => true })

/** In how many of a search's words, the longest ones, mistakes are looked for in this way: for each, all of these texts are
 *  read, for a tenth of a second. */
const mostInTexts = 3

/** One word after the other, so that one search does not take all connections of its process. */
async function nearParts(db: Db, words: string[], onlyCurrent: boolean): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const thai = words.flatMap((word) => {
    const pattern = nearPart(word)
    return pattern === null ? [] : [{ word, pattern }]
  })
  for (const { word, pattern } of thai
    .toSorted((one, other) => other.word.length - one.word.length)
    .slice(0, mostInTexts)) {
    found.set(word, await keptParts(db, `${onlyCurrent} ${word}`, () => selectNearParts(db, pattern, onlyCurrent)))
  }
  return found
}

/** They decide how events are looked for and never which are found. */
const keptShares = keptLately<Shares>({ most: 1_000, isKept: () => true })

function sharesOf(db: Db, words: Words, asked: readonly Fit[], onlyCurrent: boolean): Promise<Shares> {
  const key = JSON.stringify([words, asked, onlyCurrent])
  return keptShares(db, key, () => selectShares(db, { words, asked, onlyCurrent }))
}

function sourcesOf(words: Words, share: number, shares: number[]): Pick<Search, 'all' | 'counted'> {
  const source = (use: 'page' | 'count') => sourceOf({ words, fit: 'text', way: wayFor(share, use), shares })
  return { all: source('page'), counted: source('count') }
}

function wayFor(share: number, use: 'page' | 'count'): Way {
  return share >= manyShare[use] ? 'walk' : 'index'
}

/** The shortest word in which a mistake is forgiven, in letters: short words are one mistake away from very many. */
const shortestForgiven = 5

/** The longest Thai text that is looked for as a part of others, in letters: it is about a word, not a sentence. */
const longestPart = 24
const thaiOnly = /^[\u0E01-\u0E4E]+$/
const thaiLetter = '[\u0E01-\u0E4E]'

/** A regular expression, in signs that PostgreSQL and JavaScript read alike, for parts of texts that are a Thai word with one
 *  mistake or none; null for other words. Thai is written without spaces, so a word stands anywhere in a text. The first and
 *  the last letter may change places with their neighbours only: with others there it would be a part of very many words. */
function nearPart(word: string): string | null {
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
