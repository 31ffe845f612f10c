import { type Db, join, type Sql, sql } from '#server/lib/postgres/database.ts'
import type { Source } from './list-branches.sql.ts'

/** How many words of a search count. */
const mostWords = 12

/** How many of the newest events are looked at to guess how many have the words. */
const sample = 1_000

/** How many words that are nearly the same are looked at for each word. */
const mostNear = 60

/** What stands at the ends of words and belongs to none: quotes, brackets, the signs between sentences, and the Thai ones
 *  of something left out or repeated. */
const around = /^["'“”„‘’«»([{#.,;:!?…]+|["'“”‘’«»)\]}.,;:!?…ฯๆ]+$/g

/** A text without such signs; what consists of nothing else is left as it is. */
function wordsOf(text: string): string {
  const words = text.split(/\s+/).map((word) => word.replace(around, ''))
  return words.join('') === '' ? text : words.join(' ')
}

/** The different words of a text as they are searched for. */
export async function selectForms(db: Db, text: string): Promise<string[]> {
  const { forms } = await db.one<{ forms: string[] }>(sql`
    SELECT array(SELECT DISTINCT form FROM regexp_split_to_table(search_form(${wordsOf(text)}), '\\s+') form WHERE form <> ''
                 LIMIT ${mostWords}) AS forms`)
  return forms
}

/** Which share of events, from 0 to 1, fits a search how well, and has each of its words. */
export interface Shares {
  fits: Record<Fit, number>
  words: number[]
}

/** The shares among the newest public events; those of fits that are not asked for are 0. */
export async function selectShares(
  db: Db,
  { words, asked, onlyCurrent }: { words: Words; asked: readonly Fit[]; onlyCurrent: boolean },
): Promise<Shares> {
  const conditions = [...asked.map((fit) => fitting(words, fit)), ...words.map((word) => fitting([word], 'text'))]
  const { shares } = await db.one<{ shares: (number | null)[] }>(sql`
    SELECT ARRAY[${join(conditions.map((fitting) => sql`avg((${fitting})::int)::float8`))}] AS shares
    FROM (${newest(onlyCurrent)}) l`)
  const known = Object.fromEntries(asked.map((fit, place) => [fit, shares[place] ?? 0]))
  return {
    fits: { begins: 0, title: 0, text: 0, ...known },
    words: shares.slice(asked.length).map((share) => share ?? 0),
  }
}

function newest(onlyCurrent: boolean): Sql {
  const some = (isOver: Sql) => sql`(
    SELECT title_text, search_text FROM event_listings
    WHERE is_public AND ${isOver}
    ORDER BY created DESC, event_id DESC LIMIT ${sample})`
  const current = some(sql`NOT is_over`)
  return onlyCurrent ? current : sql`${current} UNION ALL ${some(sql`is_over`)}`
}

/** The parts of the newest public events' texts that `pattern` describes, those that most of them have first. */
export async function selectNearParts(db: Db, pattern: string, onlyCurrent: boolean): Promise<string[]> {
  const rows = await db.many<{ part: string }>(sql`
    SELECT found[1] AS part
    FROM (${newest(onlyCurrent)}) l CROSS JOIN LATERAL regexp_matches(l.search_text, ${`(${pattern})`}, 'g') found
    GROUP BY found[1] ORDER BY count(*) DESC, found[1] LIMIT ${mostNear}`)
  return rows.map(({ part }) => part)
}

/** The words of public events that may be one typing mistake away from a word, the most used first. */
export function selectNearWords(db: Db, words: string[]): Promise<{ typed: string; word: string }[]> {
  return db.many(sql`
    SELECT typed, near.word
    FROM unnest(${words}::text[]) typed CROSS JOIN LATERAL (
      SELECT s.word, s.events FROM search_words s
      WHERE one_letter_less(s.word) && one_letter_less(typed) AND s.word <> typed
      ORDER BY s.events DESC, s.word LIMIT ${mostNear}
    ) near
    ORDER BY typed, near.events DESC, near.word`)
}

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
