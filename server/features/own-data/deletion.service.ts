import type { DeletionPreview } from '#contract/accounts/own-data.ts'
import type { AccountProof } from '#contract/accounts/profile.ts'
import { forgetFailures, type OwnerProof, proveOwner, type WhereFrom } from '#server/features/accounts/account-guard.ts'
import { accountDeletedMail } from '#server/features/accounts/accounts.mails.ts'
import { deleteUser, type LeavingUser, lockLeavingUser } from '#server/features/accounts/users.repository.ts'
import { countedEmails, emailCounts } from '#server/features/accounts/viewer.ts'
import { deleteInvitationsOf } from '#server/features/applicants/invitations.repository.ts'
import { deleteCommentsOf } from '#server/features/comments/comments.repository.ts'
import { deleteDoorLinksOf } from '#server/features/door/door.repository.ts'
import { removeDraftsOf } from '#server/features/events/drafts/drafts.repository.ts'
import {
  forgetOwner,
  removeEventsWithoutTickets,
  selectUpcomingOwn,
} from '#server/features/events/events.repository.ts'
import { deleteMessagesOf } from '#server/features/messages/messages.repository.ts'
import { selectOrganizerOf } from '#server/features/organizers/organizers.repository.ts'
import { deleteVisitsOf } from '#server/features/overview/overview.repository.ts'
import { deleteInvitationsTo, deleteTeamsOf } from '#server/features/team/team.repository.ts'
import { deleteMovesOf } from '#server/features/tickets/mails/moves.repository.ts'
import {
  cancelTicketsOf,
  deleteAnswersOf,
  forgetHolder,
  lockSeatsAround,
} from '#server/features/tickets/store/endings.repository.ts'
import { forgetPayer } from '#server/features/tickets/store/payments.repository.ts'
import { promote } from '#server/features/tickets/waiting-list/promote.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { addJob } from '#server/lib/jobs/jobs.ts'
import { dropMailsTo, enqueueMail } from '#server/lib/mail/outbox.ts'
import { discardPicture } from '#server/lib/pictures/pictures.ts'
import { discardPrivatePicture } from '#server/lib/pictures/private-pictures.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { selectDeletionCounts } from './own-data.repository.ts'

/** The most events listed in the refusal. */
const mostNamed = 10

export async function preview(ctx: Context, user: SignedInUser): Promise<DeletionPreview> {
  const now = ctx.now()
  const [counts, upcoming] = await Promise.all([
    selectDeletionCounts(ctx.db, user.id, now),
    selectUpcomingOwn(ctx.db, user.id, now),
  ])
  return { ...counts, upcoming_events: upcoming.length, events_to_call_off: upcoming.slice(0, mostNamed) }
}

/** The result of a deletion. */
export interface Deleted {
  username: string
  /** Tickets for upcoming events; their seats are free again. */
  cancelled_tickets: number
}

/** Throws `events_to_call_off` and what `proveOwner` throws. */
export async function deleteOwn(
  ctx: Context,
  user: SignedInUser,
  given: AccountProof,
  from: WhereFrom,
): Promise<Deleted> {
  return deleteAccount(ctx, user.id, await proveOwner(ctx, user, given, from))
}

/** Deletes an account in one transaction (docs/decisions/054-personal-data.md): purely personal data is deleted, and what
 *  others share is kept without the person. `proof` is null for the operator. Throws `events_to_call_off`, and
 *  `session_expired` if the account is gone already. */
export async function deleteAccount(ctx: Context, userId: number, proof: OwnerProof | null): Promise<Deleted> {
  const now = ctx.now()
  const { changed, ...deleted } = await ctx.db.transaction(async (tx) => {
    // Applying locks the event's seats before the user's row, so the order here must be the same.
    await lockSeatsAround(tx, userId)
    const user = await lockLeavingUser(tx, userId)
    if (user === null) throw new AppError('session_expired')
    if (proof !== null && proof.passwordHash !== user.password_hash) throw new AppError('wrong_password')
    // From here on no new rows can refer to the user; lock seats of tickets added a moment ago too.
    await lockSeatsAround(tx, userId)
    if ((await selectUpcomingOwn(tx, userId, now)).length > 0) throw new AppError('events_to_call_off')

    const left = await cancelTicketsOf(tx, userId, now)
    for (const { event_id } of left) await promote(tx, event_id, now, countedEmails(ctx.settings))
    const cancelled = left.filter(({ held_ticket }) => held_ticket)
    for (const name of await forgetPayer(tx, userId)) await discardPrivatePicture(tx, name)
    await deleteAnswersOf(tx, userId)
    await deleteInvitationsOf(tx, userId)
    const held = await forgetHolder(tx, userId, now)
    const commented = await deleteCommentsOf(tx, userId)
    const owned = await takeDownEvents(tx, userId, now)
    await discardOwnPictures(tx, userId, user)
    await deleteUser(tx, userId)
    await sendLastMail(ctx, tx, user, cancelled.length)
    return {
      username: user.username,
      cancelled_tickets: cancelled.length,
      changed: new Set([...held, ...commented, ...owned]),
    }
  })
  for (const eventId of changed) ctx.announcer.announce(eventId)
  await forgetFailures(ctx, userId)
  return deleted
}

/** Call it when no event is upcoming. Removes the events from every list; returns those that stay for their ticket holders. */
async function takeDownEvents(tx: Db, userId: number, now: Date): Promise<number[]> {
  await deleteMessagesOf(tx, userId)
  await deleteMovesOf(tx, userId)
  await deleteTeamsOf(tx, userId)
  await deleteDoorLinksOf(tx, userId)
  await deleteVisitsOf(tx, userId)
  const images = await removeEventsWithoutTickets(tx, userId)
  const former = await forgetOwner(tx, userId, now)
  for (const address of [...images, ...former.map(({ event_image }) => event_image)]) await discardPicture(tx, address)
  return former.map(({ id }) => id)
}

async function discardOwnPictures(tx: Db, userId: number, { profile_picture }: LeavingUser): Promise<void> {
  await discardPicture(tx, profile_picture)
  for (const address of await removeDraftsOf(tx, userId)) await discardPicture(tx, address)
  const organizer = await selectOrganizerOf(tx, userId)
  if (organizer !== null) await discardPicture(tx, organizer.logo)
}

/** Deletes invitations and waiting mails, and sends the last one, if the email counts: otherwise the mails may be another person's. */
async function sendLastMail(ctx: Context, tx: Db, user: LeavingUser, cancelled: number): Promise<void> {
  if (!emailCounts(ctx.settings, user)) return
  await deleteInvitationsTo(tx, user.email)
  await dropMailsTo(tx, user.email)
  await addJob(tx, 'forget_mails', { email: user.email, before: new Date().toISOString() })
  await enqueueMail(tx, accountDeletedMail(ctx.settings, { ...user, language: user.language ?? 'en' }, cancelled))
}
