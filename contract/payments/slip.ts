import { z } from 'zod'
import { Instant } from '#contract/fields.ts'

/** `in_review` waits for the organizer, `refused` was not taken for the payment, `confirmed` was. */
const slipStates = ['in_review', 'refused', 'confirmed'] as const

/** A transfer slip that was sent for an application, the last one. */
export const Slip = z.object({
  state: z.enum(slipStates),
  /** Why it was refused, in the organizer's words; '' where it was not, or where they gave none. */
  reason: z.string(),
  sent_at: Instant,
  /** Whether the code on the slip could be read, so that it cannot be used for another ticket. */
  readable: z.boolean(),
})
export type Slip = z.infer<typeof Slip>
