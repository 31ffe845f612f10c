import type { CategoryCount, DayCount, TagCount } from '#contract/events/event-list.ts'
import type { Viewer } from '#server/features/accounts/viewer.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'
import { listingsBeyondDomain, listingsOfDomain, privateListingsDuring, unmarkedListings } from './list-branches.sql.ts'

/** The categories of private events for an email domain, with their counts. */
export function selectCategoriesOfDomain(db: Db, domain: string, now: Date): Promise<CategoryCount[]> {
  return db.many(sql`
    SELECT category, ${currentAndPast(now)}
    FROM (${listingsOfDomain({ emailDomain: domain })}) l
    GROUP BY category`)
}

/** `ofDomain` comes from `selectCategoriesOfDomain`. */
export function selectCategories(
  db: Db,
  viewer: Viewer,
  { ofDomain, now }: { ofDomain: CategoryCount[]; now: Date },
): Promise<CategoryCount[]> {
  const column = (name: keyof CategoryCount) => ofDomain.map((counted) => counted[name])
  return db.many(sql`
    WITH counts AS (
      SELECT value AS category, current_events, past_events FROM listing_counts WHERE kind = 'category'
      UNION ALL SELECT * FROM unnest(
        ${column('category')}::text[], ${column('current_events')}::integer[], ${column('past_events')}::integer[])
      UNION ALL SELECT category, (ends > ${now})::int, (ends <= ${now})::int FROM (${listingsBeyondDomain(viewer)}) own
      UNION ALL SELECT category, -1, 1 FROM (${unmarkedListings(now)}) late
    )
    SELECT category, sum(current_events)::int AS current_events, sum(past_events)::int AS past_events
    FROM counts
    GROUP BY category
    HAVING sum(current_events) + sum(past_events) > 0
    ORDER BY sum(current_events) DESC, sum(past_events) DESC, category`)
}

/** The tags of private events for an email domain, most used first. */
export function selectTagsOfDomain(db: Db, domain: string, now: Date): Promise<TagCount[]> {
  return db.many(sql`
    SELECT tag, ${currentAndPast(now)}
    FROM (${listingsOfDomain({ emailDomain: domain })}) l CROSS JOIN LATERAL unnest(tags) tag
    GROUP BY tag
    ORDER BY current_events DESC, past_events DESC`)
}

function currentAndPast(now: Date): Sql {
  return sql`
    count(*) FILTER (WHERE ends > ${now})::integer AS current_events,
    count(*) FILTER (WHERE ends <= ${now})::integer AS past_events`
}

/** Counts the tags that may be among the `limit` most used, without the private events for the viewer's email domain:
 *  the most used public tags, the viewer's own, those in `likely`, and those that at most `fewer` events of the
 *  domain would lift into the list. Unordered. */
export function selectTagsBesideDomain(
  db: Db,
  viewer: Viewer,
  { likely, fewer, limit, now }: { likely: string[]; fewer: number; limit: number; now: Date },
): Promise<TagCount[]> {
  return db.many(sql`
    WITH changes AS MATERIALIZED (
      SELECT tag, sum(current)::integer AS current_events, sum(past)::integer AS past_events
      FROM (
        SELECT tag, (ends > ${now})::integer AS current, (ends <= ${now})::integer AS past
        FROM (${listingsBeyondDomain(viewer)}) own CROSS JOIN LATERAL unnest(tags) tag
        UNION ALL SELECT tag, -1, 1 FROM (${unmarkedListings(now)}) late CROSS JOIN LATERAL unnest(tags) tag
      ) each
      GROUP BY tag
    ), most AS MATERIALIZED (
      SELECT value AS tag, current_events FROM listing_counts
      WHERE kind = 'tag' ORDER BY current_events DESC, value
      -- Those with events that are late may fall behind as many others.
      LIMIT ${limit} + (SELECT count(*) FROM changes WHERE current_events < 0)
    ), threshold AS (
      SELECT CASE WHEN count(*) < ${limit} THEN 0 ELSE min(current_events) END AS current_events FROM most
    ), candidates AS (
      SELECT tag FROM most
      UNION SELECT c.tag FROM changes c, threshold t WHERE c.current_events >= least(t.current_events, 1)
      UNION SELECT * FROM unnest(${likely}::text[])
      UNION SELECT value FROM listing_counts
      WHERE ${fewer}::integer > 0 AND kind = 'tag'
        AND current_events >= (SELECT current_events FROM threshold) - ${fewer}::integer
    )
    SELECT tag, coalesce(l.current_events, 0) + coalesce(c.current_events, 0) AS current_events,
           coalesce(l.past_events, 0) + coalesce(c.past_events, 0) AS past_events
    FROM candidates
    LEFT JOIN LATERAL (SELECT * FROM listing_counts WHERE kind = 'tag' AND value = tag LIMIT 1) l ON true
    LEFT JOIN changes c USING (tag)`)
}

/** Days with events. `first` is the first day of the month, YYYY-MM-DD. */
export function selectDays(db: Db, viewer: Viewer, first: string): Promise<DayCount[]> {
  const start = (day: Sql) => sql`(${day}::timestamp AT TIME ZONE 'Asia/Bangkok')`
  return db.many(sql`
    WITH month AS (
      SELECT ${first}::date AS first, (${first}::date + interval '1 month')::date AS next
    ), in_month AS MATERIALIZED (
      SELECT l.starts, l.ends FROM (${privateListingsDuring(viewer, start(sql`${first}::date`), start(sql`(${first}::date + interval '1 month')`))}) l
    ), before AS (
      SELECT coalesce(sum(d.started - d.ended), 0) AS events FROM listing_days d, month WHERE d.day < month.first
    ), days AS (
      SELECT each.day::date AS day, ${start(sql`each.day::date`)} AS begins, ${start(sql`(each.day::date + 1)`)} AS ends,
             coalesce(sum(d.started) OVER sofar, 0) - coalesce(sum(d.ended) OVER sofar, 0) + coalesce(d.ended, 0) AS events
      FROM month CROSS JOIN LATERAL generate_series(month.first, month.next - 1, interval '1 day') each (day)
      LEFT JOIN listing_days d ON d.day = each.day::date
      WINDOW sofar AS (ORDER BY each.day)
    ), counted AS MATERIALIZED (
      SELECT days.day, before.events + days.events + (
        SELECT count(*) FROM in_month l WHERE l.starts < days.ends AND l.ends > days.begins) AS events
      FROM days, before
    )
    SELECT day, events::int AS events FROM counted WHERE events > 0 ORDER BY day`)
}
