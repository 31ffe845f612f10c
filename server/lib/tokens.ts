import { jwtVerify, SignJWT } from 'jose'
import { AppError } from './app-error.ts'

export const accessTokenSeconds = 15 * 60
export const refreshTokenSeconds = 30 * 24 * 3600

/** What an access token says: whose it is, and of which session. */
export interface AccessClaims {
  userId: number
  sessionId: string
}

/** A refresh token also says which generation of its session it is. */
export interface RefreshClaims extends AccessClaims {
  generation: number
}

const audience = 'ruam'
const algorithm = 'HS256'

const keys = new Map<string, Promise<CryptoKey>>()

/** Each secret is imported once: that takes longer than checking a signature. */
function key(secret: string): Promise<CryptoKey> {
  const imported = keys.get(secret) ?? importKey(secret)
  keys.set(secret, imported)
  return imported
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret)
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

/** Signs a JWT (RFC 7519) that is good for 15 minutes from `now`. */
export function signAccessToken(secret: string, claims: AccessClaims, now: Date): Promise<string> {
  return sign(secret, 'access', claims, now, accessTokenSeconds, {})
}

/** Signs a JWT that is good for 30 days from `issuedAt`; equal input gives an equal token. */
export function signRefreshToken(secret: string, claims: RefreshClaims, issuedAt: Date): Promise<string> {
  return sign(secret, 'refresh', claims, issuedAt, refreshTokenSeconds, { gen: claims.generation })
}

async function sign(secret: string, kind: string, claims: AccessClaims, issuedAt: Date, seconds: number, more: object) {
  const issued = Math.floor(issuedAt.getTime() / 1000)
  return new SignJWT({ ...more, typ: kind, sid: claims.sessionId })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(String(claims.userId))
    .setAudience(audience)
    .setIssuedAt(issued)
    .setExpirationTime(issued + seconds)
    .sign(await key(secret))
}

/** Throws `session_expired` for anything but an unaltered, unexpired access token of ours. */
export async function verifyAccessToken(secret: string, token: string, now: Date): Promise<AccessClaims> {
  const { userId, sessionId } = await verify(secret, 'access', token, now)
  return { userId, sessionId }
}

/** The session that an access token of ours names, though it may have run out. Throws `session_expired` for other texts. */
export async function sessionNamedBy(secret: string, token: string): Promise<string> {
  const { sessionId } = await verify(secret, 'access', token, new Date(0))
  return sessionId
}

/** Throws `session_expired` for anything but an unaltered, unexpired refresh token of ours. */
export function verifyRefreshToken(secret: string, token: string, now: Date): Promise<RefreshClaims> {
  return verify(secret, 'refresh', token, now)
}

async function verify(secret: string, kind: string, token: string, now: Date): Promise<RefreshClaims> {
  try {
    const { payload } = await jwtVerify(token, await key(secret), {
      algorithms: [algorithm],
      audience,
      currentDate: now,
    })
    if (payload.typ !== kind) throw new Error('another kind of token')
    return { userId: Number(payload.sub), sessionId: String(payload.sid), generation: Number(payload.gen) }
  } catch {
    throw new AppError('session_expired')
  }
}
