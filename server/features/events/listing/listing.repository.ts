import { mostCounted } from '#contract/events/event-list.ts'
import { splitCommas } from '#contract/fields.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'
import { type Listing, lateListings, type Source } from './branches.sql.ts'
import { countOf, idsOf } from './listing.sql.ts'

/** The place of an event in a list: `after` is the cursor of what comes behind it. */
export interface Place {
  id: number
  after: string
}

/** The next `limit` events of a list behind `cursor`, in its order. */
export async function selectPlaces(db: Db, listing: Listing, part: Parameters<typeof idsOf>[1]): Promise<Place[]> {
  const statement = idsOf(listing, part)
  return statement === null ? [] : db.many(statement)
}

/** The same, with how many events the whole list has, up to `mostCounted` + 1; null where the part begins behind
 *  the end. For lists that hold few. */
export async function selectCountedPlaces(
  db: Db,
  listing: Listing,
  part: Parameters<typeof idsOf>[1],
): Promise<{ places: Place[]; total: number } | null> {
  const statement = idsOf(listing, { ...part, counted: mostCounted + 1 })
  const places = statement === null ? [] : await db.many<Place & { total: number }>(statement)
  return places[0] || part.cursor === 0 ? { places, total: places[0]?.total ?? 0 } : null
}

/** How many of the events in a list are public, or private; `mostCounted` + 1 where there are more. */
export async function countListed(
  db: Db,
  listing: Listing,
  source: Source,
  only?: 'public' | 'private',
): Promise<number> {
  const statement = countOf(listing, source, mostCounted + 1, only)
  return statement === null ? 0 : (await db.one<{ total: number }>(statement)).total
}

/** How many public events a counter knows: of a category, with a tag, or all. Those that have ended but are not marked yet
 *  are counted among the past ones. */
export async function selectCounted(
  db: Db,
  { category, tags }: { category?: string | undefined; tags?: string | undefined },
  now: Date,
): Promise<{ current_events: number; past_events: number }> {
  const [kind, value, has]: [string, string, Sql] = category
    ? ['category', category, sql`category = ${category}`]
    : tags
      ? ['tag', tags, sql`tags && ${splitCommas(tags)}::text[]`]
      : ['all', '', sql`true`]
  return db.one(sql`
    SELECT coalesce(sum(current_events), 0)::int - late.events AS current_events,
           coalesce(sum(past_events), 0)::int + late.events AS past_events
    FROM (SELECT count(*)::int AS events FROM (${lateListings(now)}) late WHERE ${has}) late LEFT JOIN listing_counts ON kind = ${kind} AND value = ${value}
    GROUP BY late.events`)
}
