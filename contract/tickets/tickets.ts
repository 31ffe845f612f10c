import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { applicationStates, CancelReason, LiveState } from '#contract/events/application.ts'
import { EventParams } from '#contract/events/events.ts'
import { Flag, Id, Instant, PathId } from '#contract/fields.ts'
import { Slip } from '#contract/payments/slip.ts'
import { Answers, AskedWords, TicketAnswers } from '#contract/questions/questions.ts'

/** The state of an application (application.ts); of a ticket that was not used EXPIRED once the event is over. */
export const TicketStatus = z.enum([...applicationStates, 'EXPIRED'])
export type TicketStatus = z.infer<typeof TicketStatus>

/** A status as people read it. */
export const statusLabels: Record<TicketStatus, string> = {
  WAITING: 'Waiting',
  PENDING: 'Pending',
  UNPAID: 'Unpaid',
  ACTIVE: 'Active',
  USED: 'Used',
  CANCELLED: 'Cancelled',
  EXPIRED: 'Expired',
}

/** An application, and the ticket that it becomes. `ticket_id` is unguessable; `ticket_number` is short and readable aloud:
 *  `K7PM-3QXA`. */
export const Ticket = z.object({
  id: Id,
  ticket_id: z.uuid(),
  ticket_number: z.string(),
  event_id: Id,
  fullname: z.string(),
  register_date: Instant,
  status: TicketStatus,
  /** The place in line, 1 at its head; null where it does not wait. */
  position: z.number().int().nullable(),
  /** Until when it is to be paid, where it is UNPAID; null where the deadline stands still. */
  pay_by: Instant.nullable(),
  /** The price that was asked when the person applied, or a lower one since. */
  price_satang: z.number().int(),
  /** Null where it is not cancelled. */
  cancel_reason: CancelReason.nullable(),
  /** What the organizer has written to the applicant when approving or refusing; '' where nothing. */
  organizer_word: z.string(),
  /** The transfer slip that was sent last; null where none was. */
  slip: Slip.nullable(),
  /** When it was paid by PromptPay: there is a receipt then. Null where it was not. */
  paid_at: Instant.nullable(),
  /** What the organizer owes after the end of an application whose price was paid, or may have been: `due` until they mark it as
   *  `refunded`; null where they owe nothing. */
  refund: z.enum(['due', 'refunded']).nullable(),
})
export type Ticket = z.infer<typeof Ticket>

/** A ticket with the server's signature, as its QR code says it; see `ticket-code.ts`. The signature is '' for an application
 *  that never was a ticket. `answers` is there only where the event asks questions, or the applicant has answered any. */
export const SignedTicket = Ticket.extend({ signature: z.string(), answers: TicketAnswers.optional() })
export type SignedTicket = z.infer<typeof SignedTicket>

/** A ticket in a path, by the number of its row. */
export const TicketParams = z.object({ ticketId: PathId })

/** What somebody says beside that they apply. */
export const Application = z.object({
  /** Whether they stand in line where no seat is free. */
  wait: Flag.default(false),
  /** To the event's questions, by their ids; refused as `answers_invalid` where one does not fit. */
  answers: Answers.default({}),
  /** The words of the questions that they have read. */
  asked: AskedWords.default({}),
})
export type Application = z.output<typeof Application>

/** Answers an ACTIVE ticket, or what comes before it: PENDING where the event needs approval, UNPAID where it is paid by
 *  PromptPay, and WAITING where it is full and the person is willing to `wait`. Without that a full event is `event_full`. */
export const applyToEvent = {
  method: 'POST',
  url: '/api/tickets/event/:eventId/register',
  schema: {
    summary: 'Apply for an event',
    params: EventParams,
    body: Application.optional(),
    refusals: [
      'event_not_found',
      'own_event',
      'event_called_off',
      'event_over',
      'blocked_by_organizer',
      'registration_not_open',
      'registration_closed',
      'event_started',
      'email_domain_not_allowed',
      'birth_date_missing',
      'too_young',
      'already_applied',
      'event_full',
      'busy',
      'answers_invalid',
    ],
    response: { 201: Ticket },
  },
  config: { access: 'signed-in', limit: 'apply' },
} satisfies Endpoint

/** Newest first; only one's own. */
export const listTickets = {
  method: 'GET',
  url: '/api/tickets/user/:userId',
  schema: {
    summary: "List one's own tickets",
    params: z.object({ userId: PathId }),
    refusals: ['not_your_tickets'],
    response: { 200: z.array(Ticket) },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

export const showTicket = {
  method: 'GET',
  url: '/api/tickets/:ticketId',
  schema: {
    summary: 'Read a ticket',
    params: TicketParams,
    refusals: ['ticket_not_found'],
    response: { 200: SignedTicket },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** Gives the seat back, leaves the line, or withdraws an application; it stays readable as cancelled. Where the application is
 *  in another `state` than its holder saw, nothing is done: `application_changed`, with the state that it is in now. */
export const cancelTicket = {
  method: 'DELETE',
  url: '/api/tickets/:ticketId/cancel',
  schema: {
    summary: 'Cancel a ticket',
    params: TicketParams,
    querystring: z.object({
      /** The state that the holder saw. Without it whatever there is is given up. */
      state: LiveState.optional(),
    }),
    refusals: ['application_changed', 'busy', 'event_over', 'event_started', 'ticket_not_active', 'ticket_not_found'],
    response: { 200: Ticket },
  },
  config: { access: 'signed-in', limit: 'apply' },
} satisfies Endpoint

/** Puts these answers in the place of the applicant's own, until registration closes: `registration_closed` after that, and
 *  `ticket_not_active` where the application has ended. They answer the event's questions of today, all together, and are
 *  refused as an application's are (`answers_invalid`), also where one was `asked` in other words. Answers to questions that are not asked any more stay. */
export const changeAnswers = {
  method: 'PATCH',
  url: '/api/tickets/:ticketId/answers',
  schema: {
    summary: "Change one's own answers to an event's questions",
    params: TicketParams,
    body: z.object({ answers: Answers, asked: AskedWords.default({}) }),
    refusals: ['ticket_not_found', 'ticket_not_active', 'registration_closed', 'answers_invalid'],
    response: { 200: SignedTicket },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** The calendar of one's own tickets: `path` is its secret address below the site's, '' where it is switched off. Whoever
 *  has the address reads the calendar. */
export const TicketFeed = z.object({ path: z.string() })
export type TicketFeed = z.infer<typeof TicketFeed>

/** The path of the calendar that a secret opens. */
export function ticketFeedPath(secret: string): string {
  return `/feeds/tickets/${secret}.ics`
}

const feedUrl = '/api/tickets/calendar-feed'

export const showTicketFeed = {
  method: 'GET',
  url: feedUrl,
  schema: { summary: "Read the address of one's own ticket calendar", response: { 200: TicketFeed } },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** The address that there was before stops working. */
export const renewTicketFeed = {
  method: 'POST',
  url: feedUrl,
  schema: { summary: "Make a new address of one's own ticket calendar", response: { 201: TicketFeed } },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

export const endTicketFeed = {
  method: 'DELETE',
  url: feedUrl,
  schema: { summary: "Switch one's own ticket calendar off", response: { 200: TicketFeed } },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint
