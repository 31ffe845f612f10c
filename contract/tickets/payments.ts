import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { PromptPayId } from '#contract/events/event-draft.ts'
import { GivenInstant, Id, Instant, text } from '#contract/fields.ts'
import { Ticket, TicketParams } from '#contract/tickets/tickets.schemas.ts'

export const slipLimits = { reason: 300 } as const

/** The `sent_at` of the slip that the owner has looked at: another one that came since is not decided by it (`slip_decided`).
 *  Without it the decision is about whichever is in review. */
const SlipSeen = z.object({ sent_at: GivenInstant.optional() })

/** The picture of a transfer slip (JPEG or PNG, 5 MB) for one's own UNPAID application, in the field `slip`. Until the
 *  organizer has decided, the deadline stands still (`pay_by` null), and another one takes the place of the one before. With a
 *  verification service a slip that fits makes the ticket ACTIVE at once. Throws `nothing_to_pay`, `payment_too_late`,
 *  `ticket_not_active` when the application has ended otherwise, `slip_used`, the codes of pictures, and those of a verification: `slip_not_real`, `slip_wrong_amount`,
 *  `slip_wrong_receiver`, `slip_wrong_time`. */
export const sendSlip = {
  method: 'POST',
  url: '/api/tickets/:ticketId/slip',
  schema: {
    summary: "Send a transfer slip for one's own application",
    params: TicketParams,
    body: z.object({
      /** Where a refund would go, as PromptPay number; '' where it is not said. */
      refund_to: PromptPayId.default(''),
    }),
    refusals: [
      'nothing_to_pay',
      'payment_too_late',
      'promptpay_invalid',
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

/** The slip's picture (image/webp), never kept by anybody on the way; for payer and owner alone, `slip_not_found` for others. */
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

/** The owner has seen the money: the application becomes a ticket. `slip_decided` where its slip is not in review, or
 *  not the one that was seen. */
export const confirmSlip = {
  method: 'POST',
  url: '/api/tickets/:ticketId/slip/confirm',
  schema: {
    summary: "Confirm a transfer slip for one's own event",
    params: TicketParams,
    body: SlipSeen.optional(),
    refusals: ['event_not_found', 'event_over', 'slip_decided', 'ticket_not_found'],
    response: { 200: Ticket },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** The owner does not take the slip for the payment. The time to pay that was left goes on, at least ten minutes, at most until
 *  the event starts, and the slip may be used again. */
export const refuseSlip = {
  method: 'POST',
  url: '/api/tickets/:ticketId/slip/refuse',
  schema: {
    summary: "Refuse a transfer slip for one's own event",
    params: TicketParams,
    body: SlipSeen.extend({ reason: text(slipLimits.reason).default('') }),
    refusals: ['event_not_found', 'slip_decided', 'ticket_not_found'],
    response: { 200: Ticket },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** What somebody has to know who pays for their UNPAID application by PromptPay. */
export const Payment = z.object({
  ticket_id: Id,
  event_id: Id,
  event_name: z.string(),
  organizer_name: z.string(),
  /** The receiver in digits: a phone number of 10, a national or tax ID of 13, an e-wallet of 15. */
  promptpay_id: z.string(),
  /** In whose name that account is; '' where it is the organizer's own. */
  promptpay_name: z.string(),
  amount_satang: z.number().int(),
  /** Null where the deadline stands still. */
  pay_by: Instant.nullable(),
})
export type Payment = z.infer<typeof Payment>

/** To the payer alone, and only as long as there is something to pay: `ticket_not_found` for everybody else, and
 *  `nothing_to_pay` for an application in any other state. */
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

/** What a receipt says. */
export const Receipt = z.object({
  ticket_id: Id,
  ticket_number: z.string(),
  fullname: z.string(),
  event_id: Id,
  event_name: z.string(),
  start_date_event: Instant,
  organizer_name: z.string(),
  amount_satang: z.number().int(),
  paid_at: Instant,
  refunded_at: Instant.nullable(),
})
export type Receipt = z.infer<typeof Receipt>

/** The receipt of one's own application that was paid by PromptPay; `receipt_not_found` for others, and without a payment. */
export const showReceipt = {
  method: 'GET',
  url: '/api/tickets/:ticketId/receipt',
  schema: {
    summary: "Read the receipt of one's own ticket",
    params: TicketParams,
    refusals: ['receipt_not_found'],
    response: { 200: Receipt },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint
