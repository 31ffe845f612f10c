import type { FollowedOrganizer, OrganizerPage } from '#contract/engagement/follows.ts'
import * as m from '#messages/answers.json'
import { lockUser } from '#server/features/accounts/users.repository.ts'
import { countOfOrganizer } from '#server/features/events/list/list.service.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { violates } from '#server/lib/postgres/database.ts'
import { seal, unseal } from '#server/lib/security/seals.ts'
import {
  countFollowers,
  deleteFollow,
  insertFollow,
  selectFollowed,
  selectShownOrganizer,
} from './following.repository.ts'

/** An organizer's public page, for the user or a visitor. Throws `organizer_not_found`. */
export async function showPage(ctx: Context, user: SignedInUser | null, id: number): Promise<OrganizerPage> {
  const { user_id, ...organizer } = await organizerWith(ctx, id, user)
  const is_own = user?.id === user_id
  const [counts, followers] = await Promise.all([
    countOfOrganizer(ctx, user, id),
    is_own ? countFollowers(ctx.db, id) : null,
  ])
  return { ...organizer, ...counts, is_own, followers }
}

/** Locks the user's row, so that simultaneous toggles take turns. Throws `organizer_not_found`, and `own_follow` for
 *  the organizer themselves. */
export async function toggle(ctx: Context, user: SignedInUser, id: number) {
  const organizer = await organizerWith(ctx, id, user)
  if (organizer.user_id === user.id) throw new AppError('own_follow')
  return ctx.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const is_following = !(await deleteFollow(tx, id, user.id))
    if (is_following) await insertFollow(tx, id, user.id, ctx.now()).catch(refuseGone)
    const message = is_following ? m.followed : m.followedNoMore
    return { is_following, message }
  })
}

/** The organizers whom the user follows, last followed first. */
export function listOf(ctx: Context, user: SignedInUser): Promise<FollowedOrganizer[]> {
  return selectFollowed(ctx.db, user.id)
}

/** The organizer that an unsubscribe link would stop following. Throws `stop_link_invalid`. */
export async function showLink(ctx: Context, link: string) {
  const { organizer_name, is_following } = await organizerOf(ctx, linked(ctx, link))
  return { organizer_name, is_following }
}

/** Stops following by an unsubscribe link; repeating it does nothing. Throws `stop_link_invalid`. */
export async function stop(ctx: Context, link: string) {
  const follow = linked(ctx, link)
  await organizerOf(ctx, follow)
  await deleteFollow(ctx.db, follow.organizerId, follow.userId)
  return { message: m.followingStopped }
}

async function organizerWith(ctx: Context, id: number, user: Pick<SignedInUser, 'id'> | null) {
  const organizer = await selectShownOrganizer(ctx.db, id, user?.id ?? null)
  if (organizer === null) throw new AppError('organizer_not_found')
  return organizer
}

async function organizerOf(ctx: Context, { organizerId, userId }: Follow) {
  const organizer = await selectShownOrganizer(ctx.db, organizerId, userId)
  if (organizer === null) throw new AppError('stop_link_invalid')
  return organizer
}

function refuseGone(error: unknown): never {
  throw violates(error, 'follows_organizer_id_fkey') ? new AppError('organizer_not_found') : error
}

/** A person who follows an organizer. */
export interface Follow {
  organizerId: number
  userId: number
}

const purpose = 'stop following'

/** The end of the unsubscribe link. It is the same in every mail, so that old mails also stop a follow that was started
 *  again. */
export function stopLinkOf(secret: string, { organizerId, userId }: Follow): string {
  return seal(secret, purpose, organizerId, userId)
}

/** The follow that a link stops. Throws `stop_link_invalid` for a text that this server did not make. */
function linked(ctx: Context, link: string): Follow {
  const [organizerId, userId] = unseal(ctx.tokenSecret, purpose, link) ?? []
  if (organizerId === undefined || userId === undefined) throw new AppError('stop_link_invalid')
  return { organizerId, userId }
}
