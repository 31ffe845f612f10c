import { type ApplicationState, holdsSeat, type LiveState, stateSentences } from '#contract/events/application.ts'
import { unapplyRefusal } from '#contract/events/applying.ts'
import { readAnswers } from '#contract/questions/answers.ts'
import type { Answers, QuestionTexts } from '#contract/questions/questions.ts'
import type { Payment } from '#contract/tickets/payments.ts'
import { signedText } from '#contract/tickets/ticket-code.ts'
import type { SignedTicket, Ticket } from '#contract/tickets/tickets.ts'
import { countedEmails } from '#server/features/accounts/viewer.ts'
import { admit } from '#server/features/tickets/admission/admission.service.ts'
import { Admission } from '#server/features/tickets/admission/queue.ts'
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
import { Gate } from '#server/lib/jobs/gate.ts'
import { addJob } from '#server/lib/jobs/jobs.ts'

/** How many database connections a rush leaves to other calls. */
const sparedConnections = 4

/** The queue of applications. Each batch that admits somebody is announced to the event's pages. */
export function openAdmission(ctx: Context): Admission {
  return new Admission(
    async (eventId, people) => {
      const decisions = await admit(ctx.db, eventId, people, ctx.now(), countedEmails(ctx.settings))
      if (decisions.some((decision) => typeof decision !== 'string' && 'id' in decision))
        ctx.announcer.announce(eventId)
      return decisions
    },
    Math.max(1, ctx.settings.DATABASE_POOL - sparedConnections),
  )
}

/** Cancellations of one event wait for each other's lock anyway: a few at a time, so that they hold few connections. */
const [cancellingAtOnce, longestQueue] = [2, 20_000]

/** `cancel`, a few at a time. Throws `busy` when too many wait. */
export function openCancelling(ctx: Context) {
  const gate = new Gate(cancellingAtOnce, longestQueue, () => new AppError('busy'))
  return (user: SignedInUser, id: number, seen?: LiveState) => gate.run(() => cancel(ctx, user, id, seen))
}

/** The user's own tickets, newest first. */
export function listOf(ctx: Context, user: SignedInUser, userId: number): Promise<Ticket[]> {
  if (userId !== user.id) throw new AppError('not_your_tickets')
  return selectTicketsOf(ctx.db, user.id, ctx.now())
}

/** A ticket, for its holder and the event's owner; `ticket_not_found` for anyone else. An application that never became a
 *  ticket is not signed: a door without a network believes the signature. */
export async function show(ctx: Context, user: SignedInUser, id: number): Promise<SignedTicket> {
  const found = await selectTicket(ctx.db, id, user.id, ctx.now())
  if (found === null) throw new AppError('ticket_not_found')
  const { was_issued, given, questions, change_until, ...ticket } = found
  const signature = was_issued ? ctx.signingKey.sign(signedText(ticket)) : ''
  if (questions.length === 0 && given.length === 0) return { ...ticket, signature }
  return { ...ticket, signature, answers: { given, questions, change_until } }
}

/** Gives a ticket back until the event starts and mails its holder, leaves the waiting list, or withdraws an application.
 *  A freed seat goes to the next on the waiting list. If the application is no longer in the state that was `seen`, nothing
 *  is cancelled. */
async function cancel(ctx: Context, user: SignedInUser, id: number, seen?: LiveState): Promise<Ticket> {
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

/** The new state comes first in the message: usually it is a seat. */
function changed(state: ApplicationState): AppError {
  const unchanged = 'Nothing was given up, because your application had changed meanwhile.'
  const message =
    state === 'CANCELLED' ? 'This application has ended already.' : `${stateSentences[state]} ${unchanged}`
  return new AppError('application_changed', { state, message })
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
