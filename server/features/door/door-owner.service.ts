import { randomBytes } from 'node:crypto'
import type { DoorEntry, DoorLink, DoorProgress } from '#contract/tickets/door.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { countDoor } from './door.repository.ts'
import { hashOfSecret, requireOwner } from './door.service.ts'
import {
  insertLink,
  revokeLink,
  selectDoors,
  selectEntries,
  selectLinks,
  selectMinutes,
} from './door-owner.repository.ts'

// Owner only: each of these throws `not_your_event` or `event_not_found`.

/** The links that still work, newest first. */
export async function listLinks(ctx: Context, user: SignedInUser, eventId: number): Promise<DoorLink[]> {
  await requireOwner(ctx, user, eventId)
  return selectLinks(ctx.db, eventId)
}

/** The secret, 256 random bits in base64url, is returned only here; the database has its hash. */
export async function addLink(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  name: string,
): Promise<DoorLink & { secret: string }> {
  await requireOwner(ctx, user, eventId)
  const secret = randomBytes(32).toString('base64url')
  return { ...(await insertLink(ctx.db, eventId, name, hashOfSecret(secret), ctx.now())), secret }
}

/** The link stops working; its scans stay. Throws `not_found`. */
export async function revoke(ctx: Context, user: SignedInUser, eventId: number, linkId: number): Promise<void> {
  await requireOwner(ctx, user, eventId)
  if (!(await revokeLink(ctx.db, eventId, linkId, ctx.now()))) throw new AppError('not_found')
}

export async function showProgress(ctx: Context, user: SignedInUser, eventId: number): Promise<DoorProgress> {
  await requireOwner(ctx, user, eventId)
  const [count, minutes, doors] = await Promise.all([
    countDoor(ctx.db, eventId),
    selectMinutes(ctx.db, eventId, ctx.now()),
    selectDoors(ctx.db, eventId),
  ])
  return { ...count, minutes, doors }
}

/** The newest entries, or the one of a ticket. */
export async function listEntries(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  ticketNumber: string | undefined,
): Promise<DoorEntry[]> {
  await requireOwner(ctx, user, eventId)
  return selectEntries(ctx.db, eventId, ticketNumber ?? null)
}
