import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { PromptPayId } from '#contract/events/event-fields.ts'
import { GivenInstant, Id, Instant, text } from '#contract/fields.ts'
import { Ticket, TicketParams } from '#contract/tickets/tickets.schemas.ts'

export const slipLimits = { reason: 300 } as const

/** The `sent_at` of the slip that the owner saw. If a newer one was sent since then, the decision fails with `slip_decided`.
 *  Without it, the decision is about whichever slip is in review. */
const SlipSeen = z.object({ sent_at: GivenInstant.optional() })

/** Uploads a picture of the transfer slip (JPEG or PNG, 5 MB, field `slip`) for the user's UNPAID application. The deadline is
 *  paused (`pay_by` null) until the organizer decides; a new slip replaces the previous one. With a verification service a
 *  matching slip makes the ticket ACTIVE at once, any other fails with `slip_not_real`, `slip_wrong_amount`,
 *  `slip_wrong_receiver` or `slip_wrong_time`. `ticket_not_active` if the application has ended otherwise.
 *  Also throws the codes of pictures. */
export const sendSlip = {
  method: 'POST',
  url: '/api/tickets/:ticketId/slip',
  schema: {
    summary: 'Send a transfer slip for your application',
    params: TicketParams,
    body: z.object({
      /** The PromptPay number for a refund; '' for none. */
      refund_to: PromptPayId.default(''),
    }),
    refusals: [
      'nothing_to_pay',
      'payment_too_late',
      'promptpay_invalid',
      'slip_being_read',
      'slip_not_real',
      'slip_used',
      'slip_wrong_amount',
      'slip_wrong_receiver',
      'slip_wrong_time',
      'ticket_not_active',
      'ticket_not_found',
    ],
    response: { 200: Ticket },
  },
  config: { access: 'signed-in', limit: 'write', send: 'multipart', file: 'slip' },
} satisfies Endpoint

/** The slip's picture (image/webp), never cached. For payer, owner and desk only, `slip_not_found` for others. */
export const showSlip = {
  method: 'GET',
  url: '/api/tickets/:ticketId/slip',
  schema: {
    summary: 'See a transfer slip',
    params: TicketParams,
    refusals: ['slip_not_found'],
    mediaType: 'image/webp',
    response: { 200: z.custom<Blob>() },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** The owner has received the money: the application becomes a ticket. `slip_decided` if no slip is in review, or not the one
 *  that the owner saw. */
export const confirmSlip = {
  method: 'POST',
  url: '/api/tickets/:ticketId/slip/confirm',
  schema: {
    summary: 'Confirm a transfer slip for your event',
    params: TicketParams,
    body: SlipSeen.optional(),
    refusals: ['event_not_found', 'event_over', 'slip_decided', 'ticket_not_found'],
    response: { 200: Ticket },
  },
  config: { access: 'signed-in', role: 'desk', limit: 'write' },
} satisfies Endpoint

/** The owner rejects the slip, which may then be used again. The deadline continues with the time that was left: at least ten
 *  minutes, at most until the event starts. */
export const refuseSlip = {
  method: 'POST',
  url: '/api/tickets/:ticketId/slip/refuse',
  schema: {
    summary: 'Refuse a transfer slip for your event',
    params: TicketParams,
    body: SlipSeen.extend({ reason: text(slipLimits.reason).default('') }),
    refusals: ['event_not_found', 'slip_decided', 'ticket_not_found'],
    response: { 200: Ticket },
  },
  config: { access: 'signed-in', role: 'desk', limit: 'write' },
} satisfies Endpoint

/** What the applicant needs to pay by PromptPay. */
export const Payment = z.object({
  ticket_id: Id,
  event_id: Id,
  event_name: z.string(),
  /** The name of its ticket type; '' without one. */
  ticket_type: z.string(),
  organizer_name: z.string(),
  /** The receiver in digits: a phone number of 10, a national or tax ID of 13, an e-wallet of 15. */
  promptpay_id: z.string(),
  /** The name of the account; '' if it is the organizer's. */
  promptpay_name: z.string(),
  /** The seats to pay together. */
  seats: z.number().int(),
  /** Of each seat; null if their prices differ. */
  seat_price_satang: z.number().int().nullable(),
  amount_satang: z.number().int(),
  /** Null while the deadline is paused. */
  pay_by: Instant.nullable(),
})
export type Payment = z.infer<typeof Payment>

/** Payer only: `ticket_not_found` for others, and `nothing_to_pay` unless the application is UNPAID. */
export const showPayment = {
  method: 'GET',
  url: '/api/tickets/:ticketId/payment',
  schema: {
    summary: 'Read how to pay for an application',
    params: TicketParams,
    refusals: ['nothing_to_pay', 'ticket_not_found'],
    response: { 200: Payment },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

export const Receipt = z.object({
  ticket_id: Id,
  ticket_number: z.string(),
  /** Of all the seats that were paid together. */
  ticket_numbers: z.array(z.string()),
  /** The payer's name; the tickets may name others. */
  fullname: z.string(),
  /** The name of its ticket type; '' without one. */
  ticket_type: z.string(),
  event_id: Id,
  event_name: z.string(),
  start_date_event: Instant,
  organizer_name: z.string(),
  /** The seats that were paid together. */
  seats: z.number().int(),
  amount_satang: z.number().int(),
  paid_at: Instant,
  /** What was paid back of it, and when the last part was. */
  refunded_satang: z.number().int(),
  refunded_at: Instant.nullable(),
  /** What is still to be paid back. */
  refund_due_satang: z.number().int(),
})
export type Receipt = z.infer<typeof Receipt>

/** For the payer of an application paid by PromptPay; otherwise `receipt_not_found`. */
export const showReceipt = {
  method: 'GET',
  url: '/api/tickets/:ticketId/receipt',
  schema: {
    summary: 'Read the receipt of your ticket',
    params: TicketParams,
    refusals: ['receipt_not_found'],
    response: { 200: Receipt },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint
