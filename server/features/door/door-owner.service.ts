import { randomBytes } from 'node:crypto'
import type { DoorEntry, DoorLink, DoorProgress } from '#contract/tickets/door.ts'
import { logAction } from '#server/features/team/team.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { countDoor } from './door.repository.ts'
import { hashOfSecret } from './door.service.ts'
import {
  insertLink,
  revokeLink,
  selectDoors,
  selectEntries,
  selectLinks,
  selectMinutes,
} from './door-owner.repository.ts'

/** The links that still work, newest first. */
export function listLinks(ctx: Context, eventId: number): Promise<DoorLink[]> {
  return selectLinks(ctx.db, eventId)
}

/** The secret, 256 random bits in base64url, is returned only here; the database has its hash. */
export async function addLink(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  name: string,
): Promise<DoorLink & { secret: string }> {
  const secret = randomBytes(32).toString('base64url')
  const link = await ctx.db.transaction(async (tx) => {
    await logLinks(ctx, tx, user, eventId)
    return insertLink(tx, eventId, name, hashOfSecret(secret), ctx.now())
  })
  return { ...link, secret }
}

/** The link stops working; its scans stay. Throws `not_found`. */
export async function revoke(ctx: Context, user: SignedInUser, eventId: number, linkId: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!(await revokeLink(tx, eventId, linkId, ctx.now()))) throw new AppError('not_found')
    await logLinks(ctx, tx, user, eventId)
  })
}

function logLinks(ctx: Context, tx: Db, { id }: SignedInUser, eventId: number): Promise<void> {
  return logAction(tx, { eventId, userId: id, action: 'edited', detail: 'door_links' }, ctx.now())
}

export async function showProgress(ctx: Context, eventId: number): Promise<DoorProgress> {
  const [count, minutes, doors] = await Promise.all([
    countDoor(ctx.db, eventId),
    selectMinutes(ctx.db, eventId, ctx.now()),
    selectDoors(ctx.db, eventId),
  ])
  return { ...count, minutes, doors }
}

/** The newest entries, or the one of a ticket. */
export function listEntries(ctx: Context, eventId: number, ticketNumber: string | undefined): Promise<DoorEntry[]> {
  return selectEntries(ctx.db, eventId, ticketNumber ?? null)
}
