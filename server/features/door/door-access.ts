import { createHash } from 'node:crypto'
import { requireOwn } from '#server/features/events/events.service.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { isOwnEvent } from './door.repository.ts'
import { selectGoodLink, touchLink } from './door-links.repository.ts'

/** Who asks for a door: a user, a visitor, or whoever holds a door link. */
export interface DoorCaller {
  user: SignedInUser | null
  /** The content of the header of door links; null where it is not sent. */
  secret: string | null
  /** The IP address that the request came from. */
  address: string
}

/** Who may open the door of an event: its owner (then null), or a helper by a door link (its id). A link that is shown
 *  decides alone. Throws `door_link_invalid`, `not_signed_in`, `not_your_event` or `event_not_found`. */
export async function requireDoor(ctx: Context, caller: DoorCaller, eventId: number): Promise<number | null> {
  if (caller.secret !== null) return requireLink(ctx, caller.secret, caller.address, eventId)
  if (caller.user === null) throw new AppError('not_signed_in')
  // A stranger is answered what they may know of the event, which takes reading all of it. Its owner is let through faster.
  if (!(await isOwnEvent(ctx.db, eventId, caller.user.id))) await requireOwn(ctx, caller.user, eventId)
  return null
}

/** Wrong links are counted per address, for whoever guesses; a good one is never in the way of that. */
async function requireLink(ctx: Context, secret: string, address: string, eventId: number): Promise<number> {
  const link = await selectGoodLink(ctx.db, eventId, hashOfSecret(secret), ctx.now())
  if (link === null) {
    await ctx.limits.consume('door_link_address', address)
    throw new AppError('door_link_invalid')
  }
  await touchLink(ctx.db, link.id, ctx.now())
  return link.id
}

/** SHA-256: the secret has 256 random bits, so nobody can try them all. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
