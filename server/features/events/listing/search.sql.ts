import { join, type Sql, sql } from '#server/lib/postgres/database.ts'
import { allListed, type Source } from './listing.sql.ts'

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

/** The events that fit so well, without those of `other`. */
export function sourceOf(words: Words, fit: Fit, way: Way, other: Sql = sql`false`): Source {
  const canUseIndex = words.some((meant) => meant.every((word) => word.length >= shortest))
  if (way === 'walk' || !canUseIndex) return { ...allListed, where: sql`${fitting(words, fit)} AND NOT (${other})` }
  return {
    before: sql`
      WITH found AS MATERIALIZED (
        SELECT l.* FROM event_listings l WHERE ${fitting(words, fit, 'index')} AND NOT (${other})
      )`,
    table: sql`found`,
    where: sql`true`,
  }
}

function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}
