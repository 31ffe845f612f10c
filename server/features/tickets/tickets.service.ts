import type { Language } from '#contract/language/languages.ts'
import { readAnswers } from '#contract/questions/answers.ts'
import type { Answers, QuestionTexts } from '#contract/questions/questions.ts'
import type { GuestTicket } from '#contract/tickets/guests.ts'
import type { Payment } from '#contract/tickets/payments.ts'
import { signedText } from '#contract/tickets/ticket-code.ts'
import type { TicketSeen } from '#contract/tickets/tickets.schemas.ts'
import type { SignedTicket, Ticket } from '#contract/tickets/tickets.ts'
import { selectRecipient } from '#server/features/accounts/users.repository.ts'
import { countedEmails, requireEmail } from '#server/features/accounts/viewer.ts'
import { moveOf } from '#server/features/tickets/mails/moves.service.ts'
import { selectEventsOf } from '#server/features/tickets/store/endings.repository.ts'
import { selectPayment } from '#server/features/tickets/store/payments.repository.ts'
import {
  type FullTicket,
  type GivenTicket,
  lockAnswered,
  lockGiven,
  renewTicket,
  selectFullTickets,
  selectGuestTicket,
  selectMailedTicket,
  selectTicketsOf,
  swapWithGuest,
  updateAnswers,
} from '#server/features/tickets/store/tickets.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import type { SigningKey } from '#server/lib/security/signing-key.ts'
import { newTicketNumber, withSeats } from './admission/admission.service.ts'
import { guestMail } from './mails/ticket.mails.ts'
import { leaveLocked } from './waiting-list/leaving.service.ts'

/** The user's own tickets, newest first. */
export function listOf(ctx: Context, user: SignedInUser, userId: number): Promise<Ticket[]> {
  if (userId !== user.id) throw new AppError('not_your_tickets')
  return selectTicketsOf(ctx.db, user.id, ctx.now())
}

/** A ticket, for its holder and the event's owner; `ticket_not_found` for anyone else. */
export async function show(ctx: Context, user: SignedInUser, id: number, language: Language): Promise<SignedTicket> {
  const [found] = await selectFullTickets(ctx.db, [{ ticketId: id, userId: user.id }], ctx.now())
  if (found === undefined) throw new AppError('ticket_not_found')
  const moved = await moveOf(ctx, id, language)
  return { ...signedTicket(ctx.signingKey, found), ...(moved && { moved }) }
}

/** How the user pays for their UNPAID application. */
export async function showPayment(ctx: Context, user: SignedInUser, ticketId: number): Promise<Payment> {
  const found = await selectPayment(ctx.db, ticketId, user.id)
  if (found === null) throw new AppError('ticket_not_found')
  const { status, ...payment } = found
  if (status !== 'UNPAID') throw new AppError('nothing_to_pay')
  return payment
}

/** Replaces the user's answers, until registration closes. Answers to questions that are no longer asked stay. Throws
 *  `ticket_not_found` for anyone but the applicant. */
export async function changeAnswers(
  ctx: Context,
  user: SignedInUser,
  id: number,
  { answers: given, asked: words }: { answers: Answers; asked: QuestionTexts },
  language: Language,
): Promise<SignedTicket> {
  await ctx.db.transaction(async (tx) => {
    const before = await lockAnswered(tx, id, user.id)
    if (before === null) throw new AppError('ticket_not_found')
    if (before.status === 'CANCELLED') throw new AppError('ticket_not_active')
    if (ctx.now().getTime() >= Date.parse(before.end_date_register)) throw new AppError('registration_closed')
    const { answers, problems } = readAnswers(before.questions, given, words)
    if (problems.length > 0) throw new AppError('answers_invalid', { problems })
    const asked = new Set(before.questions.map((question) => question.id))
    const former = before.answers.filter(({ question_id }) => !asked.has(question_id))
    await updateAnswers(tx, id, [...answers, ...former])
  })
  return show(ctx, user, id, language)
}

/** The ticket as its holder and the event's team see it. An application that never became a ticket is not signed, because
 *  an offline door trusts the signature. */
export function signedTicket(key: SigningKey, found: FullTicket): SignedTicket {
  const { is_own, given, questions, change_until, party, refunded, ...ticket } = found
  const signature = ticket.was_issued ? key.sign(signedText(ticket)) : ''
  return {
    ...ticket,
    signature,
    ...(party && { party }),
    ...(refunded && { refunded }),
    ...(is_own ? {} : { is_of_applicant: true as const }),
    ...((questions.length > 0 || given.length > 0) && { answers: { given, questions, change_until } }),
  }
}

