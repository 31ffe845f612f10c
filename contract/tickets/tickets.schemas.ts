import { z } from 'zod'
import type { Schemas } from '#contract/endpoint.ts'
import { applicationStates } from '#contract/events/application.ts'
import { CancelReason, EventParams, LiveState, Slip } from '#contract/events/events.schemas.ts'
import { mostInParty } from '#contract/events/ticket-types.ts'
import { Flag, Id, Instant, numeric, PathId } from '#contract/fields.ts'
import { fill } from '#contract/language/messages.ts'
import { optionalName } from '#contract/names.ts'
import { Answers, QuestionTexts, TicketAnswers } from '#contract/questions/questions.ts'
import * as m from '#messages/fields.json'
import { GivenCode } from './codes.schemas.ts'
import * as tickets from './tickets.ts'

/** In characters. */
export const guestNameLimit = 100

/** The state of an application (application.ts), or EXPIRED for an unused ticket of a past event. An invitation is nobody's until
 *  it is claimed. */
export const TicketStatus = z.enum([...applicationStates, 'EXPIRED']).exclude(['INVITED'])
export type TicketStatus = z.infer<typeof TicketStatus>

/** An application, which may become a ticket. `ticket_id` is unguessable; `ticket_number` is short, to be read aloud: `K7PM-3QXA`. */
export const Ticket = z.object({
  id: Id,
  ticket_id: z.uuid(),
  ticket_number: z.string(),
  event_id: Id,
  fullname: z.string(),
  register_date: Instant,
  status: TicketStatus,
  /** The place on the waiting list, from 1; null if not on it. */
  position: z.number().int().nullable(),
  /** The deadline of an UNPAID application; null while it is paused. */
  pay_by: Instant.nullable(),
  /** The price at the time of the application, with its code, or a lower one since then. */
  price_satang: z.number().int(),
  /** The name of its type; '' without one. */
  ticket_type: z.string(),
  /** For the seat of a guest, the `id` of the application that it belongs to; null for an application. */
  party_of: Id.nullable(),
  /** The seats of the application that have not ended, with the applicant's own; 1 for a guest. */
  seats: z.number().int(),
  /** The price of these seats together. */
  total_satang: z.number().int(),
  cancel_reason: CancelReason.nullable(),
  /** False for an application that is not a ticket yet, or ended before it was one. */
  was_issued: z.boolean(),
  /** The organizer's message when approving or refusing; '' for none. */
  organizer_word: z.string(),
  /** The last transfer slip. */
  slip: Slip.nullable(),
  /** When it was paid by PromptPay; then it has a receipt. */
  paid_at: Instant.nullable(),
  /** For an application that ended after it was, or may have been, paid: `due` until the organizer marks it as `refunded`. Null if
   *  nothing is owed. */
  refund: z.enum(['due', 'refunded']).nullable(),
})
export type Ticket = z.infer<typeof Ticket>

/** What the holder may do with the seats of guests. */
export const Party = z.object({
  /** The `id`s of the seats in the application that have not ended, the applicant's first. */
  seats: z.array(Id),
  /** Until when a ticket may be passed on. */
  pass_on_until: Instant,
})
export type Party = z.infer<typeof Party>

/** What an event was when an application for it was made: its start, and its place as text. `is_far` if it was moved by more than a
 *  day or to another place. */
export const TicketMove = z.object({ start_date_event: Instant, place: z.string(), is_far: z.boolean() })
export type TicketMove = z.infer<typeof TicketMove>

/** What the organizer has paid back, and when they marked it; the amount is that of all seats of the application marked at that time.
 *  `refund_to` is the PromptPay number that the payer gave; '' for none. */
export const TicketRefund = z.object({ amount_satang: z.number().int(), refund_to: z.string(), refunded_at: Instant })
export type TicketRefund = z.infer<typeof TicketRefund>

/** With the signature for its QR code (`ticket-code.ts`), '' if the application never was a ticket. `answers` is present only if
 *  the event has questions or the applicant has answered any, `party` only for the holder, where an application may have or
 *  has several seats. */
export const SignedTicket = Ticket.extend({
  signature: z.string(),
  answers: TicketAnswers.optional(),
  party: Party.optional(),
  moved: TicketMove.optional(),
  /** Only for the payer, once `refund` is `refunded`. */
  refunded: TicketRefund.optional(),
  /** Only where it is read by the event's team, and not by its holder. */
  is_of_applicant: z.literal(true).optional(),
})
export type SignedTicket = z.infer<typeof SignedTicket>

export const TicketParams = z.object({ ticketId: PathId })

