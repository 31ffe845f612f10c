import type { Ticket } from '#contract/tickets.ts'
import { localDate } from '#contract/dates.ts'
import { statusLabel } from './status.ts'

/** What the QR code of a ticket says to whoever reads it (specification, Virtual Ticket). */
export function qrText(ticket: Ticket, eventName: string): string {
  return JSON.stringify({
    ticket_id: ticket.ticket_id,
    event_name: eventName,
    fullname: ticket.fullname,
    // A picture has no room in a QR code.
    profile_picture: 'placeholder',
    register_date: localDate(ticket.register_date),
    status: statusLabel(ticket.status),
  })
}
