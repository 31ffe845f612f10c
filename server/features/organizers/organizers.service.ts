import type { Organizer, OrganizerApplication } from '#contract/organizers.ts'
import type { Context } from '#server/context.ts'
import type { SignedInUser } from '#server/lib/api.ts'
import { AppError } from '#server/lib/app-error.ts'
import { violates } from '#server/lib/database.ts'
import { insertOrganizer, selectOrganizerOf } from './organizers.repository.ts'

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
