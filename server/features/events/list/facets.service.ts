import type { CategoryCount, DayCount, TagCount } from '#contract/events/event-list.ts'
import { viewerOf } from '#server/features/accounts/viewer.ts'
import type { Context } from '#server/lib/context.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { cacheSlow } from '#server/lib/postgres/slow-results.ts'
import {
  selectCategories,
  selectCategoriesOfDomain,
  selectDays,
  selectTagsBesideDomain,
  selectTagsOfDomain,
} from './facets.repository.ts'

/** Counts of a domain from this number on may be half a minute old, as totals may. */
const manyCounted = 1_000
const isMany = (counts: Counts[]) =>
  counts.reduce((sum, { current_events, past_events }) => sum + current_events + past_events, 0) >= manyCounted
const cachedCategories = cacheSlow<CategoryCount[]>({ maxEntries: 20, isSlow: isMany })
const cachedTags = cacheSlow<TagsOfDomain>({ maxEntries: 20, isSlow: ({ counts }) => isMany([...counts.values()]) })

type Counts = Pick<TagCount, 'current_events' | 'past_events'>

/** The tags of a domain's private events: counts by tag, and the tags, most used first. */
interface TagsOfDomain {
  counts: Map<string, Counts>
  mostUsed: TagCount[]
}

export async function categories(ctx: Context, user: SignedInUser | null): Promise<CategoryCount[]> {
  const { db, viewer, now } = queryContext(ctx, user)
  const domain = viewer.emailDomain
  const ofDomain =
    domain === null ? [] : await cachedCategories(db, domain, () => selectCategoriesOfDomain(db, domain, now))
  return selectCategories(db, viewer, { ofDomain, now })
}

/** Ignores punctuation: 'c' and 'c#' are equal. */
const byName = new Intl.Collator('th').compare

/** At least the highest `limit` of the call. */
const mostLikely = 200

export async function tags(ctx: Context, user: SignedInUser | null, limit: number): Promise<TagCount[]> {
  const { db, viewer, now } = queryContext(ctx, user)
  const { counts, mostUsed } = await tagsOfDomain(db, viewer.emailDomain, now)
  const likely = mostUsed.slice(0, mostLikely).map(({ tag }) => tag)
  const fewer = mostUsed[mostLikely]?.current_events ?? 0
  const beside = await selectTagsBesideDomain(db, viewer, { likely, fewer, limit, now })
  return beside
    .map(({ tag, current_events, past_events }) => {
      const ofDomain = counts.get(tag)
      return {
        tag,
        current_events: current_events + (ofDomain?.current_events ?? 0),
        past_events: past_events + (ofDomain?.past_events ?? 0),
      }
    })
    .filter(({ current_events, past_events }) => current_events + past_events > 0)
    .sort(
      (one, other) =>
        other.current_events - one.current_events ||
        other.past_events - one.past_events ||
        byName(one.tag, other.tag) ||
        (one.tag < other.tag ? -1 : 1),
    )
    .slice(0, limit)
}

async function tagsOfDomain(db: Db, domain: string | null, now: Date): Promise<TagsOfDomain> {
  if (domain === null) return { counts: new Map(), mostUsed: [] }
  return cachedTags(db, domain, async () => {
    const mostUsed = await selectTagsOfDomain(db, domain, now)
    return { counts: new Map(mostUsed.map((counted) => [counted.tag, counted])), mostUsed }
  })
}

export function days(ctx: Context, user: SignedInUser | null, month: string): Promise<DayCount[]> {
  const { db, viewer } = queryContext(ctx, user)
  return selectDays(db, viewer, `${month}-01`)
}

function queryContext(ctx: Context, user: SignedInUser | null) {
  return { db: ctx.replica.for(user), viewer: viewerOf(ctx.settings, user), now: ctx.now() }
}
