import type { Call, Reply, Request } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { doorLinkHeader } from '#contract/tickets/door.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { type CallArguments, type Parts, send } from '#web/lib/api/send.ts'

interface DoorCall {
  /** The secret of the door link that opened this door; null for the event's owner, who has a session. */
  secret: string | null
  /** Timeout in milliseconds. */
  timeoutMs?: number
}

/** Calls the API with the door link or the owner's session. Throws ApiError; a timeout is `no_answer`. */
export async function callDoor<E extends Call>(
  { secret, timeoutMs = 15_000 }: DoorCall,
  endpoint: E,
  request: Request<E>,
): Promise<Reply<E>> {
  const signal = AbortSignal.timeout(timeoutMs)
  // The signal aborts the request itself. A refresh of the session's token continues, but this call does not wait for it.
  const timeout = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new ApiError('no_answer')))
  })
  const answer = secret === null ? call(endpoint, ...asArguments(request, signal)) : sendWithLink(secret)
  const reply = await Promise.race([answer, timeout]).catch((error: unknown) => {
    throw error instanceof ApiError ? error : new ApiError('no_answer')
  })
  // The connection broke in the middle of the answer.
  if (reply === undefined) throw new ApiError('no_answer')
  return reply

  async function sendWithLink(link: string): Promise<Reply<E>> {
    return (await send(endpoint, request as Parts, null, { signal, headers: { [doorLinkHeader]: link } })).reply
  }
}

function asArguments<E extends Call>(request: Request<E>, signal: AbortSignal): CallArguments<E> {
  return [request, { signal }] as unknown as CallArguments<E>
}

/** The errors that close a door: the link was revoked, the session has ended, or the event was deleted or belongs to
 *  someone else. */
const closing: string[] = [
  'not_signed_in',
  'session_expired',
  'door_link_invalid',
  'not_your_event',
  'event_not_found',
] satisfies ErrorCode[]

/** Whether this phone may no longer check tickets in. All other errors are temporary: no network, an overload, or a proxy
 *  that answers instead of the server. */
export function isClosing(error: unknown): error is ApiError {
  return error instanceof ApiError && closing.includes(error.code)
}
