import { createHash } from 'node:crypto'
import { createRemoteJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { asName } from '#contract/names.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { readBounded } from './outside.ts'

/** A person as identified by LINE. `sub` is their permanent id with this operator; LINE tells an email only to channels that
 *  applied for it, and does not say whether it is verified. */
export interface LineIdentity {
  sub: string
  name: string
  email: string
}

/** The secrets of one sign-in, which only the browser that started it can name again. */
export interface LineSecrets {
  state: string
  nonce: string
  /** Of PKCE (RFC 7636). */
  verifier: string
}

/** LINE Login: OpenID Connect with an authorization code. Both throw `line_unavailable`. */
export interface Line {
  /** The address of LINE's page. */
  start(secrets: LineSecrets, returnTo: string): Promise<string>
  /** Exchanges the code and checks the ID token: signature, issuer, audience, expiry and nonce. Throws `line_refused`. */
  identify(code: string, secrets: LineSecrets, returnTo: string, now: Date): Promise<LineIdentity>
}

const timeoutMs = 5_000
const longestAnswer = 64 * 1024

/** Null if no channel is configured. LINE's own description of its addresses is loaded on first use. */
export function openLine(settings: Settings): Line | null {
  const { LINE_CHANNEL_ID: clientId, LINE_CHANNEL_SECRET: secret, LINE_ISSUER } = settings
  if (clientId === undefined || secret === undefined) return null
  const issuer = LINE_ISSUER.replace(/\/+$/, '')
  let known: Promise<Discovered> | null = null

  function discover(): Promise<Discovered> {
    known ??= discoverAt(issuer).catch((error) => {
      // The next sign-in tries again.
      known = null
      throw unavailable(error)
    })
    return known
  }

  async function verify(token: string, { keys }: Discovered, nonce: string, currentDate: Date): Promise<JWTPayload> {
    const options = {
      audience: clientId as string,
      issuer,
      currentDate,
      clockTolerance: 30,
      requiredClaims: ['exp', 'sub'],
    }
    // Websites get tokens signed with the channel's secret, apps get them signed with LINE's own key.
    const { payload } =
      decodeProtectedHeader(token).alg === 'HS256'
        ? await jwtVerify(token, new TextEncoder().encode(secret), { ...options, algorithms: ['HS256'] })
        : await jwtVerify(token, keys, { ...options, algorithms: ['ES256'] })
    if (payload.nonce !== nonce) throw new errors.JWTClaimValidationFailed('another nonce', payload, 'nonce')
    return payload
  }

  return {
    async start({ state, nonce, verifier }, returnTo) {
      const { authorization_endpoint } = await discover()
      const url = new URL(authorization_endpoint)
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: returnTo,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        // Offers to add the site's LINE account as a friend, which messages need.
        ...(settings.LINE_CHANNEL_ACCESS_TOKEN && { bot_prompt: 'normal' }),
      }).toString()
      return url.href
    },

    async identify(code, { nonce, verifier }, returnTo, now) {
      const discovered = await discover()
      const reply = await request(discovered.token_endpoint, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: returnTo,
          client_id: clientId,
          client_secret: secret,
          code_verifier: verifier,
        }),
      }).catch((error) => {
        throw unavailable(error)
      })
      if (reply.status >= 500 || reply.status === 429) throw unavailable(new Error(`LINE answered ${reply.status}`))
      const token = reply.status === 200 ? fieldOf(reply.text, 'id_token') : ''
      try {
        return identityOf(await verify(token, discovered, nonce, now))
      } catch (error) {
        if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError || error instanceof TypeError))
          throw unavailable(error)
        throw new AppError('line_refused', { cause: error })
      }
    },
  }
}

interface Discovered {
  authorization_endpoint: string
  token_endpoint: string
  keys: ReturnType<typeof createRemoteJWKSet>
}

async function discoverAt(issuer: string): Promise<Discovered> {
  const { status, text } = await request(`${issuer}/.well-known/openid-configuration`, { method: 'GET' })
  const [authorization_endpoint, token_endpoint, jwks_uri] = (
    ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const
  ).map((name) => fieldOf(text, name))
  if (status !== 200 || fieldOf(text, 'issuer') !== issuer || !authorization_endpoint || !token_endpoint || !jwks_uri) {
    throw new Error(`${issuer} does not describe itself: ${status}`)
  }
  return {
    authorization_endpoint,
    token_endpoint,
    keys: createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: timeoutMs }),
  }
}

function identityOf(payload: JWTPayload): LineIdentity {
  const text = (claim: unknown) => (typeof claim === 'string' ? claim.trim() : '')
  return { sub: text(payload.sub), name: asName(text(payload.name)), email: text(payload.email) }
}

/** A text of a JSON object; '' if there is none. */
function fieldOf(json: string, name: string): string {
  try {
    const value = (JSON.parse(json) as Record<string, unknown> | null)?.[name]
    return typeof value === 'string' ? value : ''
  } catch {
    return ''
  }
}

function unavailable(cause: unknown): AppError {
  return new AppError('line_unavailable', { cause })
}

async function request(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  return { status: response.status, text: await readBounded(response, longestAnswer) }
}

/** LINE's Messaging API, as the channel whose access token is configured. */
export interface LineMessages {
  /** Whether the person has added the site's LINE account as a friend and not blocked it: LINE accepts messages to others, but
   *  delivers none. Throws without a clear answer. */
  isFriend(sub: string): Promise<boolean>
  /** Sends a text, once for each `key` (a UUID) within a day. False if LINE refuses it, also over the channel's limit. Throws
   *  without a clear answer. */
  push(sub: string, text: string, key: string): Promise<boolean>
  /** Where people add the site's LINE account as a friend. Throws if the access token is not valid. */
  friendUrl(): Promise<string>
}

/** The longest text of a message, in UTF-16 units. */
const longestText = 5_000

/** Null without an access token. */
export function openLineMessages(settings: Settings): LineMessages | null {
  const { LINE_CHANNEL_ACCESS_TOKEN: token, LINE_API_URL } = settings
  if (token === undefined) return null
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...init.headers }
    const reply = await request(LINE_API_URL.replace(/\/+$/, '') + path, { ...init, headers })
    if (reply.status >= 500) throw new Error(`LINE answered ${reply.status}`)
    return reply
  }
  return {
    async isFriend(sub) {
      const { status } = await ask(`/v2/bot/profile/${encodeURIComponent(sub)}`)
      if (status !== 200 && status !== 404 && status !== 400) throw new Error(`LINE answered ${status}`)
      return status === 200
    },
    async push(sub, text, key) {
      const { status } = await ask('/v2/bot/message/push', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-line-retry-key': key },
        body: JSON.stringify({
          to: sub,
          messages: [{ type: 'text', text: text.slice(0, longestText).toWellFormed() }],
        }),
      })
      // 409: it has accepted a message with this key before.
      return status === 200 || status === 409
    },
    async friendUrl() {
      const { status, text } = await ask('/v2/bot/info')
      const basicId = fieldOf(text, 'basicId')
      if (status !== 200 || basicId === '') throw new Error(`LINE answered ${status}`)
      return `https://line.me/R/ti/p/${encodeURIComponent(basicId)}`
    },
  }
}
