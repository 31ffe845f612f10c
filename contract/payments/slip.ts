import { z } from 'zod'
import { Instant } from '#contract/fields.ts'

/** `in_review` waits for the organizer's decision. */
const slipStates = ['in_review', 'refused', 'confirmed'] as const

/** The last transfer slip sent for an application. */
export const Slip = z.object({
  state: z.enum(slipStates),
  /** The organizer's reason for refusing it; '' without one. */
  reason: z.string(),
  sent_at: Instant,
  /** Whether the code on the slip could be read, so that it cannot be used for another ticket. */
  readable: z.boolean(),
})
export type Slip = z.infer<typeof Slip>
