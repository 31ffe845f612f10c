import type { EventFields } from '#contract/events/event-fields.ts'
import { isUnlisted } from '#contract/events/event-links.ts'
import { isMoved } from '#contract/events/event-place.ts'
import { fieldProblem } from '#contract/fields.ts'
import type { Language } from '#contract/language/languages.ts'
import { fill } from '#contract/language/messages.ts'
import { readAnswers } from '#contract/questions/answers.ts'
import { type Invitation, type InvitationState, Invitee, invitationLimits } from '#contract/tickets/invitations.ts'
import type { Application } from '#contract/tickets/tickets.schemas.ts'
import * as en from '#languages/en/tables.json'
import * as th from '#languages/th/tables.json'
import * as m from '#messages/answers.json'
import { countedEmails, requireEmail, viewerOf } from '#server/features/accounts/viewer.ts'
import { insertKnownGuests, selectCard } from '#server/features/events/events.repository.ts'
import { lockEditable } from '#server/features/events/events.service.ts'
import {
  insertAnswers,
  selectAdmissionEvent,
  selectCandidates,
} from '#server/features/tickets/admission/admission.repository.ts'
import { standingOf } from '#server/features/tickets/admission/admission.rules.ts'
import { newTicketNumber, withSeats } from '#server/features/tickets/admission/admission.service.ts'
import { hasLine, seatsForNew, seatsFromDoor } from '#server/features/tickets/admission/seats.rules.ts'
import { selectMove } from '#server/features/tickets/mails/moves.repository.ts'
import { noteNews } from '#server/features/tickets/mails/notifications.repository.ts'
import { addTaken, lockSeats, selectDoorSeats } from '#server/features/tickets/store/seats.repository.ts'
import { leaveLocked } from '#server/features/tickets/waiting-list/leaving.service.ts'
import { promote } from '#server/features/tickets/waiting-list/promote.ts'
import { endApplications } from '#server/features/tickets/waiting-list/waiting-list.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError, invalidFields } from '#server/lib/errors/app-error.ts'
import { invalidTable, readTable } from '#server/lib/feeds/csv-table.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { addJob, addJobs, type JobInfo } from '#server/lib/jobs/jobs.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { hashOf, newSecret } from '#server/lib/security/secrets.ts'
import { addressOf, invitationMail } from './invitation.mails.ts'
import {
  countInvited,
  forgetInvitations,
  type InvitationRow,
  insertInvitations,
  markClaimed,
  selectApplication,
  selectInvitation,
  selectInvitationByToken,
  selectKnownEmails,
  updateToken,
} from './invitations.repository.ts'

interface Terms {
  ticket_type_id: number | null
  claim_by: string | null
}

/** Who invites, and the language of their page. */
interface Inviter {
  user: SignedInUser
  language: Language
}

/** See `inviteGuests` in the contract. */
export async function invite(
  ctx: Context,
  { user, language }: Inviter,
  eventId: number,
  { people, ...terms }: Terms & { people: Invitee[] },
): Promise<{ invited: number; known: number }> {
  requireEmail(ctx.settings, user)
  await ctx.limits.consume('invitation_mails', String(user.id), people.length)
  const now = ctx.now()
  // Each address once; the first name counts.
  const byEmail = new Map(people.toReversed().map((one) => [one.email.toLowerCase(), one]))
  const invited = await withSeats(ctx.db, [eventId], async (tx) => {
    const event = await lockEditable(tx, eventId)
    const claim_by = claimBy(terms.claim_by, event, now)
    const known = await selectKnownEmails(tx, eventId, [...byEmail.keys()])
    const fresh = [...byEmail].filter(([email]) => !known.has(email)).map(([, person]) => person)
    if (fresh.length === 0) return 0
    if ((await countInvited(tx, eventId)) + fresh.length > invitationLimits.invitations) {
      throw new AppError('too_many_invitations')
    }
    await takeSeats(tx, eventId, terms.ticket_type_id, fresh.length, now)
    const written = fresh.map((person) => ({ ...person, ticket_number: newTicketNumber() }))
    const ids = await insertInvitations(
      tx,
      written,
      { event_id: eventId, ticket_type_id: terms.ticket_type_id, claim_by },
      now,
    )
    await addJobs(
      tx,
      'send_invitation',
      ids.map((id): InvitationMail => ({ id, language })),
    )
    return fresh.length
  })
  if (invited > 0) ctx.announcer.announce(eventId)
  return { invited, known: people.length - invited }
}

