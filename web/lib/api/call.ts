import { refreshTexts, refreshToken } from '#contract/accounts/auth.ts'
import { type Call, nextCursor, type Reply } from '#contract/endpoint.ts'
import { expiryOf, loseSession, readSession, type Session, updateSession } from '#web/lib/session/session.ts'
import { ApiError } from './api-error.ts'
import { type Answer, type CallArguments, type Parts, type SendOptions, send } from './send.ts'

/** Calls the API from the browser with the session's token and resolves to the reply: `await call(showEvent, {
 *  params: { eventId } })`. After a 401 it refreshes the token once and calls again. Throws ApiError. */
export async function call<E extends Call>(endpoint: E, ...[request, options]: CallArguments<E>): Promise<Reply<E>> {
  const { reply } = await answerTo(endpoint, { ...(request as Parts) }, options)
  return reply
}

/** Calls the API for a list. Resolves to the items of this page, their total, the cursor of the next page (null on
 *  the last), and the list's `X-Version` (0 if it has none). */
export async function callCounted<E extends Call>(
  endpoint: E,
  ...[request, options]: CallArguments<E>
): Promise<{ items: Reply<E>; total: number; next: string | null; version: number }> {
  const { reply, headers } = await answerTo(endpoint, { ...(request as Parts) }, options)
  const items = reply as Reply<E> & { length: number }
  const total = Number(headers.get('x-total-count') ?? items.length)
  return { items, total, next: nextCursor(headers.get('link')), version: Number(headers.get('x-version') ?? 0) }
}

async function answerTo<E extends Call>(endpoint: E, parts: Parts, options?: SendOptions): Promise<Answer<E>> {
  const session = readSession()
  if (session === null && endpoint.config.access === 'signed-in') throw new ApiError('not_signed_in')
  if (session === null) return send(endpoint, parts, null, options)
  try {
    // The server would refuse an expired token.
    const { access_token } = isExpired(session) ? await refreshSession(session) : session
    return await send(endpoint, parts, access_token, options)
  } catch (error) {
    if (!isUnauthorized(error)) throw error
  }

  let used = session
  try {
    used = await refreshSession(session)
    return await send(endpoint, parts, used.access_token, options)
  } catch (error) {
    if (isUnauthorized(error)) loseSession(used)
    // Data that visitors may see stays visible when a session ends.
    const visible = isUnauthorized(error) && endpoint.config.access !== 'signed-in'
    if (visible) return send(endpoint, parts, null, options)
    throw error
  }
}

/** Whether the server says so, and not a proxy. */
const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401 && !error.hasNoMessage

/** How long before its expiry an access token is renewed (specification, section 9). */
const refreshAheadMs = 30_000

let running: Promise<Session> | null = null
let refreshedAt = Number.NEGATIVE_INFINITY

/** Replaces the tokens of `stale`, with one request for all simultaneous callers and tabs. If the server refuses,
 *  this browser is signed out and `session_expired` is thrown. Without an answer the session stays, and `no_answer`
 *  or the server's error is thrown. */
export function refreshSession(stale: Session): Promise<Session> {
  running ??= oneTabAtATime(() => renew(stale)).finally(() => {
    running = null
  })
  return running
}

/** Whether the token has expired. A token that is only minutes old and looks expired shows that this device's clock
 *  is wrong. */
export function isExpired({ access_token }: Session): boolean {
  return expiryOf(access_token) <= Date.now() && performance.now() - refreshedAt > 60_000
}

/** Milliseconds until the session needs new tokens: at least a minute after the last refresh, even if this device's
 *  clock is wrong. */
export function untilRefresh({ access_token }: Session): number {
  const due = Math.max(0, expiryOf(access_token) - refreshAheadMs - Date.now())
  return Math.max(due, refreshedAt + 60_000 - performance.now())
}

async function renew(stale: Session): Promise<Session> {
  const before = readSession()
  if (before === null) throw new ApiError('session_expired')
  // Another tab has already renewed it.
  if (before.access_token !== stale.access_token) return before

  const { access, refresh } = await requestTokens(before)
  const after = readSession()
  // During the request the user signed out, or signed in as someone else.
  if (after?.refresh_token !== before.refresh_token) {
    if (after === null) throw new ApiError('session_expired')
    return after
  }
  refreshedAt = performance.now()
  updateSession({ access_token: access, refresh_token: refresh ?? before.refresh_token })
  return readSession() ?? after
}

async function requestTokens(session: Session) {
  const { refresh_token } = session
  if (refresh_token === '') throw endSession(session, refreshTexts.absent)
  try {
    const { reply } = await send(refreshToken, { body: { refresh: refresh_token, rotate: true } }, null)
    return reply
  } catch (error) {
    // Its only refusal of a token. A proxy's page, or a busy server, ends no session.
    if (!(error instanceof ApiError && error.code === 'session_expired')) throw error
    throw endSession(session, refreshTexts.refused)
  }
}

/** Also logs the reason, because the user leaves the page that would show it. */
function endSession(session: Session, message: string): ApiError {
  console.error(message)
  loseSession(session)
  return new ApiError('session_expired', { message })
}

function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  // Locks exist only on https and localhost. Elsewhere the server's grace period for the old refresh token covers
  // several tabs.
  return navigator.locks ? navigator.locks.request('session', work) : work()
}
