import { type LiveEvent, showLiveEvent } from '#contract/events/live.ts'
import { ApiError, isSilence } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { isExpired, refreshSession } from '#web/lib/api/refresh.ts'
import { readSession } from '#web/lib/session/session.ts'
import { present, whilePresent } from './presence.ts'
import { type Followed, readStream } from './read-stream.ts'

interface Follower {
  onEvent(event: LiveEvent): void
  /** The reader may not, or no longer, see the event; nothing more comes. */
  onRefused(): void
}

/** After so many streams that came to nothing one asks instead, for so many times; then a stream is tried again. */
const [mostFailures, mostQuestions] = [3, 20]
/** In milliseconds. A stream that ends sooner came to nothing. */
const shortest = 5_000
const betweenQuestions = 15_000
const beforeRetry = 1_000

/** Keeps a page up to date with what changes of an event, by a stream where streams pass, else by asking now and then,
 *  as long as somebody looks at it. Returns how to stop. */
export function followEvent(followed: Followed, follower: Follower): () => void {
  const stopped = new AbortController()
  void follow(followed, follower, stopped.signal)
  return () => stopped.abort()
}

async function follow(followed: Followed, { onEvent, onRefused }: Follower, stopped: AbortSignal): Promise<void> {
  let failures = 0
  while (!stopped.aborted) {
    await present(stopped)
    if (stopped.aborted) return
    const presence = whilePresent(stopped)
    try {
      if (failures >= mostFailures) {
        await ask(followed, presence.signal, onEvent)
        failures = 0
      } else {
        const opened = performance.now()
        await stream(followed, presence.signal, onEvent)
        failures = performance.now() - opened < shortest ? failures + 1 : 0
      }
    } catch (error) {
      if (isRefusal(error)) {
        if (!stopped.aborted) onRefused()
        return
      }
      if (!presence.signal.aborted) failures = isOverload(error) ? mostFailures : failures + 1
    }
    const isLeft = presence.signal.aborted
    presence.forget()
    // Thousands lose their stream at once when a server stops.
    if (!isLeft) await pause(beforeRetry * (failures + 1), stopped)
  }
}

/** Throws ApiError. */
async function stream(followed: Followed, signal: AbortSignal, onEvent: Follower['onEvent']): Promise<void> {
  const session = readSession()
  const current = session && isExpired(session) ? await refreshSession(session) : session
  try {
    await readStream(followed, current, signal, onEvent)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || current === null) throw error
    await readStream(followed, await refreshSession(current), signal, onEvent)
  }
}

/** Throws ApiError where the server refuses; its silence passes. */
async function ask({ eventId, link }: Followed, signal: AbortSignal, onEvent: Follower['onEvent']): Promise<void> {
  for (let asked = 0; asked < mostQuestions && !signal.aborted; asked++) {
    try {
      const event: LiveEvent | undefined = await call(showLiveEvent, { params: { eventId }, query: { link } })
      // A proxy's page is none.
      if (event) onEvent(event)
    } catch (error) {
      if (!isSilence(error) && !isOverload(error)) throw error
    }
    await pause(betweenQuestions, signal)
  }
}

const isRefusal = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status)
const isOverload = (error: unknown) => error instanceof ApiError && [429, 503].includes(error.status)

/** About as long as said, a third more or less; ends with `signal`. */
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
