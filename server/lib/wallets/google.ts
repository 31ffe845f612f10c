import { readFileSync } from 'node:fs'
import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import { readBounded } from '#server/lib/security/outside.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

/** The fields of a service account's key file that are used. */
const ServiceAccount = z.object({ client_email: z.email(), private_key: z.string(), token_uri: z.url() })

export interface GoogleKeys {
  issuer: string
  account: z.output<typeof ServiceAccount>
}

/** Reads the file of the settings; null if they are not set. Throws one sentence for the operator. */
export function readGoogleKeys({ GOOGLE_WALLET_ISSUER_ID, GOOGLE_WALLET_KEY }: Settings): GoogleKeys | null {
  if (!GOOGLE_WALLET_ISSUER_ID || !GOOGLE_WALLET_KEY) return null
  try {
    const account = ServiceAccount.parse(JSON.parse(readFileSync(GOOGLE_WALLET_KEY, 'utf8')))
    return { issuer: GOOGLE_WALLET_ISSUER_ID, account }
  } catch {
    throw new Error('GOOGLE_WALLET_KEY must be the readable JSON file with the key of a service account.')
  }
}

/** A class is an event, an object a ticket for it. */
type Kind = 'eventTicketClass' | 'eventTicketObject'

export interface GoogleWallet {
  issuer: string
  /** Creates or replaces what Google shows. Throws if Google does not accept it. */
  put(kind: Kind, resource: { id: string }): Promise<void>
  /** The address at which a person saves an object that exists. It is a link with a JWT. */
  saveUrl(object: { id: string; classId: string }, origin: string, now: Date): Promise<string>
  /** Throws if Google does not accept the key, or the account may not write passes of this issuer. */
  check(): Promise<void>
}

const timeoutMs = 10_000
const longestAnswer = 256 * 1024
const algorithm = 'RS256'

export function openGoogleWallet({ GOOGLE_WALLET_URL }: Settings, { issuer, account }: GoogleKeys): GoogleWallet {
  let token: { value: string; until: number } | null = null

  const sign = async (claims: Record<string, unknown>) =>
    new SignJWT({ iss: account.client_email, ...claims })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .sign(await importPKCS8(account.private_key, algorithm))

  /** An access token, by OAuth 2.0 for service accounts (RFC 7523). */
  async function accessToken(): Promise<string> {
    if (token !== null && Date.now() < token.until) return token.value
    const iat = Math.floor(Date.now() / 1000)
    const scope = 'https://www.googleapis.com/auth/wallet_object.issuer'
    const { status, text } = await ask(account.token_uri, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await sign({ aud: account.token_uri, scope, iat, exp: iat + 3600 }),
      }),
    })
    if (status !== 200) throw new Error(`Google refused the key of the service account (${status}).`)
    const { access_token, expires_in } = z
      .object({ access_token: z.string(), expires_in: z.number() })
      .parse(JSON.parse(text))
    token = { value: access_token, until: Date.now() + (expires_in - 60) * 1000 }
    return access_token
  }

  async function call(method: string, path: string, resource?: object): Promise<number> {
    const { status } = await ask(`${GOOGLE_WALLET_URL}/walletobjects/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' },
      ...(resource && { body: JSON.stringify(resource) }),
    })
    if (status === 401) token = null
    return status
  }

  return {
    issuer,

    async put(kind, resource) {
      // Not PATCH, which would leave the place of an event that is online now.
      let status = await call('PUT', `${kind}/${encodeURIComponent(resource.id)}`, resource)
      if (status === 404) status = await call('POST', kind, resource)
      // Another process has just created it.
      if (status === 409) status = await call('PUT', `${kind}/${encodeURIComponent(resource.id)}`, resource)
      if (status !== 200) throw new Error(`Google answered ${status}.`)
    },

    // Without the object's content: with Thai names the link would be longer than Google accepts.
    async saveUrl(object, origin, now) {
      const claims = { aud: 'google', typ: 'savetowallet', origins: [origin], iat: Math.floor(now.getTime() / 1000) }
      return `https://pay.google.com/gp/v/save/${await sign({ ...claims, payload: { eventTicketObjects: [object] } })}`
    },

    async check() {
      const status = await call('GET', `eventTicketClass?issuerId=${encodeURIComponent(issuer)}&maxResults=1`)
      if (status !== 200)
        throw new Error(`the service account may not use issuer ${issuer} (Google answered ${status})`)
    },
  }
}

/** Follows no redirects: only the addresses of the settings are asked. */
async function ask(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  return { status: response.status, text: await readBounded(response, longestAnswer) }
}