/** Throws `seats_not_enough` with the number of seats that are free for invitations, and `ticket_type_not_found`. */
async function takeSeats(tx: Db, eventId: number, typeId: number | null, seats: number, now: Date): Promise<void> {
  const event = await selectAdmissionEvent(tx, eventId)
  if (event === null) throw new AppError('event_not_found')
  const isType = event.ticket_types.some(({ id }) => id === typeId)
  if (typeId === null ? event.ticket_types.length > 0 : !isType) throw new AppError('ticket_type_not_found')
  const seatsFree = seatsForNew(event, typeId, now)
  if (seats > seatsFree) {
    const door = seatsFromDoor(event, typeId, await selectDoorSeats(tx, eventId), now)
    const message = hasLine(event, typeId, now)
      ? m.inviteLineFirst
      : fill(notFree(seatsFree, door), { seats, free: seatsFree, door })
    throw new AppError('seats_not_enough', { extra: { seats_free: seatsFree }, message })
  }
  await addTaken(tx, eventId, seats)
}

function notFree(seatsFree: number, door: number): string {
  if (seatsFree === 0) return door > 0 ? m.inviteNobodyOrReleaseSeats : m.inviteNobody
  return door > 0 ? m.inviteOrReleaseSeats : m.inviteAtMost
}

/** Throws `event_over`, and a problem with a time outside of now and the event's end. */
function claimBy(
  given: string | null,
  event: Pick<EventFields, 'start_date_event' | 'end_date_event'>,
  now: Date,
): Date {
  const [start, end] = [Date.parse(event.start_date_event), Date.parse(event.end_date_event)]
  if (now.getTime() >= end) throw new AppError('event_over')
  const at = given === null ? (now.getTime() < start ? start : end) : Date.parse(given)
  if (at <= now.getTime()) throw invalidFields([fieldProblem('claim_by', m.timeInFuture)])
  if (at > end) throw invalidFields([fieldProblem('claim_by', m.timeBeforeEnd)])
  return new Date(at)
}

/** The same for a table: everybody in it, or nobody if a row is not valid. */
export async function importCsv(
  ctx: Context,
  inviter: Inviter,
  eventId: number,
  { csv, ...terms }: Terms & { csv: string },
): Promise<{ invited: number; known: number }> {
  return invite(ctx, inviter, eventId, { ...terms, people: peopleIn(csv) })
}

/** The people of a table. Throws the problems of all rows. */
function peopleIn(csv: string): Invitee[] {
  const { heads, rows } = readTable(csv)
  const columnOf = (...names: string[]) => heads.findIndex((head) => names.includes(head))
  const [name, email] = [columnOf('name', th.name), columnOf('email', th.email)]
  if (name < 0 || email < 0) throw invalidTable([m.peopleFileHeadings])
  if (rows.length === 0) throw invalidTable([m.peopleFileEmpty])
  if (rows.length > invitationLimits.people)
    throw invalidTable([fill(m.peopleUploadAtMost, { most: invitationLimits.people })])

  const people: Invitee[] = []
  const problems: string[] = []
  const seen = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const number = index + 2
    const parsed = Invitee.safeParse({ name: row[name] ?? '', email: row[email] ?? '' })
    if (!parsed.success) {
      problems.push(
        ...parsed.error.issues.map(({ path, message }) =>
          fill(m.row, { row: number, label: path[0] === 'name' ? en.name : en.email, problem: message }),
        ),
      )
      continue
    }
    const before = seen.get(parsed.data.email.toLowerCase())
    if (before === undefined) people.push(parsed.data)
    else problems.push(fill(m.row, { row: number, label: en.email, problem: fill(m.rowSameAddress, { row: before }) }))
    seen.set(parsed.data.email.toLowerCase(), number)
  }
  if (problems.length > 0) throw invalidTable(problems)
  return people
}

/** Throws `ticket_not_found` if it is not of this event, and `application_decided` unless it can still be claimed. */
export async function resend(ctx: Context, { user, language }: Inviter, eventId: number, id: number): Promise<void> {
  requireEmail(ctx.settings, user)
  const invitation = await selectInvitation(ctx.db, id)
  if (invitation?.event_id !== eventId) throw new AppError('ticket_not_found')
  if (stateOf(invitation, ctx.now()) !== 'open') throw new AppError('application_decided')
  await ctx.limits.consume('invitation_mails', String(user.id))
  await addJob(ctx.db, 'send_invitation', { id, language } satisfies InvitationMail)
}

export interface InvitationMail {
  id: number
  /** Of the request, for people without an account or choice. */
  language?: Language
  /** Says that the event was moved since, if it still is. */
  moveId?: number
}

/** Mails an invitation that can still be claimed. The token is made here and stored nowhere, so each attempt makes a new one. */
export async function sendInvitation(
  ctx: Context,
  mailer: Mailer,
  { id, language, moveId }: InvitationMail,
  job: JobInfo,
): Promise<void> {
  const invitation = await selectInvitation(ctx.db, id)
  if (invitation === null || stateOf(invitation, ctx.now()) !== 'open') return
  const before = moveId === undefined ? null : await selectMove(ctx.db, moveId)
  if (before !== null && !isMoved(before, invitation)) return
  const token = newSecret()
  await updateToken(ctx.db, id, hashOf(token))
  const theirs = invitation.language ?? language ?? invitation.organizer_language ?? 'en'
  await mailer.send(invitationMail(ctx, { ...invitation, language: theirs }, token, before), job)
}

