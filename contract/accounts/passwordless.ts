/** Signing in without a password: with a mailed code, a passkey or LINE. */
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Email, Flag, Id, Instant, PathId } from '#contract/fields.ts'
import { optionalName } from '#contract/names.ts'
import { inAscii } from '#contract/numbers.ts'
import * as answers from '#messages/answers.json'
import * as m from '#messages/fields.json'
import { SignedIn } from './auth.schemas.ts'

export const codeLimits = { digits: 6, tries: 5, minutes: 10 }

/** A random text that the browser makes and keeps: what it asks for works only together with it. 32 bytes in base64url. */
const BrowserSecret = z.string({ error: m.secretMissing }).regex(/^[\w-]{43}$/, m.secretLength)

/** As typed or pasted: '123 456' and '๑๒๓-๔๕๖' are 123456. */
export const SignInCode = z
  .string({ error: m.enterCode })
  .max(100, m.codeDigits)
  .transform((typed) => inAscii(typed.normalize('NFKC')).replace(/[\s\p{Pd}\p{Cf}.]/gu, ''))
  .pipe(
    z
      .string()
      .min(1, m.enterCode)
      .regex(/^\d{6}$/, m.codeDigits),
  )

const FullName = optionalName(m.name, 150)

export const codeTexts = { sent: answers.codeSent }

/** Mails a code and a link. Answers the same for every address. A newer request of the same browser ends the older one. */
export const requestCode = {
  method: 'POST',
  url: '/api/users/sign-in-code',
  schema: {
    summary: 'Mail a code to sign in without a password',
    body: z.object({ email: Email, browser: BrowserSecret }),
    response: { 200: z.object({ message: z.string() }) },
  },
  config: { access: 'anyone', limit: 'sign_in_code' },
} satisfies Endpoint

/**
 * Signs in with the mailed code, or with the last part of the mailed link; an email without an account gets one, for which
 * `name` is needed (`name_needed`, which leaves the code valid). Either works once, for ten minutes and five tries
 * (`sign_in_code_over`), in the browser that asked.
 */
export const signInByEmail = {
  method: 'POST',
  url: '/api/users/sign-in-code/use',
  schema: {
    summary: 'Sign in with a mailed code or link',
    body: z
      .object({
        browser: BrowserSecret,
        code: SignInCode.optional(),
        link: z.string().max(200).optional(),
        name: FullName.optional(),
      })
      .refine(({ code, link }) => (code === undefined) !== (link === undefined), {
        path: ['code'],
        message: m.enterCode,
      }),
    refusals: ['sign_in_code_wrong', 'sign_in_code_over', 'name_needed'],
    response: { 200: SignedIn },
  },
  config: { access: 'anyone', limit: 'login' },
} satisfies Endpoint

export const passkeyLimits = { most: 10, minutes: 10 }

/** A passkey of the user. `name` says on which browser and system it was made. */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  created_at: Instant,
  /** Null if it was never used. */
  last_used_at: Instant.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** A binary value of the W3C's JSON, in base64url. */
const binary = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/)

/** The options and answers of `navigator.credentials` as JSON: https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON */
const Options = z.looseObject({ challenge: z.string() })

const Credential = z.object({ id: binary(1_400), rawId: binary(1_400), type: z.literal('public-key') })

