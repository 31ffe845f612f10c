import type { OwnProof } from '#contract/accounts/profile.ts'
import { selectProofs } from '#server/features/accounts/users/users.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { VerifyGoogleToken } from '#server/lib/security/google.ts'
import { isPassword } from '#server/lib/security/passwords.ts'
import { guardLogin } from './login-guard.ts'

/** How long ago Google may have made out an ID token that proves something, in milliseconds. */
const freshness = 5 * 60_000

/** Where a change comes from: its IP address, and who checks Google's tokens (null where no client id is configured). */
export interface WhereFrom {
  address: string
  verifyGoogleToken: VerifyGoogleToken | null
}

/** The proof of an owner. It is good as long as the account still has this password. */
export interface OwnerProof {
  passwordHash: string | null
}

/**
 * Shows that whoever uses a session is the account's owner, and not somebody at a screen that was left open: by the
 * password, or by a fresh sign-in at the Google account that is connected. Wrong passwords count as they do at login. Throws
 * `password_needed`, `wrong_password`, `password_missing`, `google_sign_in_needed`, `google_account_differs`,
 * `too_many_requests` and what the check of the token throws.
 */
export async function proveOwner(
  ctx: Context,
  user: SignedInUser,
  { current_password, google_token }: OwnProof,
  { address, verifyGoogleToken }: WhereFrom,
): Promise<OwnerProof> {
  const { password_hash, google_sub } = await selectProofs(ctx.db, user.id)
  const proof = { passwordHash: password_hash }
  const canGoogle = google_sub !== null && verifyGoogleToken !== null

  if (current_password && password_hash !== null) {
    const isRight = () => isPassword(current_password, password_hash)
    const found = await guardLogin(ctx, { name: user.username, address }, user.id, async () =>
      (await isRight()) ? user : null,
    )
    if (found === null) throw new AppError('wrong_password')
    return proof
  }
  if (google_token && canGoogle) {
    const google = await verifyGoogleToken(google_token, ctx.now())
    if (google.sub !== google_sub) throw new AppError('google_account_differs')
    if (ctx.now().getTime() - google.issued_at > freshness) throw new AppError('google_sign_in_needed')
    return proof
  }
  if (password_hash !== null) throw new AppError('password_needed')
  throw new AppError(canGoogle ? 'google_sign_in_needed' : 'password_missing')
}
