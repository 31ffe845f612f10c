import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Event } from '#contract/events/events.schemas.ts'
import { Email } from '#contract/fields.ts'
import { requiredName } from '#contract/names.ts'
import * as m from '#messages/fields.json'
import { guestNameLimit, SignedTicket, Ticket, TicketParams, TicketSeen } from './tickets.schemas.ts'

/** Puts another name on a valid ticket, which gets a new number and code; the old ones are `cancelled` at the door, and its link
 *  ends. Its holder stays the applicant. `passing_on_closed` after the event's `pass_on_until`, else its start, and for
 *  events with one seat in an application. */
export const passOnTicket = {
  method: 'PUT',
  url: '/api/tickets/:ticketId/name',
  schema: {
    summary: 'Pass a ticket on to somebody else',
    params: TicketParams,
    body: TicketSeen.extend({ name: requiredName(m.name, guestNameLimit) }),
    refusals: ['ticket_not_found', 'ticket_not_active', 'passing_on_closed'],
    response: { 200: SignedTicket },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** Mails a valid ticket with its code and link to the guest whose name is on it. The address is not stored. */
export const sendTicket = {
  method: 'POST',
  url: '/api/tickets/:ticketId/send',
  schema: {
    summary: 'Mail a ticket to a guest',
    params: TicketParams,
    body: TicketSeen.extend({ email: Email }),
    refusals: ['ticket_not_found', 'ticket_not_active', 'email_not_verified'],
    response: { 204: z.undefined() },
  },
  config: { access: 'signed-in', limit: 'guest_mail', empty: true },
} satisfies Endpoint

/** A ticket as its link shows it: nothing of the applicant and the other seats. Only a valid one has the meeting link. */
export const GuestTicket = z.object({
  ticket: Ticket.pick({
    ticket_id: true,
    ticket_number: true,
    event_id: true,
    fullname: true,
    register_date: true,
    status: true,
    ticket_type: true,
  }).extend({ signature: z.string() }),
  event: Event.pick({
    id: true,
    event_name: true,
    event_image: true,
    category: true,
    start_date_event: true,
    end_date_event: true,
    is_online: true,
    meeting_link: true,
    place_to_be_announced: true,
    address: true,
    latitude: true,
    longitude: true,
    is_called_off: true,
  }),
})
export type GuestTicket = z.infer<typeof GuestTicket>

/** For anybody with its link, whose secret is the `ticket_id`: a ticket of an event that allows several seats in an application.
 *  A ticket that was passed on has another link. */
export const showGuestTicket = {
  method: 'GET',
  url: '/api/guest-tickets/:code',
  schema: {
    summary: 'Read a ticket by its link',
    params: z.object({ code: z.string().max(100) }),
    refusals: ['ticket_not_found'],
    response: { 200: GuestTicket },
  },
  config: { access: 'anyone', limit: 'feed' },
} satisfies Endpoint
