import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/fields.ts'

/** How long ago people must have signed in at most to add a passkey, connect LINE or make an access token. */
export const recentSignInMinutes = 10

/** A session of the user. `device` is a label such as 'Chrome on Android', '' if unknown. A session counts as used when its token
 *  is renewed, which an open browser does every 15 minutes. */
export const OwnSession = z.object({
  id: z.uuid(),
  device: z.string(),
  started_at: Instant,
  last_used_at: Instant,
  /** The session of this request. */
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** The current session first, then by last use; at most 100. */
export const listSessions = {
  method: 'GET',
  url: '/api/users/sessions',
  schema: { summary: 'List your sessions', response: { 200: z.array(OwnSession) } },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** The session's device is logged out at its next call. `session_not_found` for sessions of others and ended ones. */
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

/** Ends all sessions of the user but the current one; `ended` counts them. */
export const endOtherSessions = {
  method: 'POST',
  url: '/api/users/sessions/end-others',
  schema: {
    summary: 'End all your other sessions',
    response: { 200: z.object({ ended: z.number().int(), message: z.string() }) },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint
