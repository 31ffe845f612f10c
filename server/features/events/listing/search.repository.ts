import { type Db, join, sql } from '#server/lib/postgres/database.ts'
import { type Fit, fitting, type Words } from './search.sql.ts'

/** How many words of a search count. */
const mostWords = 12

/** How many of the newest events are looked at to guess how many have the words. */
const sample = 1_000

/** How many words that are nearly the same are looked at for each word. */
const mostNear = 60

/** The different words of a text as they are searched for. */
export async function selectForms(db: Db, text: string): Promise<string[]> {
  const { forms } = await db.one<{ forms: string[] }>(sql`
    SELECT array(SELECT DISTINCT form FROM regexp_split_to_table(search_form(${text}), '\\s+') form WHERE form <> ''
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
  const newest = (isOver: boolean) => sql`(
    SELECT title_text, search_text FROM event_listings
    WHERE is_public AND ${isOver ? sql`is_over` : sql`NOT is_over`}
    ORDER BY created DESC, event_id DESC LIMIT ${sample})`
  const conditions = [...asked.map((fit) => fitting(words, fit)), ...words.map((word) => fitting([word], 'text'))]
  const { shares } = await db.one<{ shares: (number | null)[] }>(sql`
    SELECT ARRAY[${join(conditions.map((fitting) => sql`avg((${fitting})::int)::float8`))}] AS shares
    FROM (${join(onlyCurrent ? [newest(false)] : [newest(false), newest(true)], ' UNION ALL ')}) l`)
  const known = Object.fromEntries(asked.map((fit, place) => [fit, shares[place] ?? 0]))
  return {
    fits: { begins: 0, title: 0, text: 0, ...known },
    words: shares.slice(asked.length).map((share) => share ?? 0),
  }
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
