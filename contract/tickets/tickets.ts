import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { EventParams } from '#contract/events/events.ts'
import { Id, Instant, PathId } from '#contract/fields.ts'

/** ACTIVE until the event is over, then EXPIRED; USED once checked in; CANCELLED by its holder or with the event. */
export const TicketStatus = z.enum(['ACTIVE', 'USED', 'CANCELLED', 'EXPIRED'])
export type TicketStatus = z.infer<typeof TicketStatus>

/** A status as people read it. */
export const statusLabels: Record<TicketStatus, string> = {
  ACTIVE: 'Active',
  USED: 'Used',
  CANCELLED: 'Cancelled',
  EXPIRED: 'Expired',
}

/** `ticket_id` is unguessable; `ticket_number` is short and readable aloud: `K7PM-3QXA`. */
export const Ticket = z.object({
  id: Id,
  ticket_id: z.uuid(),
  ticket_number: z.string(),
  event_id: Id,
  fullname: z.string(),
  register_date: Instant,
  status: TicketStatus,
})
export type Ticket = z.infer<typeof Ticket>

/** A ticket with the server's signature, as its QR code says it; see `ticket-code.ts`. */
export const SignedTicket = Ticket.extend({ signature: z.string() })
export type SignedTicket = z.infer<typeof SignedTicket>

export const applyToEvent = {
  method: 'POST',
  url: '/api/tickets/event/:eventId/register',
  schema: { summary: 'Apply for an event', params: EventParams, response: { 201: Ticket } },
  config: { access: 'signed-in', limit: 'apply' },
} satisfies Endpoint

/** Newest first; only one's own. */
export const listTickets = {
  method: 'GET',
  url: '/api/tickets/user/:userId',
  schema: {
    summary: "List one's own tickets",
    params: z.object({ userId: PathId }),
    response: { 200: z.array(Ticket) },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

export const showTicket = {
  method: 'GET',
  url: '/api/tickets/:ticketId',
  schema: { summary: 'Read a ticket', params: z.object({ ticketId: PathId }), response: { 200: SignedTicket } },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** Gives the seat back; the ticket stays readable as cancelled. */
export const cancelTicket = {
  method: 'DELETE',
  url: '/api/tickets/:ticketId/cancel',
  schema: { summary: 'Cancel a ticket', params: z.object({ ticketId: PathId }), response: { 200: Ticket } },
  config: { access: 'signed-in', limit: 'apply' },
} satisfies Endpoint