/** The ticket that the holder saw. Once it is given back or passed on, another may have its `id`: the call is then refused with
 *  `ticket_not_active`. Without it, the call is about the ticket that has the `id` now. */
export const TicketSeen = z.object({ ticket_id: z.uuid().optional() })
export type TicketSeen = z.infer<typeof TicketSeen>

/** A further seat in an application. */
export const Guest = z.object({
  /** May be '' if the event allows it: 'Guest of' and the applicant's name. */
  name: optionalName(m.name, guestNameLimit).default(''),
  /** As of the applicant; only for an event with `questions_per_guest`. */
  answers: Answers.default({}),
  asked: QuestionTexts.default({}),
})
export type Guest = z.output<typeof Guest>

export const Application = z.object({
  /** Whether to join the waiting list if no seat is free. */
  wait: Flag.default(false),
  /** Without it, of an event with types, the cheapest on sale with a seat, else the cheapest on sale. */
  ticket_type_id: numeric(Id, null).default(null),
  /** One for each further seat. */
  guests: z
    .array(Guest)
    .max(mostInParty - 1, fill(m.partyAtMost, { most: mostInParty }))
    .default([]),
  /** Takes something off the price, or opens hidden ticket types. '' for none. */
  code: GivenCode.default(''),
  /** By question id. `answers_invalid` if one is not valid. */
  answers: Answers.default({}),
  /** The texts of the questions that the applicant saw. */
  asked: QuestionTexts.default({}),
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
    'code_not_found',
    'code_stopped',
    'code_not_yet',
    'code_over',
    'code_used_up',
    'code_for_fewer',
    'ticket_type_not_found',
    'code_other_type',
    'ticket_type_not_on_sale',
    'ticket_type_full',
    'event_full',
    'too_few_seats',
    'party_too_large',
    'guest_name_missing',
    'busy',
    'answers_invalid',
  ],
  response: { 201: Ticket },
} satisfies Schemas
export const applyToEvent = { ...tickets.applyToEvent, schema: applyToEventSchema }

export const listTicketsSchema = {
  summary: 'List your tickets',
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
    /** The state that the holder saw. Without it, the application is cancelled in any state. */
    state: LiveState.optional(),
    /** Gives back one valid ticket of a party, also the applicant's own: the application goes on with the guests. The last one ends
     *  it. `state` does not matter; `ticket_not_active` unless the ticket is valid. */
    one_seat: Flag.default(false),
    /** With `one_seat`. */
    ...TicketSeen.shape,
  }),
  refusals: ['application_changed', 'busy', 'event_over', 'event_started', 'ticket_not_active', 'ticket_not_found'],
  response: { 200: Ticket },
} satisfies Schemas
export const cancelTicket = { ...tickets.cancelTicket, schema: cancelTicketSchema }

export const changeAnswersSchema = {
  summary: "Change your answers to an event's questions",
  params: TicketParams,
  body: z.object({ answers: Answers, asked: QuestionTexts.default({}) }),
  refusals: ['ticket_not_found', 'ticket_not_active', 'registration_closed', 'answers_invalid'],
  response: { 200: SignedTicket },
} satisfies Schemas
export const changeAnswers = { ...tickets.changeAnswers, schema: changeAnswersSchema }

export const addToWalletSchema = {
  summary: "Add a ticket to a phone's wallet",
  params: TicketParams,
  body: z.object({ wallet: z.enum(tickets.wallets) }),
  refusals: ['wallet_not_offered', 'ticket_not_found', 'ticket_not_active', 'wallet_unavailable'],
  response: { 200: z.object({ url: z.string() }) },
} satisfies Schemas
export const addToWallet = { ...tickets.addToWallet, schema: addToWalletSchema }

/** The calendar feed of the user's tickets: `path` is its secret path, '' while it is off. Anyone with the address can read it. */
export const TicketFeed = z.object({ path: z.string() })
export type TicketFeed = z.infer<typeof TicketFeed>

export const showTicketFeedSchema = {
  summary: 'Read the address of your ticket calendar',
  response: { 200: TicketFeed },
} satisfies Schemas
export const showTicketFeed = { ...tickets.showTicketFeed, schema: showTicketFeedSchema }

export const renewTicketFeedSchema = {
  summary: 'Make a new address for your ticket calendar',
  response: { 201: TicketFeed },
} satisfies Schemas
export const renewTicketFeed = { ...tickets.renewTicketFeed, schema: renewTicketFeedSchema }

export const endTicketFeedSchema = {
  summary: 'Turn off your ticket calendar',
  response: { 200: TicketFeed },
} satisfies Schemas
export const endTicketFeed = { ...tickets.endTicketFeed, schema: endTicketFeedSchema }
