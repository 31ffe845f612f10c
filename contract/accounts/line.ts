import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Flag } from '#contract/fields.ts'
import { SignedIn } from './auth.schemas.ts'
import { BrowserSecret } from './email-sign-in.ts'

/** What LINE's page returns with, together with the secret of the browser that started. Works once, in that browser. */
const LineProof = z.object({
  browser: BrowserSecret,
  code: z.string({ error: 'The code of LINE is missing.' }).min(1).max(1_000),
  state: z.string({ error: 'The state is missing.' }).max(200),
})

const refusals = ['not_found', 'line_refused', 'line_unavailable'] as const

/** Answers the address of LINE's own page, which returns to `paths.lineReturn`. */
export const startLine = {
  method: 'POST',
  url: '/api/users/line/start',
  schema: {
    summary: 'Start to sign in with LINE',
    body: z.object({ browser: BrowserSecret }),
    refusals: ['not_found', 'line_unavailable'],
    response: { 200: z.object({ url: z.string() }) },
  },
  config: { access: 'anyone', limit: 'line', send: 'json' },
} satisfies Endpoint

/** Signs in with the connected LINE account; without one it makes an account, which has no email unless LINE tells one.
 *  `line_email_taken` if that email has an account already. */
export const signInByLine = {
  method: 'POST',
  url: '/api/users/line/sign-in',
  schema: {
    summary: 'Sign in with LINE',
    body: LineProof,
    refusals: [...refusals, 'line_email_taken'],
    response: { 200: SignedIn },
  },
  config: { access: 'anyone', limit: 'login', send: 'json' },
} satisfies Endpoint

/** Connects a LINE account, with which the user can then sign in; needs a sign-in within the last ten minutes. The owner is
 *  mailed. */
export const connectLine = {
  method: 'POST',
  url: '/api/users/line/connect',
  schema: {
    summary: 'Connect your LINE account',
    body: LineProof,
    refusals: [...refusals, 'line_account_taken', 'sign_in_needed'],
    response: { 204: z.undefined() },
  },
  config: { access: 'signed-in', limit: 'write', send: 'json', empty: true },
} satisfies Endpoint

/** Also ends messages by LINE. `line_needed` while the account has no verified email, and so no other way in. */
export const disconnectLine = {
  method: 'DELETE',
  url: '/api/users/line',
  schema: {
    summary: 'Disconnect your LINE account',
    refusals: ['not_found', 'line_needed'],
    response: { 204: z.undefined() },
  },
  config: { access: 'signed-in', limit: 'write', empty: true },
} satisfies Endpoint

/** Turns messages by LINE about one's own tickets on or off; they replace the mails. They stay off until the person has added the
 *  site's LINE account as a friend, at `add_friend_url` ('' if nothing is to be done). */
export const setLineMessages = {
  method: 'PUT',
  url: '/api/users/line/messages',
  schema: {
    summary: 'Turn messages by LINE on or off',
    body: z.object({ on: Flag }),
    refusals: ['not_found', 'line_unavailable'],
    response: { 200: z.object({ on: z.boolean(), add_friend_url: z.string() }) },
  },
  config: { access: 'signed-in', limit: 'toggle', send: 'json' },
} satisfies Endpoint
