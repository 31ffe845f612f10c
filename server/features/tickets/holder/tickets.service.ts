import { unapplyRefusal } from '#contract/events/applying.ts'
import { signedText } from '#contract/tickets/ticket-code.ts'
import type { SignedTicket, Ticket } from '#contract/tickets/tickets.ts'
import { addTaken, lockSeats } from '#server/features/tickets/held/seats.repository.ts'
import {
  cancelActiveTicket,
  selectHeldTicket,
  selectTicket,
  selectTicketsOf,
} from '#server/features/tickets/held/tickets.repository.ts'
import type { TicketMail } from '#server/features/tickets/mails/ticket-mails.service.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { addJob } from '#server/lib/jobs/jobs.ts'

/** One's own tickets, newest first. */
export function listOf(ctx: Context, user: SignedInUser, userId: number): Promise<Ticket[]> {
  if (userId !== user.id) throw new AppError('not_your_tickets')
  return selectTicketsOf(ctx.db, user.id, ctx.now())
}

/** A ticket, for its holder and the event's owner. Throws `ticket_not_found` for everybody else. */
export async function show(ctx: Context, user: SignedInUser, id: number): Promise<SignedTicket> {
  const ticket = await selectTicket(ctx.db, id, user.id, ctx.now())
  if (ticket === null) throw new AppError('ticket_not_found')
  return { ...ticket, signature: ctx.signingKey.sign(signedText(ticket)) }
}

/** Gives the seat back, until the event starts, and has its holder mailed. The ticket stays, as cancelled. */
export async function cancel(ctx: Context, user: SignedInUser, id: number): Promise<Ticket> {
  const now = ctx.now()
  const eventId = await ctx.db.transaction(async (tx) => {
    const held = await selectHeldTicket(tx, id, user.id)
    if (held === null) throw new AppError('ticket_not_found')
    const refusal = unapplyRefusal(held.status, held, now.getTime())
    if (refusal !== null) throw new AppError(refusal)
    await lockSeats(tx, held.event_id)
    if (!(await cancelActiveTicket(tx, id, now))) throw new AppError('ticket_not_active')
    await addTaken(tx, held.event_id, -1)
    await addJob(tx, 'send_ticket_mail', { news: 'cancelled', id } satisfies TicketMail)
    return held.event_id
  })
  ctx.announcer.announce(eventId)
  return show(ctx, user, id)
}
