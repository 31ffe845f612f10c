import { type Db, join, type Sql, sql } from '#server/lib/postgres/database.ts'
import { type Fit, fitting, type Words } from './search.sql.ts'

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
