import type { BlockedPerson } from '#contract/comments/moderation.ts'
import type { Uploaded } from '#contract/fields.ts'
import type { Organizer, OrganizerApplication, OrganizerChange } from '#contract/organizers.ts'
import * as m from '#messages/answers.json'
import { lockUser } from '#server/features/accounts/users.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { replacePicture, type Upload } from '#server/lib/pictures/uploads.ts'
import { violates } from '#server/lib/postgres/database.ts'
import {
  deleteBlock,
  hasMet,
  insertBlock,
  insertOrganizer,
  replaceLogo,
  selectBlocked,
  selectOrganizerOf,
  updateOrganizerOf,
} from './organizers.repository.ts'

/** Makes the user an organizer at once. */
export async function apply(ctx: Context, user: SignedInUser, application: OrganizerApplication): Promise<Organizer> {
  try {
    return await insertOrganizer(ctx.db, user.id, application)
  } catch (error) {
    if (violates(error, 'organizers_user_id_key')) throw new AppError('already_organizer')
    if (violates(error, 'organizers_name_key')) throw new AppError('organizer_name_taken')
    throw error
  }
}

/** Throws `organizers_only`. */
export async function profileOf(ctx: Context, user: SignedInUser): Promise<Organizer> {
  const organizer = await selectOrganizerOf(ctx.db, user.id)
  if (organizer === null) throw new AppError('organizers_only')
  return organizer
}

export async function update(ctx: Context, user: SignedInUser, change: OrganizerChange): Promise<Organizer> {
  try {
    const organizer = await ctx.db.transaction(async (tx) => {
      // Waits for events that are being published: they have the old name, and the job of the rename must find them.
      await lockUser(tx, user.id)
      return updateOrganizerOf(tx, user.id, change)
    })
    if (organizer === null) throw new AppError('organizers_only')
    return organizer
  } catch (error) {
    if (violates(error, 'organizers_name_key')) throw new AppError('organizer_name_taken')
    throw error
  }
}

/** Replaces the logo and deletes the old one. */
export async function uploadLogo(
  ctx: Context,
  user: SignedInUser,
  organizerId: number,
  logo: Upload | null,
): Promise<Uploaded> {
  const organizer = await profileOf(ctx, user)
  if (organizer.id !== organizerId) throw new AppError('not_your_organizer')
  return replacePicture(ctx, logo, {
    field: 'logo',
    missing: m.chooseImage,
    done: m.logoUploaded,
    replace: (tx, address) => replaceLogo(tx, organizerId, address),
  })
}

/** The people blocked by the user, an organizer. */
export async function listBlocked(ctx: Context, user: SignedInUser): Promise<BlockedPerson[]> {
  await profileOf(ctx, user)
  return selectBlocked(ctx.db, user.id)
}

/** Blocks a person from commenting on and applying for the user's events. Only people who did either before can be blocked,
 *  because the response contains their name. */
export async function block(ctx: Context, user: SignedInUser, userId: number): Promise<BlockedPerson> {
  await profileOf(ctx, user)
  if (userId === user.id) throw new AppError('own_block')
  const known = await selectBlocked(ctx.db, user.id, userId)
  if (known.length === 0 && !(await hasMet(ctx.db, user.id, userId))) throw new AppError('person_not_found')
  await insertBlock(ctx.db, user.id, userId, ctx.now())
  const [blocked] = await selectBlocked(ctx.db, user.id, userId)
  if (blocked === undefined) throw new AppError('person_not_found')
  return blocked
}

export async function unblock(ctx: Context, user: SignedInUser, userId: number): Promise<void> {
  await profileOf(ctx, user)
  await deleteBlock(ctx.db, user.id, userId)
}
