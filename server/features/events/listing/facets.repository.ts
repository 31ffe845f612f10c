import type { CategoryCount, DayCount, TagCount } from '#contract/events/facets.ts'
import type { Reader } from '#server/features/accounts/users/reader.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'
import { lateListings, listingsBeyondDomain, listingsOfDomain, privateListings } from './branches.sql.ts'

export function selectCategories(db: Db, reader: Reader, now: Date): Promise<CategoryCount[]> {
  return db.many(sql`
    WITH own AS MATERIALIZED (${privateListings(reader)}), late AS MATERIALIZED (${lateListings(now)}), counts AS (
      SELECT value AS category, current_events, past_events FROM listing_counts WHERE kind = 'category'
      UNION ALL SELECT category, (ends > ${now})::int, (ends <= ${now})::int FROM own
      UNION ALL SELECT category, -1, 1 FROM late
    )
    SELECT category, sum(current_events)::int AS current_events, sum(past_events)::int AS past_events
    FROM counts
    GROUP BY category
    HAVING sum(current_events) + sum(past_events) > 0
    ORDER BY sum(current_events) DESC, sum(past_events) DESC, category`)
}

/** The tags of the private events for an email domain, with how many events have each. */
export function selectTagsOfDomain(db: Db, domain: string, now: Date): Promise<TagCount[]> {
  return db.many(sql`
    SELECT tag, count(*) FILTER (WHERE ends > ${now})::integer AS current_events,
           count(*) FILTER (WHERE ends <= ${now})::integer AS past_events
    FROM (${listingsOfDomain({ emailDomain: domain })}) l CROSS JOIN LATERAL unnest(tags) tag
    GROUP BY tag`)
}

/** Looks at the counters of the `limit` most used tags, of late events' tags, and of those of private events that may come
 *  among the most used by them. `ofDomain` is what `selectTagsOfDomain` counted. */
export function selectTags(
  db: Db,
  reader: Reader,
  { ofDomain, limit, now }: { ofDomain: TagCount[]; limit: number; now: Date },
): Promise<TagCount[]> {
  const column = (name: keyof TagCount) => ofDomain.map((counted) => counted[name])
  return db.many(sql`
    WITH changes AS MATERIALIZED (
      SELECT tag, sum(current)::integer AS current_events, sum(past)::integer AS past_events
      FROM (
        SELECT * FROM unnest(
          ${column('tag')}::text[], ${column('current_events')}::integer[], ${column('past_events')}::integer[]
        ) of_domain (tag, current, past)
        UNION ALL SELECT tag, (ends > ${now})::integer, (ends <= ${now})::integer
        FROM (${listingsBeyondDomain(reader)}) own CROSS JOIN LATERAL unnest(tags) tag
        UNION ALL SELECT tag, -1, 1 FROM (${lateListings(now)}) late CROSS JOIN LATERAL unnest(tags) tag
      ) each
      GROUP BY tag
    ), most AS MATERIALIZED (
      SELECT value AS tag, current_events FROM listing_counts
      WHERE kind = 'tag' ORDER BY current_events DESC, value LIMIT ${limit}
    ), least AS (
      SELECT CASE WHEN count(*) < ${limit} THEN 0 ELSE min(current_events) END AS current_events FROM most
    ), next AS MATERIALIZED (
      SELECT value AS tag FROM listing_counts
      WHERE kind = 'tag'
        AND current_events >= (SELECT current_events FROM least) - (SELECT max(current_events) FROM changes)
    ), candidates AS MATERIALIZED (
      SELECT tag FROM most
      UNION SELECT c.tag FROM changes c, least WHERE c.current_events >= least.current_events OR c.current_events < 0
      UNION SELECT tag FROM next WHERE tag IN (SELECT tag FROM changes)
    )
    SELECT tag, sum(current_events)::integer AS current_events, sum(past_events)::integer AS past_events
    FROM (
      SELECT value AS tag, current_events, past_events
      FROM listing_counts
      WHERE kind = 'tag' AND value IN (SELECT tag FROM candidates)
      UNION ALL SELECT c.* FROM changes c WHERE tag IN (SELECT tag FROM candidates)
    ) counts
    GROUP BY tag
    HAVING sum(current_events) + sum(past_events) > 0
    ORDER BY sum(current_events) DESC, sum(past_events) DESC, tag
    LIMIT ${limit}`)
}

/** Days on which nothing takes place are left out. `first` is the first day of the month, YYYY-MM-DD. */
export function selectDays(db: Db, reader: Reader, first: string): Promise<DayCount[]> {
  const start = (day: Sql) => sql`${day}::timestamp AT TIME ZONE 'Asia/Bangkok'`
  return db.many(sql`
    WITH month AS (
      SELECT ${first}::date AS first, (${first}::date + interval '1 month')::date AS next
    ), in_month AS MATERIALIZED (
      SELECT l.starts, l.ends FROM (${privateListings(reader)}) l, month
      WHERE l.starts < ${start(sql`month.next`)} AND l.ends > ${start(sql`month.first`)}
    ), before AS (
      SELECT coalesce(sum(d.started - d.ended), 0) AS events FROM listing_days d, month WHERE d.day < month.first
    ), days AS (
      SELECT each.day::date AS day,
             coalesce(sum(d.started) OVER sofar, 0) - coalesce(sum(d.ended) OVER sofar, 0) + coalesce(d.ended, 0) AS events
      FROM month CROSS JOIN LATERAL generate_series(month.first, month.next - 1, interval '1 day') each (day)
      LEFT JOIN listing_days d ON d.day = each.day::date
      WINDOW sofar AS (ORDER BY each.day)
    ), counted AS (
      SELECT days.day, before.events + days.events + (
        SELECT count(*) FROM in_month l
        WHERE l.starts < ${start(sql`(days.day + 1)`)} AND l.ends > ${start(sql`days.day`)}) AS events
      FROM days, before
    )
    SELECT day, events::int AS events FROM counted WHERE events > 0 ORDER BY day`)
}
