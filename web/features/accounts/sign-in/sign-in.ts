import { redirect } from 'react-router'
import { checkResetLink, googleSignIn, login, logout, type SignedIn, verifyEmail } from '#contract/accounts/auth.ts'
import { showProfile } from '#contract/accounts/profile.ts'
import type { Request as RequestOf } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { ApiError, isOutcomeUnknown } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { nextPath } from '#web/lib/session/login-path.ts'
import { readSession, signIn, signOut, wasSessionLost } from '#web/lib/session/session.ts'

export type Credentials = RequestOf<typeof login>['body']

/** Signs in and stores the session. Throws ApiError, or an Error with the server's message. */
export async function signInWithPassword(credentials: Credentials): Promise<void> {
  store(await call(login, { body: credentials }))
}

/** Signs in with Google's ID token and stores the session; returns whether the profile is complete. */
export async function signInWithGoogle(token: string): Promise<{ complete: boolean }> {
  store(await call(googleSignIn, { body: { token } }))
  // The sign-in has succeeded, so a profile that cannot be loaded is no failure.
  const profile = await call(showProfile).catch(() => null)
  return { complete: profile === null || Boolean(profile.phone_number && profile.birth_date) }
}

function store(reply: SignedIn & { error?: unknown }) {
  // An answer that names an error is a failure, whatever its status (specification, section 8).
  if (reply.error) throw new Error(String(reply.error))
  signIn(reply)
}

const timeoutMs = 5_000

/** Ends the session in this browser, and on the server if it answers. */
export async function endSession(): Promise<void> {
  // If the server ended the session it is already forgotten here, and /login still has to say why.
  if (wasSessionLost()) return
  await Promise.race([endOnServer().catch(() => {}), new Promise((resolve) => setTimeout(resolve, timeoutMs))])
  await Promise.race([signOut(), new Promise((resolve) => setTimeout(resolve, timeoutMs))])
}

async function endOnServer(): Promise<void> {
  if (readSession() !== null) await call(logout)
}

/** For the `clientLoader` of pages for visitors: redirects signed-in users to where the login would lead. */
export function visitorsOnly({ request }: { request: Request }): void {
  if (readSession() !== null) throw redirect(nextPath(new URL(request.url).searchParams))
}

let credentials: Credentials | null = null

/** Passes what was typed for registering on to the login page. It is only in this tab's memory, until that page is left. */
export function handOver(typed: Credentials): void {
  credentials = typed
}

export const handedOver = (): Credentials | null => credentials

export function forgetHandedOver(): void {
  credentials = null
}

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
    (error) => (isOutcomeUnknown(error) || isBusy(error) ? 'unknown' : 'bad'),
  )
}

/** Many may open links from one network at once. */
const isBusy = (error: unknown) => error instanceof ApiError && error.status === 429
