import { type Call, nextCursor, type Reply } from '#contract/endpoint.ts'
import { loseSession, readSession } from '#web/lib/session/session.ts'
import { ApiError } from './api-error.ts'
import { isExpired, refreshSession } from './refresh.ts'
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

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401
