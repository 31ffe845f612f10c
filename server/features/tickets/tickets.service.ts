import { type ApplicationState, holdsSeat, type LiveState, stateSentences } from '#contract/events/application.ts'
import { unapplyRefusal } from '#contract/events/applying.ts'
import { readAnswers } from '#contract/questions/answers.ts'
import type { Answers, AskedWords } from '#contract/questions/questions.ts'
import type { Payment } from '#contract/tickets/payments.ts'
import { signedText } from '#contract/tickets/ticket-code.ts'
import type { SignedTicket, Ticket } from '#contract/tickets/tickets.ts'
import { countedEmails } from '#server/features/accounts/viewer.ts'
import type { TicketMail } from '#server/features/tickets/mails/notifications.service.ts'
import { selectPayment } from '#server/features/tickets/store/payments.repository.ts'
import { addTaken, lockSeatsOf } from '#server/features/tickets/store/seats.repository.ts'
import {
  cancelTicket,
  lockAnswered,
  selectHeldTicket,
  selectTicket,
  selectTicketsOf,
  updateAnswers,
} from '#server/features/tickets/store/tickets.repository.ts'
import { promote } from '#server/features/tickets/waiting-list/promote.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { addJob } from '#server/lib/jobs/jobs.ts'

/** One's own tickets, newest first. */
export function listOf(ctx: Context, user: SignedInUser, userId: number): Promise<Ticket[]> {
  if (userId !== user.id) throw new AppError('not_your_tickets')
  return selectTicketsOf(ctx.db, user.id, ctx.now())
}

/** A ticket, for its holder and the event's owner. Throws `ticket_not_found` for everybody else. What never was a ticket is
 *  not signed: a door without a network believes the signature. */
export async function show(ctx: Context, user: SignedInUser, id: number): Promise<SignedTicket> {
  const found = await selectTicket(ctx.db, id, user.id, ctx.now())
  if (found === null) throw new AppError('ticket_not_found')
  const { was_issued, given, questions, change_until, ...ticket } = found
  const signature = was_issued ? ctx.signingKey.sign(signedText(ticket)) : ''
  if (questions.length === 0 && given.length === 0) return { ...ticket, signature }
  return { ...ticket, signature, answers: { given, questions, change_until } }
}

/** Gives the seat back, until the event starts, and has its holder mailed; or leaves the line, or withdraws what is still to
 *  be approved. The ticket stays, as cancelled, and the seat is the next one's in line. Where the application is not in the state
 *  that was `seen` any more nothing is given up. */
export async function cancel(ctx: Context, user: SignedInUser, id: number, seen?: LiveState): Promise<Ticket> {
  const now = ctx.now()
  const eventId = await ctx.db.transaction(async (tx) => {
    if (!(await lockSeatsOf(tx, id, user.id))) throw new AppError('ticket_not_found')
    const held = await selectHeldTicket(tx, id, user.id)
    if (held === null) throw new AppError('ticket_not_found')
    const { event_id } = held
    if (seen !== undefined && held.status !== seen) throw changed(held.status)
    const refusal = unapplyRefusal(held.status, held, now.getTime())
    if (refusal !== null) throw new AppError(refusal)
    if (!(await cancelTicket(tx, id, held.status, 'by_holder', now))) throw new AppError('ticket_not_active')
    if (held.status === 'WAITING') await addTaken(tx, event_id, 0, -1)
    if (holdsSeat(held.status)) {
      const waiting = await addTaken(tx, event_id, -1)
      if (waiting > 0) await promote(tx, event_id, now, countedEmails(ctx.settings))
    }
    if (held.status === 'ACTIVE') await addJob(tx, 'send_ticket_mail', { news: 'cancelled', id } satisfies TicketMail)
    return event_id
  })
  ctx.announcer.announce(eventId)
  return show(ctx, user, id)
}

/** What has come meanwhile is said first: most often it is a seat. */
function changed(state: ApplicationState): AppError {
  const kept = 'Nothing was given up, because your application had changed meanwhile.'
  const message = state === 'CANCELLED' ? 'This application has ended already.' : `${stateSentences[state]} ${kept}`
  return new AppError('application_changed', { state, message })
}

/** How one's own UNPAID application is paid. */
export async function showPayment(ctx: Context, user: SignedInUser, ticketId: number): Promise<Payment> {
  const found = await selectPayment(ctx.db, ticketId, user.id)
  if (found === null) throw new AppError('ticket_not_found')
  const { status, ...payment } = found
  if (status !== 'UNPAID') throw new AppError('nothing_to_pay')
  return payment
}

/** Puts these answers in the place of the user's own, until registration closes. Answers to questions that are not asked any
 *  more stay behind them. Throws `ticket_not_found` for whoever is not the applicant. */
export async function changeAnswers(
  ctx: Context,
  user: SignedInUser,
  id: number,
  { answers: given, asked: words }: { answers: Answers; asked: AskedWords },
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
