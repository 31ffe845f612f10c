import { googleSignIn, login, type SignedIn } from '#contract/accounts/auth.ts'
import { showProfile } from '#contract/accounts/profile.ts'
import type { Request } from '#contract/endpoint.ts'
import { call } from '#web/lib/api/call.ts'
import { signIn } from '#web/lib/session/session.ts'

/** Signs in and keeps the session. Throws ApiError, or an Error with the server's words. */
export async function signInWithPassword(credentials: Request<typeof login>['body']): Promise<void> {
  keep(await call(login, { body: credentials }))
}

/** The same with Google's ID token; says whether the profile has all that the product needs. */
export async function signInWithGoogle(token: string): Promise<{ complete: boolean }> {
  keep(await call(googleSignIn, { body: { token } }))
  // Signed in one is by now; a profile that cannot be read must not say otherwise.
  const profile = await call(showProfile).catch(() => null)
  return { complete: profile === null || Boolean(profile.phone_number && profile.birth_date) }
}

function keep(reply: SignedIn & { error?: unknown }) {
  // An answer that names an error is a failure, whatever its status (specification, section 8).
  if (reply.error) throw new Error(String(reply.error))
  signIn(reply)
}
