import { fieldProblem } from '#contract/fields.ts'
import type { Organizer, OrganizerApplication, OrganizerChange } from '#contract/organizers.ts'
import type { Uploaded } from '#contract/pictures.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError, invalidFields } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { Upload } from '#server/lib/http/request-body.ts'
import { discardPicture, removePicture, savePicture } from '#server/lib/pictures/pictures.ts'
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
  if (logo === null) throw invalidFields([fieldProblem('logo', 'Choose an image.')])

  const file_url = await savePicture(ctx.settings, logo.content)
  try {
    await ctx.db.transaction(async (tx) => discardPicture(tx, await replaceLogo(tx, organizerId, file_url)))
  } catch (error) {
    await removePicture(ctx.settings, file_url)
    throw error
  }
  return {
    file_url,
    message: 'The logo was uploaded.',
    file_name: logo.filename,
    uploaded_at: ctx.now().toISOString(),
  }
}
