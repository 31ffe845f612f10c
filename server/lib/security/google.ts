import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { asName } from '#contract/names.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

/** A person as identified by Google. `sub` is the account's permanent ID; its email may change hands. */
export interface GoogleIdentity {
  sub: string
  email: string
  email_verified: boolean
  given_name: string
  family_name: string
  /** Milliseconds since 1970; 0 if the token does not say. */
  issued_at: number
}

/** Checks an ID token: signature, issuer, audience and expiry. Throws `google_token_invalid`, or `google_unavailable` if the
 *  issuer's keys cannot be loaded. */
export type VerifyGoogleToken = (token: string, now: Date) => Promise<GoogleIdentity>

/** Null if no client ID is configured. Keys are loaded on first use and cached. */
export function openGoogle(settings: Settings): VerifyGoogleToken | null {
  const { GOOGLE_CLIENT_ID: audience, GOOGLE_ISSUER, GOOGLE_JWKS_URL } = settings
  if (audience === undefined) return null
  const keys = createRemoteJWKSet(new URL(GOOGLE_JWKS_URL), { timeoutDuration: 3_000 })
  // Google itself writes its name in both ways.
  const issuer = [GOOGLE_ISSUER, GOOGLE_ISSUER.replace(/^https:\/\//, '')]

  return async (token, currentDate) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        audience,
        issuer,
        currentDate,
        clockTolerance: 30,
        algorithms: ['RS256'],
        requiredClaims: ['exp', 'sub', 'email'],
      })
      return identityOf(payload)
    } catch (error) {
      throw new AppError(isTokensFault(error) ? 'google_token_invalid' : 'google_unavailable', { cause: error })
    }
  }
}

function identityOf(payload: JWTPayload): GoogleIdentity {
  const text = (claim: unknown) => (typeof claim === 'string' ? claim.trim() : '')
  return {
    sub: text(payload.sub),
    email: text(payload.email),
    email_verified: payload.email_verified === true || payload.email_verified === 'true',
    given_name: asName(text(payload.given_name)),
    family_name: asName(text(payload.family_name)),
    issued_at: (payload.iat ?? 0) * 1000,
  }
}

/** Whether the token is at fault. All other errors mean that the issuer's keys could not be loaded, or are invalid. */
function isTokensFault(error: unknown): boolean {
  return [
    errors.JWTInvalid,
    errors.JWTExpired,
    errors.JWTClaimValidationFailed,
    errors.JWSInvalid,
    errors.JWSSignatureVerificationFailed,
    errors.JOSEAlgNotAllowed,
    errors.JOSENotSupported,
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
  ].some((kind) => error instanceof kind)
}
