import type { Applicant, ApplicantQuery, FellowApplicant } from '#contract/tickets/applicants.ts'
import { requireOwn } from '#server/features/events/own/own-events.service.ts'
import { show } from '#server/features/events/reading/events.service.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { countApplicants, selectApplicants, selectFellowApplicants, type Wanted } from './applicants.repository.ts'
import { csvOf } from './applicants-csv.ts'

/** One page of those who applied: full records for the owner, reduced ones for whoever holds a ticket. */
export async function list(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  query: ApplicantQuery,
): Promise<{ applicants: (Applicant | FellowApplicant)[]; total: number }> {
  const event = await show(ctx, user, eventId)
  const isOwner = event.user_id === user.id
  if (!isOwner && !event.user_engaged.is_applied) throw new AppError('applicants_only')
  const [applicants, total] = await Promise.all([
    isOwner ? selectApplicants(ctx.db, eventId, query, ctx.now()) : selectFellowApplicants(ctx.db, eventId, query),
    countApplicants(ctx.db, eventId, query, isOwner),
  ])
  return { applicants, total }
}

/** Everybody who matches, as a file for spreadsheets; for the owner only. */
export async function exportCsv(ctx: Context, user: SignedInUser, eventId: number, wanted: Wanted): Promise<string> {
  await requireOwn(ctx, user, eventId)
  return csvOf(await selectApplicants(ctx.db, eventId, wanted, ctx.now()))
}
