import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant, PathId } from '#contract/fields.ts'
import { SignedIn } from './auth.schemas.ts'
import { BrowserSecret } from './email-sign-in.ts'

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

const url = '/api/users/passkeys'

/** Own passkeys, oldest first. */
export const listPasskeys = {
  method: 'GET',
  url,
  schema: { summary: 'List your passkeys', response: { 200: z.array(Passkey) } },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** Whether to offer a passkey after signing in: true once, and never to people who have one. */
export const offerPasskey = {
  method: 'POST',
  url: `${url}/offer`,
  schema: {
    summary: 'Ask whether to offer a passkey, once',
    response: { 200: z.object({ offer: z.boolean() }) },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** Answers the options of `navigator.credentials.create`; needs a sign-in within the last ten minutes. Their challenge is valid once, for ten minutes, in this session; a newer
 *  one ends it. `not_found` where browsers allow no passkeys: on hosts that are an IP address. */
export const startPasskey = {
  method: 'POST',
  url: `${url}/options`,
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
  url,
  schema: {
    summary: 'Add a passkey',
    body: z.object({ credential: Registration }),
    refusals: ['not_found', 'passkey_known', 'passkey_over', 'passkey_invalid', 'too_many_passkeys'],
    response: { 201: Passkey },
  },
  config: { access: 'signed-in', limit: 'write', send: 'json' },
} satisfies Endpoint

/** Nobody signs in with it any more. Sessions that it has started stay. */
export const removePasskey = {
  method: 'DELETE',
  url: `${url}/:passkeyId`,
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
  url: `${url}/sign-in/options`,
  schema: {
    summary: 'Start to sign in with a passkey',
    body: z.object({ browser: BrowserSecret }),
    refusals: ['not_found'],
    response: { 200: Options },
  },
  config: { access: 'anyone', limit: 'passkey', send: 'json' },
} satisfies Endpoint

export const signInByPasskey = {
  method: 'POST',
  url: `${url}/sign-in`,
  schema: {
    summary: 'Sign in with a passkey',
    body: z.object({ browser: BrowserSecret, credential: Assertion }),
    refusals: ['email_not_verified', 'not_found', 'passkey_invalid', 'passkey_over', 'passkey_unknown'],
    response: { 200: SignedIn },
  },
  config: { access: 'anyone', limit: 'login', send: 'json' },
} satisfies Endpoint
