import type { Db, Sql } from '#server/lib/postgres/database.ts'
import { isCurrent, type Listing, type Source } from './branches.sql.ts'
import { keptLately } from './kept.ts'
import { isOneMistake, shortestForgiven } from './mistakes.ts'
import { type Shares, selectForms, selectNearWords, selectShares } from './search.repository.ts'
import { type Fit, fits, fitting, rankOf, sourceOf, type Way, type Words } from './search.sql.ts'

/** From these shares of events on it is faster to go through the list than to ask the index: for a page of them, and to
 *  count them. */
const manyShare = { page: 0.005, count: 0.15 }

/** How many words may have been meant by one. */
const mostMeant = 4

/** A search that is ready: which events fit, best first, and all of them together. */
export interface Search {
  words: Words
  /** Best first, each without those that fit better. */
  byFit: Source[]
  all: Source
  /** The same events as `all`, found in the way that is best for counting them. */
  counted: Source
  /** How well one of `all` fits, as a number: 0 is best. */
  rank: Sql
}

/** The search for a list's words as they were typed; null where there are none. */
export async function typedSearch(db: Db, listing: Listing): Promise<Search | null> {
  const { search } = listing.query
  if (!search) return null
  const forms = await selectForms(db, search)
  if (forms.length === 0) return null
  const words: Words = forms.map((form) => [form])
  const onlyCurrent = isCurrent(listing.query)
  const { fits: shares, words: each } = await sharesOf(db, words, fits, onlyCurrent)
  const byFit = fits.map((fit, place) => {
    const better = fits[place - 1]
    const without = better && fitting(words, better)
    return sourceOf({ words, fit, way: wayFor(shares[fit], 'page'), shares: each, ...(without && { without }) })
  })
  return { words, byFit, ...sourcesOf(words, shares.text, each), rank: rankOf(words) }
}

/** The search for the typed words and for those that may have been meant instead; null where no word is like them. */
export async function meantSearch(db: Db, listing: Listing, typed: Search): Promise<Search | null> {
  const long = typed.words.map(([word]) => word).filter((word) => [...word].length >= shortestForgiven)
  if (long.length === 0) return null
  const near = await selectNearWords(db, long)
  const words: Words = typed.words.map(([word]) => [
    word,
    ...near
      .filter((one) => one.typed === word && isOneMistake(word, one.word))
      .slice(0, mostMeant)
      .map((one) => one.word),
  ])
  if (words.every((meant) => meant.length === 1)) return null
  const onlyCurrent = isCurrent(listing.query)
  const { fits: shares, words: each } = await sharesOf(db, words, ['text'], onlyCurrent)
  const without = fitting(typed.words, 'text')
  const others = sourceOf({ words, fit: 'text', way: wayFor(shares.text, 'page'), shares: each, without })
  return { words, byFit: [...typed.byFit, others], ...sourcesOf(words, shares.text, each), rank: typed.rank }
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
