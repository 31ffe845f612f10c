import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant, PathId } from '#contract/fields.ts'

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
    params: z.object({ ticketId: PathId }),
    refusals: ['receipt_not_found'],
    response: { 200: Receipt },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint
