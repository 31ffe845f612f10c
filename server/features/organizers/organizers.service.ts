import type { Organizer, OrganizerApplication, OrganizerChange } from '#contract/organizers.ts'
import type { Uploaded } from '#contract/pictures.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { replacePicture, type Upload } from '#server/lib/pictures/uploads.ts'
import { violates } from '#server/lib/postgres/database.ts'
import { insertOrganizer, replaceLogo, selectOrganizerOf, updateOrganizerOf } from './organizers.repository.ts'

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

/** One's own organizer profile. Throws `organizers_only` for everybody else. */
export async function profileOf(ctx: Context, user: SignedInUser): Promise<Organizer> {
  const organizer = await selectOrganizerOf(ctx.db, user.id)
  if (organizer === null) throw new AppError('organizers_only')
  return organizer
}

/** Changes what is given of one's own organizer profile. */
export async function update(ctx: Context, user: SignedInUser, change: OrganizerChange): Promise<Organizer> {
  try {
    const organizer = await updateOrganizerOf(ctx.db, user.id, change)
    if (organizer === null) throw new AppError('organizers_only')
    return organizer
  } catch (error) {
    if (violates(error, 'organizers_name_key')) throw new AppError('organizer_name_taken')
    throw error
  }
}

/** Puts a new logo in the place of the old one, whose files are removed. */
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
    missing: 'Choose an image.',
    done: 'The logo was uploaded.',
    replace: (tx, address) => replaceLogo(tx, organizerId, address),
  })
}
