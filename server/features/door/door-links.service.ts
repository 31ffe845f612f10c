import { randomBytes } from 'node:crypto'
import type { DoorLink } from '#contract/tickets/door.ts'
import { requireOwn } from '#server/features/events/events.service.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { hashOfSecret } from './door-access.ts'
import { insertLink, revokeLink, selectLinks } from './door-links.repository.ts'

/** The links of the user's own event that still work, newest first. */
export async function list(ctx: Context, user: SignedInUser, eventId: number): Promise<DoorLink[]> {
  await requireOwn(ctx, user, eventId)
  return selectLinks(ctx.db, eventId)
}

/** Makes a link for the user's own event. Its secret, 256 random bits in base64url, is told here and stored nowhere. */
export async function add(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  name: string,
): Promise<DoorLink & { secret: string }> {
  await requireOwn(ctx, user, eventId)
  const secret = randomBytes(32).toString('base64url')
  return { ...(await insertLink(ctx.db, eventId, name, hashOfSecret(secret), ctx.now())), secret }
}

/** From now on nobody gets in with the link; what was scanned with it stays. Throws `not_found`. */
export async function revoke(ctx: Context, user: SignedInUser, eventId: number, linkId: number): Promise<void> {
  await requireOwn(ctx, user, eventId)
  if (!(await revokeLink(ctx.db, eventId, linkId, ctx.now()))) throw new AppError('not_found')
}
