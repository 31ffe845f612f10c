import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant, PathId } from '#contract/fields.ts'

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
    params: z.object({ ticketId: PathId }),
    refusals: ['nothing_to_pay', 'ticket_not_found'],
    response: { 200: Payment },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint
