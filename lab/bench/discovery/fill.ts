import { type Database, join, type Sql, sql } from '#server/lib/postgres/database.ts'
import * as words from './words.ts'

export const organizers = 2_000
const people = 10_000
/** The email domain that may see many private events; the member's address is in it. */
const memberDomain = 'ku.th'
/** The id of the member, who is no organizer. */
export const memberId = people
const chunk = 50_000
/** A tenth of the events are weekly dates of series. */
const datesOfSeries = 20

/** Adds the people: organizers first, then those who like and apply. The member is the last of them. */
export async function addPeople(db: Database): Promise<void> {
  await db.run(sql`
    INSERT INTO users (username, email, first_name, last_name, birth_date)
    SELECT 'person' || n, 'person' || n || '@' || ${memberDomain}, 'Person', n::text, '1990-01-01'
    FROM generate_series(1, ${people}::int) n`)
  await db.run(sql`
    INSERT INTO organizers (user_id, organizer_name, email, organization_type, is_verified)
    SELECT id, 'Organizer ' || id, email, 'COMPANY', id % 3 = 0 FROM users WHERE id <= ${organizers}`)
}

/** Adds events until there are `total`: three years before `now` and one after it, two percent private. An event's number
 *  determines its content in every run, except for dates, which are relative to `now`. */
export async function addEvents(db: Database, total: number, now: Date): Promise<void> {
  const { there } = await db.one<{ there: number }>(sql`SELECT count(*)::int AS there FROM events`)
  // Reuses the numbers of removed events, because an event's number is its seed.
  await db.run(sql`SELECT setval(pg_get_serial_sequence('events', 'id'), ${there + 1}, false)`)
  const indexes = await dropSearchIndexes(db)
  for (let from = there + 1; from <= total; from += chunk) {
    const to = Math.min(total, from + chunk - 1)
    await db.run(insertChunk(from, to, now))
    await db.run(sql`
      INSERT INTO event_seats (event_id, taken)
      SELECT n, least(20000, 30 / (0.001 + ${part(40)}))::int FROM generate_series(${from}::int, ${to}::int) n`)
    await addEngagement(db, from, to, now)
  }
  for (const { definition } of indexes) await db.pool.query(definition)
  await db.pool.query('VACUUM ANALYZE')
}

/** Creating these indexes after all rows are in takes a tenth of the time. */
async function dropSearchIndexes(db: Database): Promise<{ name: string; definition: string }[]> {
  const indexes = await db.many<{ name: string; definition: string }>(sql`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE tablename = 'event_listings' AND indexdef LIKE '%USING gi%'`)
  for (const { name } of indexes) await db.pool.query(`DROP INDEX ${name}`)
  return indexes
}

/** Every fifth event has a few likes, every tenth a bookmark, and one in a thousand very many. The member likes some, and has
 *  tickets for some private ones. */
async function addEngagement(db: Database, from: number, to: number, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO likes (event_id, user_id, created_at)
    SELECT n, 1 + (n + k * 7) % ${people}, ${now}::timestamptz
    FROM generate_series(${from}::int, ${to}::int) n,
         generate_series(1, CASE WHEN n % 1000 = 7 THEN 1000 WHEN n % 5 = 0 THEN 3 ELSE 0 END) k
    ON CONFLICT DO NOTHING`)
  await db.run(sql`
    INSERT INTO bookmarks (event_id, user_id, created_at)
    SELECT n, 1 + n % ${people}, ${now}::timestamptz FROM generate_series(${from}::int, ${to}::int) n WHERE n % 10 = 0
    UNION ALL SELECT n, ${memberId}, ${now}::timestamptz FROM generate_series(${from}::int, ${to}::int) n WHERE n % 5000 = 3`)
  await db.run(sql`
    INSERT INTO tickets (ticket_number, event_id, user_id, fullname, register_date, issued_at)
    SELECT 'BENCH-' || id, id, ${memberId}, 'Member', ${now}::timestamptz, ${now}::timestamptz FROM events
    WHERE id BETWEEN ${from} AND ${to} AND (id % 10000 = 17 OR visibility = 'PRIVATE' AND id % 200 = 19)`)
}

function insertChunk(from: number, to: number, now: Date): Sql {
  const startsAt = sql`(
    ${now}::timestamptz + (${part(1, sql`coalesce(series, n)`)} * 1461 - 1096 + 7 * coalesce(n - series, 0)) * interval '1 day')`
  const seriesOf = sql`CASE WHEN n / ${datesOfSeries}::int % 10 = 0 THEN n - n % ${datesOfSeries}::int + 1 END`
  const lasts = sql`CASE WHEN ${pick(2, 200)} = 0 THEN interval '60 days' WHEN ${pick(2, 200)} < 10 THEN interval '2 days'
                         ELSE interval '3 hours' END`
  return sql`
    INSERT INTO events (
      user_id, event_name, description, detailed_description, terms_and_conditions, visibility, category, tags, is_free,
      is_online, ticket_price, expected_price, dress_code, start_date_register, end_date_register, start_date_event,
      end_date_event, address, latitude, longitude, meeting_link, allowed_email_domains, contact_email, contact_phone,
      website_url, facebook_url, twitter_url, instagram_url, other_url, min_age_requirement, created_at, updated_at, series_id)
    SELECT 1 + ${pick(3, organizers)},
           left(${nameOf}, 50), left(${descriptionOf}, 350), repeat('## ' || ${descriptionOf} || E'\n\n', 3), '',
           CASE WHEN ${pick(4, 50)} = 0 THEN 'PRIVATE' ELSE 'PUBLIC' END,
           (ARRAY['CONFERENCE', 'CONFERENCE', 'CONFERENCE', 'CONFERENCE', 'CONFERENCE', 'CONFERENCE', 'CONFERENCE',
                  'CONFERENCE', 'CONFERENCE', 'CONFERENCE', 'WORKSHOP', 'WORKSHOP', 'WORKSHOP', 'WORKSHOP', 'SEMINAR',
                  'SEMINAR', 'NETWORKING', 'NETWORKING', 'CONCERT', 'OTHER'])[1 + ${pick(5, 20)}],
           ${oneOf(words.hotTags, 6)} || ',' || ${oneOf(words.tags, 7)} || ',' || ${rareWord(8)},
           ${pick(9, 2)} = 0, ${pick(10, 5)} = 0, ${pick(9, 2)} * (1 + ${pick(11, 40)}) * 50, 0, 'CASUAL',
           starts - interval '90 days', starts, starts, starts + lasts,
           ${oneOf(words.streets, 12)} || ' ' || ${oneOf(words.places, 13)},
           13.7563 + (${part(14)} - 0.5) * (CASE WHEN ${pick(15, 3)} = 0 THEN 12 ELSE 0.6 END),
           100.5018 + (${part(16)} - 0.5) * (CASE WHEN ${pick(15, 3)} = 0 THEN 6 ELSE 0.6 END),
           '', CASE WHEN ${pick(4, 50)} = 0 AND ${pick(17, 4)} > 0 THEN ${oneOf(words.domains, 18)} ELSE '' END,
           '', '', '', '', '', '', '', 0, least(${now}, starts - interval '100 days' - n * interval '1 millisecond'), ${now}, series
    FROM (
      SELECT n, series, ${startsAt} AS starts, ${lasts} AS lasts
      FROM generate_series(${from}::int, ${to}::int) n CROSS JOIN LATERAL (SELECT ${seriesOf} AS series) s
    ) numbered`
}

/** A number from 0 to `below`, seeded by `seed`, the event's number `n` unless given, and `salt`. */
function pick(salt: number, below: number, seed = sql`n`): Sql {
  return sql`(abs(hashint8extended(${seed}, ${salt}::bigint) % ${below}::bigint)::int)`
}

/** A fraction from 0 to 1. */
function part(salt: number, seed = sql`n`): Sql {
  return sql`(${pick(salt, 1_000_003, seed)}::float8 / 1000003)`
}

function oneOf(list: readonly string[], salt: number): Sql {
  return sql`(${list}::text[])[1 + ${pick(salt, list.length)}]`
}

/** One of 20,000 words that few events have. */
function rareWord(salt: number): Sql {
  const syllables = [1, 2, 3].map((place) => oneOf(words.syllables, salt * 10 + place))
  return sql`(${join(syllables, ' || ')})`
}

const nameOf = sql`(
  CASE WHEN ${pick(20, 2)} = 0
       THEN ${oneOf(words.english, 21)} || ' ' || ${rareWord(22)} || ' ' || ${oneOf(words.kinds, 23)}
       ELSE ${oneOf(words.thaiKinds, 24)} || ${oneOf(words.thai, 25)} || ' ' || ${oneOf(words.thai, 26)} END)`

const descriptionOf = sql`(
  ${oneOf(words.sentences, 30)} || ' ' || ${oneOf(words.english, 31)} || ' and ' || ${rareWord(32)} || '. '
  || ${oneOf(words.thaiSentences, 33)} || ${oneOf(words.thai, 34)} || ' ' || ${oneOf(words.sentences, 35)})`