/** See `passOnTicket` in the contract. */
export async function passOn(
  ctx: Context,
  user: SignedInUser,
  id: number,
  { name, ticket_id: seen }: { name: string } & TicketSeen,
  language: Language,
): Promise<SignedTicket> {
  const now = ctx.now()
  await ctx.db.transaction(async (tx) => {
    const ticket = await lockValid(tx, user, id, seen)
    const until = Date.parse(ticket.pass_on_until ?? ticket.start_date_event)
    if (!ticket.is_for_guests || now.getTime() >= until) throw new AppError('passing_on_closed')
    await renewTicket(tx, id, name, newTicketNumber(), now)
  })
  return show(ctx, user, id, language)
}

/** See `sendTicket` in the contract. */
export async function sendToGuest(
  ctx: Context,
  user: SignedInUser,
  id: number,
  { email, ticket_id: seen }: { email: string } & TicketSeen,
  language: Language,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { is_for_guests } = await lockValid(tx, user, id, seen)
    if (!is_for_guests) throw new AppError('ticket_not_found')
    const ticket = await selectMailedTicket(tx, id, ctx.now(), countedEmails(ctx.settings))
    if (ticket === null) throw new AppError('ticket_not_found')
    requireEmail(ctx.settings, user)
    const guest = await selectRecipient(tx, email)
    await enqueueMail(tx, await guestMail(ctx, ticket, email, guest?.language ?? language))
  })
}

/** See `TicketSeen` in the contract. */
async function lockValid(tx: Db, user: SignedInUser, id: number, seen: string | undefined): Promise<GivenTicket> {
  const ticket = await lockGiven(tx, id, user.id)
  if (ticket === null) throw new AppError('ticket_not_found')
  const isAnother = seen !== undefined && seen !== ticket.ticket_id
  if (ticket.status !== 'ACTIVE' || isAnother) throw new AppError('ticket_not_active')
  return ticket
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The ticket of a guest's link, for anybody who has it. */
export async function showByLink(ctx: Context, code: string): Promise<GuestTicket> {
  const found = uuid.test(code) ? await selectGuestTicket(ctx.db, code, ctx.now()) : null
  if (found === null) throw new AppError('ticket_not_found')
  return { ...found, ticket: { ...found.ticket, signature: ctx.signingKey.sign(signedText(found.ticket)) } }
}

/** Gives back one valid ticket of a party; see `cancelTicket` in the contract. */
export async function giveBackSeat(
  ctx: Context,
  user: SignedInUser,
  id: number,
  { ticket_id: seen }: TicketSeen,
): Promise<SignedTicket> {
  const [eventId = null] = await selectEventsOf(ctx.db, [{ ticketId: id, userId: user.id }])
  if (eventId === null) throw new AppError('ticket_not_found')
  const now = ctx.now()
  const ended = await withSeats(ctx.db, [eventId], async (tx) => {
    await lockValid(tx, user, id, seen)
    const ticketId = (await swapWithGuest(tx, id, user.id, newTicketNumber(), now)) ?? id
    const leaving = [{ ticketId, userId: user.id }]
    const [outcome] = await leaveLocked(tx, eventId, leaving, now, countedEmails(ctx.settings))
    if (outcome === undefined || outcome instanceof AppError) throw outcome ?? new AppError('ticket_not_found')
    return outcome
  })
  ctx.announcer.announce(eventId)
  return signedTicket(ctx.signingKey, ended)
}

interface Trying {
  /** '' or undefined for none. */
  code: string | undefined
  /** Null for a visitor. */
  userId: number | null
  address: string
}

/** Runs work that depends on a code. Unknown codes are counted by account and address, so that nobody finds one by guessing. */
export async function withCode<T>(
  { limits }: Context,
  { code, userId, address }: Trying,
  work: () => Promise<T>,
): Promise<T> {
  if (!code) return work()
  await limits.refuseSpent('wrong_code_address', address)
  if (userId !== null) await limits.refuseSpent('wrong_code_user', String(userId))
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'code_not_found') {
      await limits.consume('wrong_code_address', address)
      if (userId !== null) await limits.consume('wrong_code_user', String(userId))
    }
    throw error
  }
}
