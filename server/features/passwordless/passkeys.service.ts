import { isIP } from 'node:net'
import type { SignedIn } from '#contract/accounts/auth.ts'
import { type Assertion, type Passkey, passkeyLimits, type Registration } from '#contract/accounts/passwordless.ts'
import type { Language } from '#contract/language/languages.ts'
import { requireRecentSignIn } from '#server/features/accounts/account-guard.ts'
import { passkeyAddedMail } from '#server/features/accounts/accounts.mails.ts'
import {
  type Credential,
  countPasskeys,
  deleteChallenge,
  deleteExpiredChallenges,
  deletePasskey,
  insertPasskey,
  markPasskeyOffered,
  selectCredential,
  selectCredentialsOf,
  selectPasskeys,
  touchPasskey,
  upsertChallenge,
} from '#server/features/accounts/passkeys.repository.ts'
import { start, type UserAgent } from '#server/features/accounts/sessions.service.ts'
import { signedIn } from '#server/features/accounts/sign-in.service.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { deviceIn, deviceOf, unknownDevice } from '#server/lib/http/device.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { violates } from '#server/lib/postgres/database.ts'
import { hashOf } from '#server/lib/security/secrets.ts'

const lifetime = passkeyLimits.minutes * 60_000

/** Loaded on first use: it takes 0.3 s of processor and 25 MB. */
const webAuthn = () => import('@simplewebauthn/server')

/** Where a call came from: `origin` is the site's scheme and host as the browser sees it, `language` that of the page. */
interface From {
  origin: string
  userAgent: UserAgent
  language: Language
}

export async function list(ctx: Context, user: SignedInUser, language: Language): Promise<Passkey[]> {
  const passkeys = await selectPasskeys(ctx.db, user.id)
  return passkeys.map((passkey) => ({ ...passkey, name: deviceIn(language, passkey.name) }))
}

export async function offer(ctx: Context, user: SignedInUser): Promise<{ offer: boolean }> {
  return { offer: await markPasskeyOffered(ctx.db, user.id, ctx.now()) }
}

/** Throws `sign_in_needed`, `not_found` and `too_many_passkeys`. */
export async function startAdding(ctx: Context, user: SignedInUser, { origin }: From) {
  await requireRecentSignIn(ctx, user)
  const known = await selectCredentialsOf(ctx.db, user.id)
  if (known.length >= passkeyLimits.most) throw new AppError('too_many_passkeys')
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: ctx.settings.BRAND_NAME,
    rpID: hostOf(origin),
    // Password managers show it beside the field in which people type their name.
    userName: user.email || user.username,
    userDisplayName: `${user.first_name} ${user.last_name}`.trim() || user.username,
    userID: handleOf(user.id),
    timeout: lifetime,
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(ctx, sessionKey(user), { challenge: options.challenge, user_id: user.id })
  return { ...options }
}

/** Mails the owner if their email is verified. Throws `passkey_over`, `passkey_invalid`, `passkey_known`, `too_many_passkeys` and
 *  `not_found`. */
export async function add(
  ctx: Context,
  user: SignedInUser,
  given: Registration,
  { origin, userAgent, language }: From,
): Promise<Passkey> {
  const challenge = await deleteChallenge(ctx.db, sessionKey(user), ctx.now())
  if (challenge === null || challenge.user_id !== user.id) throw new AppError('passkey_over')
  const credential = await verifiedRegistration(given, challenge.challenge, origin)
  const name = deviceOf(userAgent) || unknownDevice
  try {
    return await ctx.db.transaction(async (tx) => {
      const count = await countPasskeys(tx, user)
      if (count === null) throw new AppError('session_expired')
      if (count >= passkeyLimits.most) throw new AppError('too_many_passkeys')
      const added = await insertPasskey(tx, user.id, credential, name, ctx.now())
      if (user.email_verified_at !== null) await enqueueMail(tx, passkeyAddedMail(ctx.settings, user, added.name))
      return { ...added, name: deviceIn(language, added.name) }
    })
  } catch (error) {
    if (violates(error, 'passkeys_credential_id_key')) throw new AppError('passkey_known')
    throw error
  }
}

/** Throws `passkey_not_found`. */
export async function remove(ctx: Context, user: SignedInUser, id: number): Promise<void> {
  if (!(await deletePasskey(ctx.db, user.id, id))) throw new AppError('passkey_not_found')
}

/** Answers the same for everybody: passkeys know their account, so no name is asked for. Throws `not_found`. */
export async function startSignIn(ctx: Context, browser: string, { origin }: From) {
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: hostOf(origin),
    userVerification: 'required',
    timeout: lifetime,
  })
  await storeChallenge(ctx, hashOf(browser), { challenge: options.challenge, user_id: null })
  return { ...options }
}

/** Throws `passkey_over`, `passkey_unknown`, `passkey_invalid`, `email_not_verified` and `not_found`. */
export async function signInByPasskey(
  ctx: Context,
  { browser, credential: given }: { browser: string; credential: Assertion },
  { origin, userAgent, language }: From,
): Promise<SignedIn> {
  const challenge = await deleteChallenge(ctx.db, hashOf(browser), ctx.now())
  if (challenge === null || challenge.user_id !== null) throw new AppError('passkey_over')
  const passkey = await selectCredential(ctx.db, Buffer.from(given.id, 'base64url'))
  if (passkey === null) throw new AppError('passkey_unknown')
  const { user_id } = passkey
  const counter = await verifiedAssertion(given, challenge.challenge, origin, passkey)
  if (given.response.userHandle && !handleOf(user_id).equals(Buffer.from(given.response.userHandle, 'base64url'))) {
    throw new AppError('passkey_invalid')
  }
  if (ctx.settings.SMTP_URL && !passkey.needs_no_email && passkey.email_verified_at === null) {
    throw new AppError('email_not_verified')
  }

  const tokens = await ctx.db.transaction(async (tx) => {
    // It may have been removed, or used by somebody with a copy of it, during the check.
    if (!(await touchPasskey(tx, passkey.id, counter, ctx.now()))) throw new AppError('passkey_invalid')
    return start(ctx, user_id, userAgent, tx)
  })
  return signedIn(ctx, user_id, tokens, language)
}

export function tidyChallenges(ctx: Context): Promise<void> {
  return deleteExpiredChallenges(ctx.db, ctx.now())
}

async function verifiedRegistration(
  { response: { transports, ...response }, ...given }: Registration,
  challenge: string,
  origin: string,
): Promise<Credential> {
  const { verifyRegistrationResponse } = await webAuthn()
  const { registrationInfo } = await checked(() =>
    verifyRegistrationResponse({
      response: { ...given, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      requireUserVerification: true,
    }),
  )
  if (registrationInfo === undefined) throw new AppError('passkey_invalid')
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credential_id: Buffer.from(id, 'base64url'),
    public_key: Buffer.from(publicKey),
    counter,
    transports: transports ?? [],
  }
}

/** Returns the counter after this use, which must have gone on: otherwise somebody may have copied the passkey. */
async function verifiedAssertion(
  { response: { userHandle: _, ...response }, ...given }: Assertion,
  challenge: string,
  origin: string,
  { credential_id, public_key, counter, transports }: Credential,
): Promise<number> {
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await checked(() =>
    verifyAuthenticationResponse({
      response: { ...given, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      credential: {
        id: credential_id.toString('base64url'),
        publicKey: new Uint8Array(public_key),
        counter,
        transports,
      },
      requireUserVerification: true,
    }),
  )
  if (!verified) throw new AppError('passkey_invalid')
  return authenticationInfo.newCounter
}

/** The library throws plain errors about whatever a stranger may send. */
async function checked<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (cause) {
    throw new AppError('passkey_invalid', { cause })
  }
}

/** The host whose passkeys these are. Browsers allow none on IP addresses, nor without https except on localhost. */
function hostOf(origin: string): string {
  const { hostname, protocol } = new URL(origin)
  const isPossible = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && (protocol === 'https:' || isLocal(hostname))
  if (!isPossible) throw new AppError('not_found')
  return hostname
}

const isLocal = (hostname: string) => hostname === 'localhost' || hostname.endsWith('.localhost')

/** The number by which a passkey knows its account. */
function handleOf(userId: number): Buffer<ArrayBuffer> {
  return Buffer.from(String(userId))
}

function storeChallenge(ctx: Context, key: Buffer, challenge: { challenge: string; user_id: number | null }) {
  return upsertChallenge(ctx.db, key, challenge, new Date(ctx.now().getTime() + lifetime))
}

const sessionKey = ({ session_id }: SignedInUser) => hashOf(`session ${session_id}`)
