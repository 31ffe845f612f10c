import { createSigner, createVerifier } from 'fast-jwt'
import { AppError } from '#server/lib/errors/app-error.ts'

export const accessTokenSeconds = 15 * 60
export const refreshTokenSeconds = 30 * 24 * 3600

/** The claims of an access token: whose it is, and of which session. */
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

/** Signs and checks with one secret. Not by jose: that checks in the thread pool, behind the hashes of passwords, and one
 *  after the other a quarter as many in a second. */
interface Seal {
  sign(claims: object): string
  /** Throws for anything but an unaltered token; when it runs out is for the caller to look at, by the server's clock. */
  open(token: string): Record<string, unknown>
}

const seals = new Map<string, Seal>()

/** Made once for each secret: that takes longer than checking a token. */
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

/** Signs a JWT (RFC 7519) that is good for 15 minutes from `now`. */
export function signAccessToken(secret: string, claims: AccessClaims, now: Date): string {
  return sign(secret, 'access', claims, now, accessTokenSeconds, {})
}

/** Signs a JWT that is good for 30 days from `issuedAt`; equal input gives an equal token. */
export function signRefreshToken(secret: string, claims: RefreshClaims, issuedAt: Date): string {
  return sign(secret, 'refresh', claims, issuedAt, refreshTokenSeconds, { gen: claims.generation })
}

function sign(secret: string, kind: string, claims: AccessClaims, issuedAt: Date, seconds: number, more: object) {
  const iat = Math.floor(issuedAt.getTime() / 1000)
  const own = { sub: String(claims.userId), iat, exp: iat + seconds }
  return sealOf(secret).sign({ ...more, typ: kind, sid: claims.sessionId, ...own })
}

/** Throws `session_expired` for anything but an unaltered, unexpired access token of ours. */
export function verifyAccessToken(secret: string, token: string, now: Date): AccessClaims {
  const { userId, sessionId } = verify(secret, 'access', token, now)
  return { userId, sessionId }
}

/** When a token of ours ends, in milliseconds since 1970; 0 for other texts. */
export function endOf(secret: string, token: string): number {
  return Number(open(secret, token)?.exp ?? 0) * 1000
}

/** The session that an access token of ours names, though it may have run out. Null for other texts. */
export function sessionNamedBy(secret: string, token: string): string | null {
  const claims = open(secret, token)
  return claims?.typ === 'access' ? String(claims.sid) : null
}

/** Throws `session_expired` for anything but an unaltered, unexpired refresh token of ours. */
export function verifyRefreshToken(secret: string, token: string, now: Date): RefreshClaims {
  return verify(secret, 'refresh', token, now)
}

function verify(secret: string, kind: string, token: string, now: Date): RefreshClaims {
  const claims = open(secret, token)
  const isGood = claims?.typ === kind && Number(claims.exp) > now.getTime() / 1000
  if (!isGood) throw new AppError('session_expired')
  return { userId: Number(claims.sub), sessionId: String(claims.sid), generation: Number(claims.gen) }
}

/** The claims of an unaltered token of ours, or null. */
function open(secret: string, token: string): Record<string, unknown> | null {
  try {
    return sealOf(secret).open(token)
  } catch {
    return null
  }
}
