import type { Call, Reply, Request } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { doorLinkHeader } from '#contract/tickets/door.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { type CallArguments, type Parts, send } from '#web/lib/api/send.ts'

/** After this time without the server's answer a phone decides by itself, so that guests wait less than a second. In milliseconds. */
export const decidesAloneAfter = 700

export interface DoorCall {
  /** The secret of the door link that opened this door; null for a member of the event's team, who has a session. */
  secret: string | null
  timeoutMs?: number
}

/** Calls the API with the door link or the session. Throws ApiError, `no_answer` on a timeout. */
export async function callDoor<E extends Call>(
  { secret, timeoutMs = 15_000 }: DoorCall,
  endpoint: E,
  request: Request<E>,
): Promise<Reply<E>> {
  const signal = AbortSignal.timeout(timeoutMs)
  // The signal aborts only the request itself, so this also covers a token refresh before it.
  const timeout = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new ApiError('no_answer')))
  })
  const answer =
    secret === null
      ? call(endpoint, ...asArguments(request, signal))
      : send(endpoint, request as Parts, null, { signal, headers: { [doorLinkHeader]: secret } }).then(
          ({ reply }) => reply,
        )
  const reply = await Promise.race([answer, timeout]).catch((error: unknown) => {
    throw error instanceof ApiError ? error : new ApiError('no_answer')
  })
  // The connection broke during the answer.
  if (reply === undefined) throw new ApiError('no_answer')
  return reply
}

function asArguments<E extends Call>(request: Request<E>, signal: AbortSignal): CallArguments<E> {
  return [request, { signal }] as unknown as CallArguments<E>
}

/** The errors that close a door: a revoked link, an ended session, a user who has left the team, or a deleted event. */
const closingErrors: string[] = [
  'not_signed_in',
  'session_expired',
  'door_link_invalid',
  'not_your_event',
  'event_not_found',
] satisfies ErrorCode[]

/** Whether this phone may no longer check tickets in. All other errors are temporary: no network, overload, or a
 *  proxy's answer. */
export function isClosing(error: unknown): error is ApiError {
  return error instanceof ApiError && closingErrors.includes(error.code)
}
