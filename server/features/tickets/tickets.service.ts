import { readAnswers } from '#contract/questions/answers.ts'
import type { Answers, QuestionTexts } from '#contract/questions/questions.ts'
import type { Payment } from '#contract/tickets/payments.ts'
import { signedText } from '#contract/tickets/ticket-code.ts'
import type { SignedTicket, Ticket } from '#contract/tickets/tickets.ts'
import { moveOf } from '#server/features/tickets/mails/moves.service.ts'
import { selectPayment } from '#server/features/tickets/store/payments.repository.ts'
import {
  type FullTicket,
  lockAnswered,
  selectFullTickets,
  selectTicketsOf,
  updateAnswers,
} from '#server/features/tickets/store/tickets.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { SigningKey } from '#server/lib/security/signing-key.ts'

/** The user's own tickets, newest first. */
export function listOf(ctx: Context, user: SignedInUser, userId: number): Promise<Ticket[]> {
  if (userId !== user.id) throw new AppError('not_your_tickets')
  return selectTicketsOf(ctx.db, user.id, ctx.now())
}

/** A ticket, for its holder and the event's owner; `ticket_not_found` for anyone else. */
export async function show(ctx: Context, user: SignedInUser, id: number): Promise<SignedTicket> {
  const [found] = await selectFullTickets(ctx.db, [{ ticketId: id, userId: user.id }], ctx.now())
  if (found === undefined) throw new AppError('ticket_not_found')
  const moved = await moveOf(ctx, id)
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

/** Replaces the user's answers, until registration closes. Answers to questions that are no longer asked are kept after them.
 *  Throws `ticket_not_found` for anyone but the applicant. */
export async function changeAnswers(
  ctx: Context,
  user: SignedInUser,
  id: number,
  { answers: given, asked: words }: { answers: Answers; asked: QuestionTexts },
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
  return show(ctx, user, id)
}

/** The ticket as its holder and the event's owner read it. An application that never became a ticket is not signed: a door
 *  without a network believes the signature. */
export function signedTicket(key: SigningKey, found: FullTicket): SignedTicket {
  const { was_issued, given, questions, change_until, party, ...ticket } = found
  const signature = was_issued ? key.sign(signedText(ticket)) : ''
  return {
    ...ticket,
    signature,
    ...(party && { party }),
    ...((questions.length > 0 || given.length > 0) && { answers: { given, questions, change_until } }),
  }
}
