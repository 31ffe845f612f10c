import type { Db } from '#server/lib/postgres/database.ts'
import { isCurrent, type Listing, type Source } from './listing.sql.ts'
import { isOneMistake, shortestForgiven } from './mistakes.ts'
import { selectForms, selectNearWords, selectShares } from './search.repository.ts'
import { fits, fitting, sourceOf, type Way, type Words } from './search.sql.ts'

/** From these shares of events on it is faster to go through the list than to ask the index: for a page of them, and to
 *  count them. */
const manyShare = { page: 0.005, count: 0.15 }

/** How many words may have been meant by one. */
const mostMeant = 4

/** A search that is ready: which events fit, best first, and all of them together. */
export interface Search {
  words: Words
  /** Best first, without those that fit better. */
  byFit: Source[]
  all: Source
  /** The same events as `all`, found in the way that is best for counting them. */
  counted: Source
}

/** The search for a list's words as they were typed; null where there are none. */
export async function typedSearch(db: Db, listing: Listing): Promise<Search | null> {
  const forms = await selectForms(db, listing.query.search ?? '')
  if (forms.length === 0) return null
  const words: Words = forms.map((form) => [form])
  const shares = await selectShares(db, words, isCurrent(listing.query))
  const byFit = fits.map((fit, place) => {
    const better = fits[place - 1]
    return sourceOf(words, fit, wayFor(shares[fit], 'page'), better && fitting(words, better))
  })
  const source = (use: 'page' | 'count') => sourceOf(words, 'text', wayFor(shares.text, use))
  return { words, byFit, all: source('page'), counted: source('count') }
}

/** The search for words that may have been meant instead, without events that have the typed ones; null where no word is
 *  like them. */
export async function meantSearch(db: Db, listing: Listing, typed: Words): Promise<Search | null> {
  const long = typed.map(([word]) => word).filter((word) => [...word].length >= shortestForgiven)
  if (long.length === 0) return null
  const near = await selectNearWords(db, long)
  const words: Words = typed.map(([word]) => [
    word,
    ...near
      .filter((one) => one.typed === word && isOneMistake(word, one.word))
      .slice(0, mostMeant)
      .map((one) => one.word),
  ])
  if (words.every((meant) => meant.length === 1)) return null
  const shares = await selectShares(db, words, isCurrent(listing.query))
  const source = (use: 'page' | 'count') => sourceOf(words, 'text', wayFor(shares.text, use), fitting(typed, 'text'))
  const all = source('page')
  return { words, byFit: [all], all, counted: source('count') }
}

function wayFor(share: number, use: 'page' | 'count'): Way {
  return share >= manyShare[use] ? 'walk' : 'index'
}
