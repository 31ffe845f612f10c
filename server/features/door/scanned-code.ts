import type { Verdict } from '#contract/tickets/door.ts'
import { readTicketCode, readTicketNumber, signedText } from '#contract/tickets/ticket-code.ts'
import type { Context } from '#server/lib/context.ts'
import { type FoundTicket, findTicket, findTicketByNumber } from './door.repository.ts'

/** The row of the event's own ticket that a code names, or why it names none. */
export type Found = { ticketId: number } | { verdict: Extract<Verdict, 'wrong_event' | 'unknown' | 'forged'> }

/** Reads the text of a QR code, or a number as typed, at the door of an event. */
export async function findByCode(ctx: Context, eventId: number, text: string): Promise<Found> {
  const code = readTicketCode(text)
  if (code !== null) {
    if (!ctx.signingKey.verify(signedText(code), code.signature)) return { verdict: 'forged' }
    if (code.event_id !== eventId) return { verdict: 'wrong_event' }
    return foundOrUnknown(await findTicket(ctx.db, eventId, code.ticket_id), eventId)
  }
  const number = readTicketNumber(text)
  if (number === null) return { verdict: 'unknown' }
  return foundOrUnknown(await findTicketByNumber(ctx.db, eventId, number), eventId)
}

function foundOrUnknown(ticket: FoundTicket | null, eventId: number): Found {
  if (ticket === null) return { verdict: 'unknown' }
  return ticket.event_id === eventId ? { ticketId: ticket.id } : { verdict: 'wrong_event' }
}
