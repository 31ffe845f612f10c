import { createParser } from 'eventsource-parser'
import { pathOf, queryOf } from '#contract/endpoint.ts'
import { type Farewell, farewellName, type LiveEvent, watchEvent } from '#contract/events/live.ts'
import { ApiError, refusalOf } from '#web/lib/api/api-error.ts'
import { compareClock } from '#web/lib/clock/clock.ts'
import type { Session } from '#web/lib/session/session.ts'

/** The event, and the key in its address if it is unlisted. */
export interface Followed {
  eventId: number
  link: string | undefined
}

/** Milliseconds until the first message. Some proxies hold an answer back until it is complete, which a stream never
 *  is. */
const timeoutMs = 6_000
/** The server sends something at least every 20 seconds. */
const longestSilence = 50_000

/** Follows an event until the server ends the stream. It uses fetch, because an EventSource can send a token only in
 *  the address. Returns the server's farewell where the reader may no longer see the event, else null. Throws ApiError, with `no_answer` also where nothing comes, and when `signal` aborts. */
export async function readStream(
  { eventId, link }: Followed,
  session: Session | null,
  signal: AbortSignal,
  onEvent: (event: LiveEvent) => void,
): Promise<Farewell | null> {
  const given = new AbortController()
  const giveUp = () => given.abort()
  signal.addEventListener('abort', giveUp)
  // It may have ended while the session was being renewed.
  if (signal.aborted) giveUp()
  let timer = setTimeout(giveUp, timeoutMs)
  let farewell: Farewell | null = null
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === farewellName) farewell = JSON.parse(data)
      else onEvent(JSON.parse(data))
    },
  })

  try {
    const sentAt = Date.now()
    const response = await fetch(pathOf(watchEvent, { eventId }) + queryOf({ link }), {
      signal: given.signal,
      credentials: 'omit',
      cache: 'no-store',
      headers: session ? { authorization: `Bearer ${session.access_token}` } : {},
    })
    compareClock(response.headers, sentAt)
    if (!response.ok) throw refusalOf(response.status, await response.json().catch(() => undefined))
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!isStream || response.body === null) throw new ApiError('no_answer')
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(giveUp, longestSilence)
      parser.feed(decoder.decode(piece.value, { stream: true }))
      if (farewell) break
    }
    return farewell
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('no_answer')
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
    given.abort()
  }
}
