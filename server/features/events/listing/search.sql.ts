import { join, type Sql, sql } from '#server/lib/postgres/database.ts'
import type { Source } from './branches.sql.ts'

/** The words of a search as `search_form` has them, each first, then the words that may have been meant. */
export type Words = readonly (readonly [string, ...string[]])[]

/** How well an event fits a search, best first: every word begins a word of its name or tags, is a part of them, or of its
 *  other texts. */
export const fits = ['begins', 'title', 'text'] as const
export type Fit = (typeof fits)[number]

/** How events with the words are found: by going through the list, which is fast where many have them, or by the index of
 *  parts of words, which is fast where few have them. */
export type Way = 'walk' | 'index'

/** The index knows parts of three letters. */
const shortest = 3

const columns: Record<Fit, Sql> = { begins: sql`l.title_text`, title: sql`l.title_text`, text: sql`l.search_text` }

/** The condition that an event fits the words so well. Only one that goes by the index can use it. */
export function fitting(words: Words, fit: Fit, way: Way = 'walk'): Sql {
  const before = fit === 'begins' ? ' ' : ''
  const has = (word: string) =>
    way === 'index' && word.length >= shortest
      ? sql`${columns[fit]} LIKE ${`%${before}${escapeLike(word)}%`}`
      : sql`strpos(${columns[fit]}, ${before + word}) > 0`
  return join(
    words.map((meant) => sql`(${join(meant.map(has), ' OR ')})`),
    ' AND ',
  )
}

/** Words that fewer events have than this share are looked for alone. */
const rareShare = 0.002

/** Words that more events have than this share are read in the few events of a reader faster than in an index. */
const commonShare = 0.15

interface Wanted {
  words: Words
  fit: Fit
  way: Way
  /** Which share of events has each of the words. */
  shares: number[]
  /** Events that fit this as well are left out. */
  without?: Sql
}

/** The events that fit so well. */
export function sourceOf({ words, fit, way, shares, without }: Wanted): Source {
  const where = sql`${fitting(words, fit)}${without ? sql` AND NOT (${without})` : sql``}`
  const known = words
    .map((meant, place) => ({ meant, share: shares[place] ?? 0 }))
    .filter(({ meant }) => meant.every((word) => word.length >= shortest))
    .toSorted((one, other) => one.share - other.share)
  const [rarest] = known
  const isWalked = way === 'walk'
  if (rarest === undefined || (isWalked && rarest.share >= commonShare)) return { where, indexed: null, isWalked: true }
  const asked = rarest.share < rareShare ? [rarest.meant] : known.map(({ meant }) => meant)
  return { where, indexed: fitting(asked, fit, 'index'), isWalked }
}

/** How well a row `l` fits the words, as a number: 0 is best. */
export function rankOf(words: Words): Sql {
  return sql`CASE ${join(
    fits.map((fit, place) => sql`WHEN ${fitting(words, fit)} THEN ${place}::integer`),
    ' ',
  )} ELSE ${fits.length}::integer END`
}

function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}
