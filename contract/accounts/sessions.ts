import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/fields.ts'

/** A session of one's own. `device` is said in words, such as 'Chrome on Android', and '' where it is not known. A session
 *  counts as used whenever its token is renewed, which a browser in use does every 15 minutes. */
export const OwnSession = z.object({
  id: z.uuid(),
  device: z.string(),
  started_at: Instant,
  last_used_at: Instant,
  /** The session that asks. */
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** The session that asks stands first, then those last used first; at most 100. */
export const listSessions = {
  method: 'GET',
  url: '/api/users/sessions',
  schema: { summary: 'List your sessions', response: { 200: z.array(OwnSession) } },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** Whoever uses the session is logged out at their next call. Refused as `session_not_found` where it is not one's own, or
 *  has ended. */
export const endSession = {
  method: 'DELETE',
  url: '/api/users/sessions/:sessionId',
  schema: {
    summary: 'End one of your sessions',
    params: z.object({ sessionId: z.uuid() }),
    refusals: ['session_not_found'],
    response: { 204: z.undefined() },
  },
  config: { access: 'signed-in', limit: 'write', empty: true },
} satisfies Endpoint

/** Ends all of one's sessions but the one that asks; `ended` counts them. */
export const endOtherSessions = {
  method: 'POST',
  url: '/api/users/sessions/end-others',
  schema: {
    summary: 'End all your other sessions',
    response: { 200: z.object({ ended: z.number().int(), message: z.string() }) },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint
