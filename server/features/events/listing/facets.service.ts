import type { CategoryCount, DayCount, TagCount } from '#contract/events/facets.ts'
import { readerOf } from '#server/features/accounts/users/reader.ts'
import type { Context } from '#server/lib/context.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { selectCategories, selectDays, selectTags } from './facets.repository.ts'

/** The categories of the events that the user, or a visitor, may see listed. */
export function categories(ctx: Context, user: SignedInUser | null): Promise<CategoryCount[]> {
  return selectCategories(ctx.db, readerOf(ctx.settings, user), ctx.now())
}

/** The most used tags of the events that the user, or a visitor, may see listed. */
export function tags(ctx: Context, user: SignedInUser | null, limit: number): Promise<TagCount[]> {
  return selectTags(ctx.db, readerOf(ctx.settings, user), limit, ctx.now())
}

/** The days of a month on which there are events that the user, or a visitor, may see listed. */
export function days(ctx: Context, user: SignedInUser | null, month: string): Promise<DayCount[]> {
  return selectDays(ctx.db, readerOf(ctx.settings, user), `${month}-01`)
}
