import type { Db, Sql } from '#server/lib/postgres/database.ts'
import { cacheSlow } from '#server/lib/postgres/slow-results.ts'
import { isCurrent, type Listing, type Source } from './list-branches.sql.ts'
import {
  type Fit,
  fits,
  matches,
  rankOf,
  type Shares,
  selectForms,
  selectNearParts,
  selectNearWords,
  selectShares,
  sourceFor,
  type Way,
  type Words,
} from './search.repository.ts'

/** From these shares of matching events on, walking the list is faster than the index: for a page, and for counting. */
const manyShare = { page: 0.005, count: 0.15 }

/** Corrections considered for one word. */
const maxCorrections = 4

/** A search ready to run. */
export interface Search {
  words: Words
  /** Best first, without overlap. */
  byFit: Source[]
  all: Source
  /** The same events as `all`, in the way that is best for counting. */
  counted: Source
  /** The match of one of `all` as an integer, 0 for the best. */
  rank: Sql
}

/** The form of a text never changes. */
const cachedForms = cacheSlow<string[]>({ maxEntries: 1_000, isSlow: () => true })

/** The search for the typed words; null without any. */
export async function typedSearch(db: Db, listing: Listing): Promise<Search | null> {
  const { search } = listing.query
  if (!search) return null
  const forms = await cachedForms(db, search, () => selectForms(db, search))
  if (forms.length === 0) return null
  const words: Words = forms.map((form) => [form])
  const onlyCurrent = isCurrent(listing.query)
  const { fits: shares, words: each } = await sharesOf(db, words, fits, onlyCurrent)
  const rank = rankOf(words)
  const source = (fit: Fit, better?: Fit) => {
    const without = better && matches(words, better)
    return sourceFor({ words, fit, way: wayFor(shares[fit], 'page'), shares: each, ...(without && { without }) })
  }
  // A rare match in names needs one index scan for both kinds.
  const inTitles =
    wayFor(shares.title, 'page') === 'index'
      ? [{ ...source('title'), rank }]
      : [source('begins'), source('title', 'begins')]
  const byFit = [...inTitles, source('text', 'title')]
  return { words, byFit, ...sourcesOf(words, shares.text, each), rank }
}

/** The search for the typed words or corrections of them; null if there are no corrections. */
export async function correctedSearch(db: Db, listing: Listing, typed: Search): Promise<Search | null> {
  const long = typed.words.map(([word]) => word).filter((word) => [...word].length >= shortestForgiven)
  if (long.length === 0) return null
  const onlyCurrent = isCurrent(listing.query)
  const near = await cachedNearWords(db, long.join(' '), () => selectNearWords(db, long))
  const parts = await nearParts(db, long, onlyCurrent)
  const words: Words = typed.words.map(([word]) => {
    const whole = near.filter((one) => one.typed === word).map((one) => one.word)
    const all = new Set([...whole, ...(parts.get(word) ?? [])])
    return [word, ...[...all].filter((one) => isOneMistake(word, one)).slice(0, maxCorrections)] as const
  })
  if (words.every((meant) => meant.length === 1)) return null
  const { fits: shares, words: each } = await sharesOf(db, words, ['text'], onlyCurrent)
  const without = matches(typed.words, 'text')
  const others = sourceFor({ words, fit: 'text', way: wayFor(shares.text, 'page'), shares: each, without })
  return { words, byFit: [...typed.byFit, others], ...sourcesOf(words, shares.text, each), rank: typed.rank }
}

type NearWords = Awaited<ReturnType<typeof selectNearWords>>

/** Corrections of whole words. They may be half a minute old. */
const cachedNearWords = cacheSlow<NearWords>({ maxEntries: 1_000, isSlow: () => true })

/** Thai corrections, found as parts of the newest texts. They may be half a minute old too. */
const cachedParts = cacheSlow<string[]>({ maxEntries: 1_000, isSlow: () => true })

/** Only the longest words are corrected this way: each takes a tenth of a second to scan the sample. */
const maxCorrectedInTexts = 3

/** Sequential, so that one search does not take all connections of the process. */
async function nearParts(db: Db, words: string[], onlyCurrent: boolean): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const thai = words.flatMap((word) => {
    const pattern = nearPart(word)
    return pattern === null ? [] : [{ word, pattern }]
  })
  for (const { word, pattern } of thai
    .toSorted((one, other) => other.word.length - one.word.length)
    .slice(0, maxCorrectedInTexts)) {
    found.set(word, await cachedParts(db, `${onlyCurrent} ${word}`, () => selectNearParts(db, pattern, onlyCurrent)))
  }
  return found
}

/** Estimates choose the plan, never the result. */
const cachedShares = cacheSlow<Shares>({ maxEntries: 1_000, isSlow: () => true })

function sharesOf(db: Db, words: Words, asked: readonly Fit[], onlyCurrent: boolean): Promise<Shares> {
  const key = JSON.stringify([words, asked, onlyCurrent])
  return cachedShares(db, key, () => selectShares(db, { words, asked, onlyCurrent }))
}

function sourcesOf(words: Words, share: number, shares: number[]): Pick<Search, 'all' | 'counted'> {
  const source = (use: 'page' | 'count') => sourceFor({ words, fit: 'text', way: wayFor(share, use), shares })
  return { all: source('page'), counted: source('count') }
}

function wayFor(share: number, use: 'page' | 'count'): Way {
  return share >= manyShare[use] ? 'walk' : 'index'
}

/** In letters: shorter words are one mistake away from too many others. */
const shortestForgiven = 5

/** In letters: a word, not a sentence. */
const longestPart = 24
const thaiOnly = /^[\u0E01-\u0E4E]+$/
const thaiLetter = '[\u0E01-\u0E4E]'

/** A regular expression (in syntax common to PostgreSQL and JavaScript) that finds a Thai word with at most one
 *  mistake anywhere in a text, as Thai is written without spaces; null for other words. The first and last letter may
 *  only be swapped with their neighbours, or the pattern would match too much. */
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

/** One letter added, missing, changed, or swapped with its neighbour. */
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