const Registration = Credential.extend({
  response: z.object({
    clientDataJSON: binary(4_000),
    attestationObject: binary(16_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})
export type Registration = z.infer<typeof Registration>

const Assertion = Credential.extend({
  response: z.object({
    clientDataJSON: binary(4_000),
    authenticatorData: binary(4_000),
    signature: binary(8_000),
    userHandle: binary(100).nullish(),
  }),
})
export type Assertion = z.infer<typeof Assertion>

const passkeys = '/api/users/passkeys'

/** Own passkeys, oldest first. */
export const listPasskeys = {
  method: 'GET',
  url: passkeys,
  schema: { summary: 'List your passkeys', response: { 200: z.array(Passkey) } },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** Whether to offer a passkey after signing in: true once, and never to people who have one. */
export const offerPasskey = {
  method: 'POST',
  url: `${passkeys}/offer`,
  schema: {
    summary: 'Ask whether to offer a passkey, once',
    response: { 200: z.object({ offer: z.boolean() }) },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** Answers the options of `navigator.credentials.create`; needs a sign-in within the last ten minutes. Their challenge is valid
 *  once, for ten minutes, in this session; a newer one ends it. `not_found` where browsers allow no passkeys: on hosts that are an IP address. */
export const startPasskey = {
  method: 'POST',
  url: `${passkeys}/options`,
  schema: {
    summary: 'Start to add a passkey',
    refusals: ['not_found', 'sign_in_needed', 'too_many_passkeys'],
    response: { 200: Options },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** Adds the passkey that `navigator.credentials.create` has made. The owner is mailed. */
export const addPasskey = {
  method: 'POST',
  url: passkeys,
  schema: {
    summary: 'Add a passkey',
    body: z.object({ credential: Registration }),
    refusals: ['not_found', 'passkey_known', 'passkey_over', 'passkey_invalid', 'too_many_passkeys'],
    response: { 201: Passkey },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** Nobody signs in with it any more. Sessions that it has started stay. */
export const removePasskey = {
  method: 'DELETE',
  url: `${passkeys}/:passkeyId`,
  schema: {
    summary: 'Remove a passkey',
    params: z.object({ passkeyId: PathId }),
    refusals: ['passkey_not_found'],
    response: { 204: z.undefined() },
  },
  config: { access: 'signed-in', limit: 'write', empty: true },
} satisfies Endpoint

/** Answers the options of `navigator.credentials.get`, the same for everybody but for the challenge, which is valid once, for ten
 *  minutes, together with the secret of the browser that asked. */
export const startPasskeySignIn = {
  method: 'POST',
  url: `${passkeys}/sign-in/options`,
  schema: {
    summary: 'Start to sign in with a passkey',
    body: z.object({ browser: BrowserSecret }),
    refusals: ['not_found'],
    response: { 200: Options },
  },
  config: { access: 'anyone', limit: 'passkey' },
} satisfies Endpoint

export const signInByPasskey = {
  method: 'POST',
  url: `${passkeys}/sign-in`,
  schema: {
    summary: 'Sign in with a passkey',
    body: z.object({ browser: BrowserSecret, credential: Assertion }),
    refusals: ['email_not_verified', 'not_found', 'passkey_invalid', 'passkey_over', 'passkey_unknown'],
    response: { 200: SignedIn },
  },
  config: { access: 'anyone', limit: 'login' },
} satisfies Endpoint

/** What LINE's page returns with, together with the secret of the browser that started. Works once, in that browser. */
const LineProof = z.object({
  browser: BrowserSecret,
  code: z.string({ error: m.lineCodeMissing }).min(1).max(1_000),
  state: z.string({ error: m.lineStateMissing }).max(200),
})

const lineRefusals = ['not_found', 'line_refused', 'line_unavailable'] as const

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
  config: { access: 'anyone', limit: 'line' },
} satisfies Endpoint

/** Signs in with the connected LINE account; without one it makes an account, which has no email unless LINE tells one.
 *  `line_email_taken` if that email has an account already. */
export const signInByLine = {
  method: 'POST',
  url: '/api/users/line/sign-in',
  schema: {
    summary: 'Sign in with LINE',
    body: LineProof,
    refusals: [...lineRefusals, 'line_email_taken'],
    response: { 200: SignedIn },
  },
  config: { access: 'anyone', limit: 'login' },
} satisfies Endpoint

/** Connects a LINE account, with which the user can then sign in; needs a sign-in within the last ten minutes. The owner is
 *  mailed. */
export const connectLine = {
  method: 'POST',
  url: '/api/users/line/connect',
  schema: {
    summary: 'Connect your LINE account',
    body: LineProof,
    refusals: [...lineRefusals, 'line_account_taken', 'sign_in_needed'],
    response: { 204: z.undefined() },
  },
  config: { access: 'signed-in', limit: 'write', empty: true },
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
  config: { access: 'signed-in', limit: 'toggle' },
} satisfies Endpoint
