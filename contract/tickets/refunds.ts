import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { CancelReason, EventParams, Slip } from '#contract/events/events.schemas.ts'
import { GivenInstant, Id, Instant } from '#contract/fields.ts'
import * as m from '#messages/fields.json'

/** Money that an event's owner owes: an application that ended after it was paid, or while its slip was in review. */
export const Refund = z.object({
  application_id: Id,
  ticket_number: z.string(),
  fullname: z.string(),
  /** Who paid, if it is somebody else, such as the applicant who paid for a guest; null if not. */
  paid_by: z.string().nullable(),
  /** The name of its ticket type; '' without one. */
  ticket_type: z.string(),
  /** The code that it was made with; '' without one. */
  code: z.string(),
  amount_satang: z.number().int(),
  /** The payer's PromptPay number; '' if they gave none. */
  refund_to: z.string(),
  cancelled_at: Instant,
  cancel_reason: CancelReason,
  /** Null if the payment was never confirmed: look at the slip first, and refuse it if no money came. */
  paid_at: Instant.nullable(),
  slip: Slip.nullable(),
  /** When the owner marked it as refunded; null while it is due. */
  refunded_at: Instant.nullable(),
})
export type Refund = z.infer<typeof Refund>

/** Due refunds first, then those that are done; each newest first. */
export const listRefunds = {
  method: 'GET',
  url: '/api/events/:eventId/refunds',
  schema: {
    summary: 'List the refunds of your own event',
    params: EventParams,
    response: { 200: z.array(Refund) },
  },
  config: { access: 'signed-in', role: 'co_host' },
} satisfies Endpoint

/** The same for spreadsheets (UTF-8 with BOM). */
export const exportRefunds = {
  method: 'GET',
  url: '/api/events/:eventId/refunds.csv',
  schema: {
    summary: 'Download the refunds of your own event as CSV',
    params: EventParams,
    mediaType: 'text/csv',
    responseHeaders: ['content-disposition'],
    response: { 200: z.string() },
  },
  config: { access: 'signed-in', role: 'co_host' },
} satisfies Endpoint

/** Own events with refunds due, including past and called-off ones; the next to start first. */
export const listRefundsDue = {
  method: 'GET',
  url: '/api/events/my-events/refunds-due',
  schema: {
    summary: 'List your own events that owe refunds',
    response: {
      200: z.array(z.object({ event_id: Id, event_name: z.string(), refunds_due: z.number().int() })),
    },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** The owner has paid these back. `refund_not_found` if one of them is not due. */
export const markRefunded = {
  method: 'POST',
  url: '/api/events/:eventId/refunds/done',
  schema: {
    summary: 'Mark refunds of your own event as paid back',
    params: EventParams,
    body: z.object({ applications: z.array(Id).min(1, m.chooseRefund).max(1_000) }),
    refusals: ['refund_not_found'],
    response: { 200: z.array(Refund) },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'write' },
} satisfies Endpoint

/** Makes a refund due again, and its undecided slip in review again. `refund_changed` if it was marked at another time than
 *  `refunded_at`. */
export const undoRefunded = {
  method: 'POST',
  url: '/api/events/:eventId/refunds/undo',
  schema: {
    summary: 'Mark a refund of your own event as not paid back',
    params: EventParams,
    body: z.object({ application: Id, refunded_at: GivenInstant }),
    refusals: ['refund_changed', 'refund_not_found'],
    response: { 200: z.array(Refund) },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'write' },
} satisfies Endpoint
