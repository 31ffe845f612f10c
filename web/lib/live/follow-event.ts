import { createParser } from 'eventsource-parser'
import { pathOf, queryOf } from '#contract/endpoint.ts'
import { type Farewell, farewellName, type LiveEvent, showLiveEvent, watchEvent } from '#contract/events/live.ts'
import { inLanguage } from '#contract/language/languages.ts'
import { ApiError, isOutcomeUnknown, refusalOf } from '#web/lib/api/api-error.ts'
import { call, isExpired, refreshSession } from '#web/lib/api/call.ts'
import { compareClock } from '#web/lib/clock.ts'
import { readSession, type Session } from '#web/lib/session/session.ts'

interface Follower {
  onEvent(event: LiveEvent): void
  /** The viewer may no longer see the event; no further calls follow. */
  onGone(farewell: Farewell): void
  /** The viewer may not see the event, or is no longer signed in; no further calls follow. */
  onRefused(): void
}

/** After this many failed streams the page polls instead, this many times; then it tries a stream again. */
const [mostFailures, mostPolls] = [3, 20]
/** A stream that ends sooner than this counts as failed. */
const shortestStreamMs = 5_000
const betweenPollsMs = 15_000
const beforeRetryMs = 1_000

/** Reports an event's changes while the page is visible: from a stream, or by polling if a proxy breaks streams.
 *  Returns a function that stops it. */
export function followEvent(followed: Followed, follower: Follower): () => void {
  const stopped = new AbortController()
  void follow(followed, follower, stopped.signal)
  return () => stopped.abort()
}

async function follow(followed: Followed, follower: Follower, stopped: AbortSignal): Promise<void> {
  let failures = 0
  let hasReported = false
  const onEvent = (event: LiveEvent) => {
    hasReported = true
    follower.onEvent(event)
  }
  while (!stopped.aborted) {
    await present(stopped)
    if (stopped.aborted) return
    const presence = whilePresent(stopped)
    try {
      if (failures >= mostFailures) {
        await poll(followed, presence.signal, onEvent)
        failures = 0
      } else {
        const opened = performance.now()
        const farewell = await stream(followed, presence.signal, onEvent)
        if (farewell) {
          presence.forget()
          if (!stopped.aborted) follower.onGone(farewell)
          return
        }
        failures = performance.now() - opened < shortestStreamMs ? failures + 1 : 0
      }
    } catch (error) {
      if (isRefusal(error)) {
        if (stopped.aborted) return
        return hasReported && isMissing(error) ? follower.onGone({ is_called_off: false }) : follower.onRefused()
      }
      if (!presence.signal.aborted) failures = isOverload(error) ? mostFailures : failures + 1
    }
    const isLeft = presence.signal.aborted
    presence.forget()
    // When a server stops, thousands of pages lose their stream at once, so they reconnect at random times.
    if (!isLeft) await pause(beforeRetryMs * (failures + 1), stopped)
  }
}

/** Throws ApiError. */
async function stream(followed: Followed, signal: AbortSignal, onEvent: Follower['onEvent']): Promise<Farewell | null> {
  const session = readSession()
  const current = session && isExpired(session) ? await refreshSession(session) : session
  try {
    return await readStream(followed, current, signal, onEvent)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || current === null) throw error
    return readStream(followed, await refreshSession(current), signal, onEvent)
  }
}

/** Throws ApiError if the server refuses; missing answers are ignored. */
async function poll({ eventId, link }: Followed, signal: AbortSignal, onEvent: Follower['onEvent']): Promise<void> {
  for (let polls = 0; polls < mostPolls && !signal.aborted; polls++) {
    try {
      const event: LiveEvent | undefined = await call(showLiveEvent, { params: { eventId }, query: { link } })
      // A proxy's page contains no event.
      if (event && !signal.aborted) onEvent(event)
    } catch (error) {
      if (!isOutcomeUnknown(error) && !isOverload(error)) throw error
    }
    await pause(betweenPollsMs, signal)
  }
}

const isRefusal = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status)
const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404
const isOverload = (error: unknown) => error instanceof ApiError && [429, 503].includes(error.status)

/** Waits for this time, a third more or less at random; ends early with `signal`. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const over = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, milliseconds * (2 / 3 + (Math.random() * 2) / 3))
    signal.addEventListener('abort', over)
  })
}

/** The event, and the key in its address if it is unlisted. */
export interface Followed {
  eventId: number
  link: string | undefined
}

/** For the first message. Some proxies hold an answer back until it is complete, which a stream never is. */
const timeoutMs = 6_000
/** The server sends something at least every 20 seconds. */
const longestSilenceMs = 50_000

/** Reads an event's stream until the server ends it. Uses fetch, because an EventSource can send a token only in the
 *  address. Returns the server's farewell if the viewer may no longer see the event, else null. Throws ApiError:
 *  `no_answer` also if nothing arrives or `signal` aborts. */
export async function readStream(
  { eventId, link }: Followed,
  session: Session | null,
  signal: AbortSignal,
  onEvent: (event: LiveEvent) => void,
): Promise<Farewell | null> {
  const given = new AbortController()
  const giveUp = () => given.abort()
  signal.addEventListener('abort', giveUp)
  // It may have aborted while the session was being renewed.
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
    const response = await fetch(inLanguage(pathOf(watchEvent, { eventId }) + queryOf({ link })), {
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
      timer = setTimeout(giveUp, longestSilenceMs)
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

/** A short look at another tab does not interrupt the updates. */
const longestAbsenceMs = 15_000

/** Resolves once the page is visible and there is a network, or when `signal` aborts. */
async function present(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !isPresent()) {
    await new Promise<void>((resolve) => {
      const over = new AbortController()
      const handle = () => {
        over.abort()
        resolve()
      }
      document.addEventListener('visibilitychange', handle, { signal: over.signal })
      window.addEventListener('online', handle, { signal: over.signal })
      signal.addEventListener('abort', handle, { signal: over.signal })
    })
  }
}

const isPresent = () => document.visibilityState === 'visible' && navigator.onLine

/** Aborts with `signal`, when the network is lost, and once the page has been hidden for a while, because a
 *  browser's tabs share few connections to a server. Call `forget` when it is no longer needed. */
function whilePresent(signal: AbortSignal): { signal: AbortSignal; forget(): void } {
  const over = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => over.abort()
  const look = () => {
    clearTimeout(timer)
    if (document.visibilityState !== 'visible') timer = setTimeout(end, longestAbsenceMs)
  }
  const options = { signal: over.signal }
  document.addEventListener('visibilitychange', look, options)
  window.addEventListener('offline', end, options)
  signal.addEventListener('abort', end, options)
  over.signal.addEventListener('abort', () => clearTimeout(timer))
  return { signal: over.signal, forget: end }
}
