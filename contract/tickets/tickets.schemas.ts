import { z } from 'zod'
import type { Schemas } from '#contract/endpoint.ts'
import { applicationStates } from '#contract/events/application.ts'
import { CancelReason, EventParams, LiveState } from '#contract/events/events.schemas.ts'
import { Flag, Id, Instant, PathId } from '#contract/fields.ts'
import { Slip } from '#contract/payments/slip.ts'
import { Answers, AskedWords, TicketAnswers } from '#contract/questions/questions.ts'
import * as tickets from './tickets.ts'

/** The state of an application (application.ts); of a ticket that was not used EXPIRED once the event is over. */
export const TicketStatus = z.enum([...applicationStates, 'EXPIRED'])
export type TicketStatus = z.infer<typeof TicketStatus>

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

export const applyToEventSchema = {
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
} satisfies Schemas
export const applyToEvent = { ...tickets.applyToEvent, schema: applyToEventSchema }

export const listTicketsSchema = {
  summary: "List one's own tickets",
  params: z.object({ userId: PathId }),
  refusals: ['not_your_tickets'],
  response: { 200: z.array(Ticket) },
} satisfies Schemas
export const listTickets = { ...tickets.listTickets, schema: listTicketsSchema }

export const showTicketSchema = {
  summary: 'Read a ticket',
  params: TicketParams,
  refusals: ['ticket_not_found'],
  response: { 200: SignedTicket },
} satisfies Schemas
export const showTicket = { ...tickets.showTicket, schema: showTicketSchema }

export const cancelTicketSchema = {
  summary: 'Cancel a ticket',
  params: TicketParams,
  querystring: z.object({
    /** The state that the holder saw. Without it whatever there is is given up. */
    state: LiveState.optional(),
  }),
  refusals: ['application_changed', 'busy', 'event_over', 'event_started', 'ticket_not_active', 'ticket_not_found'],
  response: { 200: Ticket },
} satisfies Schemas
export const cancelTicket = { ...tickets.cancelTicket, schema: cancelTicketSchema }

export const changeAnswersSchema = {
  summary: "Change one's own answers to an event's questions",
  params: TicketParams,
  body: z.object({ answers: Answers, asked: AskedWords.default({}) }),
  refusals: ['ticket_not_found', 'ticket_not_active', 'registration_closed', 'answers_invalid'],
  response: { 200: SignedTicket },
} satisfies Schemas
export const changeAnswers = { ...tickets.changeAnswers, schema: changeAnswersSchema }

/** The calendar of one's own tickets: `path` is its secret address below the site's, '' where it is switched off. Whoever
 *  has the address reads the calendar. */
export const TicketFeed = z.object({ path: z.string() })
export type TicketFeed = z.infer<typeof TicketFeed>

export const showTicketFeedSchema = {
  summary: "Read the address of one's own ticket calendar",
  response: { 200: TicketFeed },
} satisfies Schemas
export const showTicketFeed = { ...tickets.showTicketFeed, schema: showTicketFeedSchema }

export const renewTicketFeedSchema = {
  summary: "Make a new address of one's own ticket calendar",
  response: { 201: TicketFeed },
} satisfies Schemas
export const renewTicketFeed = { ...tickets.renewTicketFeed, schema: renewTicketFeedSchema }

export const endTicketFeedSchema = {
  summary: "Switch one's own ticket calendar off",
  response: { 200: TicketFeed },
} satisfies Schemas
export const endTicketFeed = { ...tickets.endTicketFeed, schema: endTicketFeedSchema }
