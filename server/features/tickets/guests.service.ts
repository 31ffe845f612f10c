import type { GuestTicket } from '#contract/tickets/guests.ts'
import { signedText } from '#contract/tickets/ticket-code.ts'
import type { SignedTicket } from '#contract/tickets/tickets.ts'
import { countedEmails } from '#server/features/accounts/viewer.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { newTicketNumber } from './admission/admission.service.ts'
import { guestMail } from './mails/ticket.mails.ts'
import {
  type GivenTicket,
  lockGiven,
  renewTicket,
  selectGuestTicket,
  selectMailedTicket,
} from './store/tickets.repository.ts'
import { show } from './tickets.service.ts'

/** See `passOnTicket` in the contract. */
export async function passOn(ctx: Context, user: SignedInUser, id: number, name: string): Promise<SignedTicket> {
  const now = ctx.now()
  await ctx.db.transaction(async (tx) => {
    const ticket = await lockValid(tx, user, id)
    const until = Date.parse(ticket.pass_on_until ?? ticket.start_date_event)
    if (!ticket.is_for_guests || now.getTime() >= until) throw new AppError('passing_on_closed')
    await renewTicket(tx, id, name, newTicketNumber(), now)
  })
  return show(ctx, user, id)
}

/** See `sendTicket` in the contract. */
export async function sendToGuest(ctx: Context, user: SignedInUser, id: number, email: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { is_for_guests } = await lockValid(tx, user, id)
    if (!is_for_guests) throw new AppError('ticket_not_found')
    const ticket = await selectMailedTicket(tx, id, ctx.now(), countedEmails(ctx.settings))
    if (ticket === null) throw new AppError('ticket_not_found')
    // Whoever sends mails to others has an address of their own.
    if (ticket.email === '') throw new AppError('email_not_verified')
    await enqueueMail(tx, await guestMail(ctx, ticket, email))
  })
}

async function lockValid(tx: Db, user: SignedInUser, id: number): Promise<GivenTicket> {
  const ticket = await lockGiven(tx, id, user.id)
  if (ticket === null) throw new AppError('ticket_not_found')
  if (ticket.status !== 'ACTIVE') throw new AppError('ticket_not_active')
  return ticket
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The ticket of a guest's link, for anybody who has it. */
export async function showByLink(ctx: Context, code: string): Promise<GuestTicket> {
  const found = uuid.test(code) ? await selectGuestTicket(ctx.db, code, ctx.now()) : null
  if (found === null) throw new AppError('ticket_not_found')
  return { ...found, ticket: { ...found.ticket, signature: ctx.signingKey.sign(signedText(found.ticket)) } }
}
