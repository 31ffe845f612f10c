import { createSigner, createVerifier } from 'fast-jwt'
import { AppError } from '#server/lib/errors/app-error.ts'

const accessTokenSeconds = 15 * 60
export const refreshTokenSeconds = 30 * 24 * 3600

/** The claims of an access token: its user and session. */
export interface AccessClaims {
  userId: number
  sessionId: string
}

/** A refresh token also has its session's generation. */
export interface RefreshClaims extends AccessClaims {
  generation: number
}

const audience = 'ruam'
const algorithm = 'HS256'

/** Signs and verifies with one secret. Not with jose, which verifies in the thread pool, behind password hashes: one by one, a
 *  quarter as many per second. */
interface Seal {
  sign(claims: object): string
  /** Throws unless the token is unaltered; the caller checks its expiry, by the server's clock. */
  open(token: string): Record<string, unknown>
}

const seals = new Map<string, Seal>()

/** Made once per secret: that takes longer than verifying a token. */
function sealOf(secret: string): Seal {
  const seal = seals.get(secret) ?? {
    sign: createSigner({ key: secret, algorithm, aud: audience }),
    open: createVerifier({
      key: secret,
      algorithms: [algorithm],
      allowedAud: audience,
      requiredClaims: ['aud', 'exp'],
      ignoreExpiration: true,
    }),
  }
  seals.set(secret, seal)
  return seal
}

/** Signs a JWT (RFC 7519) that is valid for 15 minutes from `now`. */
export function signAccessToken(secret: string, claims: AccessClaims, now: Date): string {
  return sign(secret, 'access', claims, now, accessTokenSeconds, {})
}

/** Signs a JWT that is valid for 30 days from `issuedAt`; equal input gives an equal token. */
export function signRefreshToken(secret: string, claims: RefreshClaims, issuedAt: Date): string {
  return sign(secret, 'refresh', claims, issuedAt, refreshTokenSeconds, { gen: claims.generation })
}

function sign(secret: string, kind: string, claims: AccessClaims, issuedAt: Date, seconds: number, more: object) {
  const iat = Math.floor(issuedAt.getTime() / 1000)
  const own = { sub: String(claims.userId), iat, exp: iat + seconds }
  return sealOf(secret).sign({ ...more, typ: kind, sid: claims.sessionId, ...own })
}

/** Throws `session_expired` unless it is an unaltered, unexpired access token of ours. */
export function verifyAccessToken(secret: string, token: string, now: Date): AccessClaims {
  const { userId, sessionId } = verify(secret, 'access', token, now)
  return { userId, sessionId }
}

/** When a token of ours expires, in milliseconds since 1970; 0 for other texts. */
export function endOf(secret: string, token: string): number {
  return Number(open(secret, token)?.exp ?? 0) * 1000
}

/** The session of an access token of ours, even if it has expired. Null for other texts. */
export function sessionNamedBy(secret: string, token: string): string | null {
  const claims = open(secret, token)
  return claims?.typ === 'access' ? String(claims.sid) : null
}

/** Throws `session_expired` unless it is an unaltered, unexpired refresh token of ours. */
export function verifyRefreshToken(secret: string, token: string, now: Date): RefreshClaims {
  return verify(secret, 'refresh', token, now)
}

function verify(secret: string, kind: string, token: string, now: Date): RefreshClaims {
  const claims = open(secret, token)
  const isGood = claims?.typ === kind && Number(claims.exp) > now.getTime() / 1000
  if (!isGood) throw new AppError('session_expired')
  return { userId: Number(claims.sub), sessionId: String(claims.sid), generation: Number(claims.gen) }
}

/** The claims of an unaltered token of ours; otherwise null. */
function open(secret: string, token: string): Record<string, unknown> | null {
  try {
    return sealOf(secret).open(token)
  } catch {
    return null
  }
}
