import type { Applicant, ApplicantCounts, ApplicantQuery, FellowApplicant } from '#contract/tickets/applicants.ts'
import { updateApplicantsSeen } from '#server/features/events/events.repository.ts'
import { requireOwn, show } from '#server/features/events/events.service.ts'
import { countRefundsDue } from '#server/features/tickets/held/refunds.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import {
  countApplicants,
  countStates,
  holdsTicketFor,
  type NewApplicants,
  selectApplicants,
  selectFellowApplicants,
  selectNewApplicants,
  type Wanted,
} from './applicants.repository.ts'
import { csvOf } from './applicants-csv.ts'

/** One page of those who applied: full records for the owner, who has then seen the list, and reduced ones for whoever
 *  holds a ticket. */
export async function list(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  query: ApplicantQuery,
): Promise<{ applicants: (Applicant | FellowApplicant)[]; total: number }> {
  const event = await show(ctx, user, eventId)
  const isOwner = event.user_id === user.id
  if (!isOwner && !(await holdsTicketFor(ctx.db, eventId, user.id))) throw new AppError('applicants_only')
  // Whoever applies while the list is read is still news.
  const now = ctx.now()
  const [applicants, total] = await Promise.all([
    isOwner ? selectApplicants(ctx.db, eventId, query, now) : selectFellowApplicants(ctx.db, eventId, query),
    countApplicants(ctx.db, eventId, query, isOwner),
  ])
  if (isOwner) await updateApplicantsSeen(ctx.db, eventId, now)
  return { applicants, total }
}

/** How many applications are in each state; for the owner only. */
export async function countByState(ctx: Context, user: SignedInUser, eventId: number): Promise<ApplicantCounts> {
  await requireOwn(ctx, user, eventId)
  const [states, refunds_due] = await Promise.all([countStates(ctx.db, eventId), countRefundsDue(ctx.db, eventId)])
  return { ...states, refunds_due }
}

/** How many new applicants the user's own events have, of those that are asked about. */
export function countNew(ctx: Context, user: SignedInUser, eventIds: number[]): Promise<NewApplicants[]> {
  return selectNewApplicants(ctx.db, user.id, eventIds)
}

/** Everybody who matches, as a file for spreadsheets; for the owner only. */
export async function exportCsv(ctx: Context, user: SignedInUser, eventId: number, wanted: Wanted): Promise<string> {
  const { questions } = await requireOwn(ctx, user, eventId)
  return csvOf(await selectApplicants(ctx.db, eventId, wanted, ctx.now()), questions)
}
