import type { CategoryCount, DayCount, TagCount } from '#contract/events/facets.ts'
import { readerOf } from '#server/features/accounts/users/reader.ts'
import type { Context } from '#server/lib/context.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { selectCategories, selectDays, selectTags, selectTagsOfDomain } from './facets.repository.ts'
import { keptLately } from './kept.ts'

/** The categories of the events that the user, or a visitor, may see listed. */
export function categories(ctx: Context, user: SignedInUser | null): Promise<CategoryCount[]> {
  return selectCategories(ctx.replica.for(user), readerOf(ctx.settings, user), ctx.now())
}

/** The most used tags of the events that the user, or a visitor, may see listed. */
export async function tags(ctx: Context, user: SignedInUser | null, limit: number): Promise<TagCount[]> {
  const [reader, now] = [readerOf(ctx.settings, user), ctx.now()]
  const db = ctx.replica.for(user)
  const ofDomain = reader.emailDomain === null ? [] : await tagsOfDomain(db, reader.emailDomain, now)
  return selectTags(db, reader, { ofDomain, limit, now })
}

/** From this number on, what a domain's private events have may be half a minute old, as totals may be. */
const manyTagged = 1_000
const keptTags = keptLately<TagCount[]>({
  most: 20,
  isKept: (tags) => tags.reduce((sum, tag) => sum + tag.current_events + tag.past_events, 0) >= manyTagged,
})

function tagsOfDomain(db: Db, domain: string, now: Date): Promise<TagCount[]> {
  return keptTags(db, domain, () => selectTagsOfDomain(db, domain, now))
}

/** The days of a month on which there are events that the user, or a visitor, may see listed. */
export function days(ctx: Context, user: SignedInUser | null, month: string): Promise<DayCount[]> {
  return selectDays(ctx.replica.for(user), readerOf(ctx.settings, user), `${month}-01`)
}
