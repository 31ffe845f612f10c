import { type Db, join, type Sql, sql } from '#server/lib/postgres/database.ts'
import type { Source } from './list-branches.sql.ts'

/** Further words of a search are ignored. */
const maxWords = 12

/** The sample of newest events for estimating how many match. */
const sample = 1_000

/** Similar words considered for each word. */
const maxNearWords = 60

/** Punctuation around words: quotes, brackets, sentence marks, and the Thai signs for abbreviation and repetition. */
const around = /^["'“”„‘’«»([{#.,;:!?…]+|["'“”‘’«»)\]}.,;:!?…ฯๆ]+$/g

/** Without punctuation around words, unless there is nothing else. */
function wordsOf(text: string): string {
  const words = text.split(/\s+/).map((word) => word.replace(around, ''))
  return words.join('') === '' ? text : words.join(' ')
}

/** The distinct words of a text in the form they are searched for. */
export async function selectForms(db: Db, text: string): Promise<string[]> {
  const { forms } = await db.one<{ forms: string[] }>(sql`
    SELECT array(SELECT DISTINCT form FROM regexp_split_to_table(search_form(${wordsOf(text)}), '\\s+') form WHERE form <> ''
                 LIMIT ${maxWords}) AS forms`)
  return forms
}

/** Shares of events, from 0 to 1, that match in each way, and that have each word. */
export interface Shares {
  fits: Record<Fit, number>
  words: number[]
}

/** Estimated from the newest public events; 0 for fits not in `asked`. */
export async function selectShares(
  db: Db,
  { words, asked, onlyCurrent }: { words: Words; asked: readonly Fit[]; onlyCurrent: boolean },
): Promise<Shares> {
  const conditions = [...asked.map((fit) => matches(words, fit)), ...words.map((word) => matches([word], 'text'))]
  const { shares } = await db.one<{ shares: (number | null)[] }>(sql`
    SELECT ARRAY[${join(conditions.map((matches) => sql`avg((${matches})::int)::float8`))}] AS shares
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

/** Parts of the newest public events' texts that match `pattern`, most frequent first. */
export async function selectNearParts(db: Db, pattern: string, onlyCurrent: boolean): Promise<string[]> {
  const rows = await db.many<{ part: string }>(sql`
    SELECT found[1] AS part
    FROM (${newest(onlyCurrent)}) l CROSS JOIN LATERAL regexp_matches(l.search_text, ${`(${pattern})`}, 'g') found
    GROUP BY found[1] ORDER BY count(*) DESC, found[1] LIMIT ${maxNearWords}`)
  return rows.map(({ part }) => part)
}

/** Words of public events that may be one typing mistake away, most used first. */
export function selectNearWords(db: Db, words: string[]): Promise<{ typed: string; word: string }[]> {
  return db.many(sql`
    SELECT typed, near.word
    FROM unnest(${words}::text[]) typed CROSS JOIN LATERAL (
      SELECT s.word, s.events FROM search_words s
      WHERE one_letter_less(s.word) && one_letter_less(typed) AND s.word <> typed
      ORDER BY s.events DESC, s.word LIMIT ${maxNearWords}
    ) near
    ORDER BY typed, near.events DESC, near.word`)
}

/** The words of a search, each in its search form, followed by possible corrections. */
export type Words = readonly (readonly [string, ...string[]])[]

/** How an event matches, best first: every word begins a word of its name or tags, is part of them, or is part of its
 *  other texts. */
export const fits = ['begins', 'title', 'text'] as const
export type Fit = (typeof fits)[number]

/** `walk` reads the list until the page is full, fast if many match. `index` uses the trigram index, fast if few
 *  match. */
export type Way = 'walk' | 'index'

/** The index holds parts of three letters. */
const shortest = 3

const columns: Record<Fit, Sql> = { begins: sql`l.title_text`, title: sql`l.title_text`, text: sql`l.search_text` }

/** The condition for a match. Only the `index` form can use the index. */
export function matches(words: Words, fit: Fit, way: Way = 'walk'): Sql {
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

/** A word rarer than this share is searched alone. */
const rareShare = 0.002

/** For a word more common than this share, reading the viewer's few events is faster than the index. */
const commonShare = 0.15

interface Wanted {
  words: Words
  fit: Fit
  way: Way
  /** The share of events with each word. */
  shares: number[]
  /** Excludes events that match this. */
  without?: Sql
}

export function sourceFor({ words, fit, way, shares, without }: Wanted): Source {
  const where = sql`${matches(words, fit)}${without ? sql` AND NOT (${without})` : sql``}`
  const known = words
    .map((meant, place) => ({ meant, share: shares[place] ?? 0 }))
    .filter(({ meant }) => meant.every((word) => word.length >= shortest))
    .toSorted((one, other) => one.share - other.share)
  const [rarest] = known
  const isWalked = way === 'walk'
  if (rarest === undefined || (isWalked && rarest.share >= commonShare)) return { where, indexed: null, isWalked: true }
  const asked = rarest.share < rareShare ? [rarest.meant] : known.map(({ meant }) => meant)
  return { where, indexed: matches(asked, fit, 'index'), isWalked }
}

/** The match of a row `l` as an integer, 0 for the best. */
export function rankOf(words: Words): Sql {
  return sql`CASE ${join(
    fits.map((fit, place) => sql`WHEN ${matches(words, fit)} THEN ${place}::integer`),
    ' ',
  )} ELSE ${fits.length}::integer END`
}

function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}
