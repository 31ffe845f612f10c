import { googleSignIn, login, type SignedIn } from '#contract/accounts/auth.ts'
import { showProfile } from '#contract/accounts/profile.ts'
import type { Request } from '#contract/endpoint.ts'
import { call } from '#web/lib/api/call.ts'
import { signIn } from '#web/lib/session/session.ts'

/** Signs in and keeps the session. Throws ApiError, or an Error with the server's words. */
export async function signInWithPassword(credentials: Request<typeof login>['body']): Promise<void> {
  keep(await call(login, { body: credentials }))
}

/** Signs in with Google's ID token and keeps the session; returns whether the profile is complete. */
export async function signInWithGoogle(token: string): Promise<{ complete: boolean }> {
  keep(await call(googleSignIn, { body: { token } }))
  // The sign-in has succeeded by now, so a profile that cannot be read must not report a failure.
  const profile = await call(showProfile).catch(() => null)
  return { complete: profile === null || Boolean(profile.phone_number && profile.birth_date) }
}

function keep(reply: SignedIn & { error?: unknown }) {
  // An answer that names an error is a failure, whatever its status (specification, section 8).
  if (reply.error) throw new Error(String(reply.error))
  signIn(reply)
}
