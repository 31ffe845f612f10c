import { checkResetLink, verifyEmail } from '#contract/accounts/auth.ts'
import { errors } from '#contract/errors.ts'
import { ApiError, isSilence } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'

export type LinkState = 'none' | 'good' | 'bad' | 'unknown'

/** 'unknown' if the server gives no clear answer, 'none' without a link. */
export async function checkReset(params: { userId?: string; token?: string }): Promise<LinkState> {
  const { userId, token } = params
  if (!userId || !token) return 'none'
  try {
    const { valid } = await call(checkResetLink, { params: { userId, token } })
    return valid ? 'good' : 'bad'
  } catch (error) {
    // A malformed id belongs to no link.
    return error instanceof ApiError && error.status === errors.not_found.status ? 'bad' : 'unknown'
  }
}

/** Uses the link. 'unknown' if the server gives no clear answer, because the link may still be valid. */
export async function verify(params: { user_id: string; token: string }): Promise<'good' | 'bad' | 'unknown'> {
  return call(verifyEmail, { params }).then(
    () => 'good',
    (error) => (isSilence(error) || isBusy(error) ? 'unknown' : 'bad'),
  )
}

/** Many may open links from one network at once. */
const isBusy = (error: unknown) => error instanceof ApiError && error.status === 429