/** An invitation as its link shows it. Throws `invitation_not_found`. */
export async function showByLink(ctx: Context, user: SignedInUser | null, token: string): Promise<Invitation> {
  const found = await findByLink(ctx, token)
  const { event_id, event_name, start_date_event, is_online, organizer_name, ticket_type, claim_by } = found
  const event = { event_id, event_name, start_date_event, address: addressOf(found), is_online, organizer_name }
  const state = stateOf(found, ctx.now())
  const questions = state === 'open' ? found.questions : []
  const sees_event = (await selectCard(ctx.db, event_id, viewerOf(ctx.settings, user), ctx.now())) !== null
  const application_id = user !== null && found.user_id === user.id ? found.id : null
  // A claimed ticket has its holder's name, which is not for whoever has the link.
  const fullname = found.was_issued ? '' : found.fullname
  return { ...event, questions, sees_event, fullname, ticket_type, claim_by, state, application_id }
}

async function findByLink(ctx: Context, token: string): Promise<InvitationRow> {
  const found = await selectInvitationByToken(ctx.db, hashOf(token))
  if (found === null) throw new AppError('invitation_not_found')
  return found
}

function stateOf({ status, cancel_reason, was_issued, claim_by }: InvitationRow, now: Date): InvitationState {
  if (cancel_reason === 'called_off') return 'called_off'
  if (was_issued) return 'claimed'
  if (status === 'INVITED') return now.getTime() < Date.parse(claim_by) ? 'open' : 'not_claimed'
  if (cancel_reason === 'refused') return 'taken_back'
  return cancel_reason === 'by_holder' ? 'declined' : 'not_claimed'
}

/** See `claimInvitation` in the contract. Claiming again answers the same. */
export async function claim(
  ctx: Context,
  user: SignedInUser,
  token: string,
  given: Pick<Application, 'answers' | 'asked'> = { answers: {}, asked: {} },
): Promise<{ application_id: number }> {
  const { id, event_id } = await findByLink(ctx, token)
  const now = ctx.now()
  const counted = countedEmails(ctx.settings)
  const isNew = await withSeats(ctx.db, [event_id], async (tx) => {
    const invitation = await selectInvitation(tx, id)
    if (invitation?.user_id === user.id && invitation.was_issued) return false
    if (invitation === null || stateOf(invitation, now) !== 'open') throw new AppError('invitation_ended')
    const event = await selectAdmissionEvent(tx, event_id)
    const [candidate] = await selectCandidates(tx, [{ eventId: event_id, userId: user.id }], counted)
    if (event === null) throw new AppError('invitation_ended')
    if (candidate === undefined) throw new AppError('session_expired')
    const { is_owner, is_blocked, age, ticket } = standingOf(candidate, event)
    if (is_owner) throw new AppError('own_event')
    if (is_blocked) throw new AppError('blocked_by_organizer')
    if (age !== 'enough') throw new AppError(age === 'unknown' ? 'birth_date_missing' : 'too_young')
    if (ticket !== null && ticket !== 'WAITING' && ticket !== 'PENDING') throw new AppError('already_applied')
    const { answers, problems } = readAnswers(event.questions, given.answers, given.asked)
    if (problems.length > 0) throw new AppError('answers_invalid', { problems })
    const before = ticket === null ? null : await selectApplication(tx, event_id, user.id)
    if (before !== null) await leaveLocked(tx, event_id, [{ ticketId: before, userId: user.id }], now, counted)
    await markClaimed(tx, id, candidate, now)
    if (answers.length > 0) await insertAnswers(tx, [{ id, answers }])
    await noteNews(tx, 'confirmed', [id])
    // Whoever has a ticket sees the event.
    if (isUnlisted(event)) await insertKnownGuests(tx, event_id)
    return true
  })
  if (isNew) ctx.announcer.announce(event_id)
  return { application_id: id }
}

/** Gives the invited seat to the next in line. Declining again changes nothing. Throws `invitation_ended`. */
export async function decline(ctx: Context, token: string): Promise<void> {
  const { id, event_id } = await findByLink(ctx, token)
  const now = ctx.now()
  await ctx.db.transaction(async (tx) => {
    await lockSeats(tx, event_id)
    const invitation = await selectInvitation(tx, id)
    const state = invitation === null ? 'not_claimed' : stateOf(invitation, now)
    if (state === 'declined') return
    if (invitation?.status !== 'INVITED') throw new AppError('invitation_ended')
    const seats = await endApplications(tx, [id], 'by_holder', '', now)
    await addTaken(tx, event_id, -seats)
    await promote(tx, event_id, now, countedEmails(ctx.settings))
  })
  ctx.announcer.announce(event_id)
}

const keptAfterEnd = 30 * 24 * 3_600_000

/** Forgets to whom invitations were mailed, 30 days after their event. */
export async function forgetOldInvitations(ctx: Context): Promise<void> {
  await forgetInvitations(ctx.db, new Date(ctx.now().getTime() - keptAfterEnd))
}
