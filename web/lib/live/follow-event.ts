import { type Farewell, type LiveEvent, showLiveEvent } from '#contract/events/live.ts'
import { ApiError, isSilence } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { isExpired, refreshSession } from '#web/lib/api/refresh.ts'
import { readSession } from '#web/lib/session/session.ts'
import { present, whilePresent } from './presence.ts'
import { type Followed, readStream } from './read-stream.ts'

interface Follower {
  onEvent(event: LiveEvent): void
  /** The reader may no longer see the event that they were told of before; no further calls follow. */
  onGone(farewell: Farewell): void
  /** The reader may not see the event, or is no longer signed in; no further calls follow. */
  onRefused(): void
}

/** After this many failed streams the page polls instead, this many times; then it tries a stream again. */
const [mostFailures, mostQuestions] = [3, 20]
/** A stream that ends sooner than this counts as failed, in milliseconds. */
const shortest = 5_000
const betweenQuestions = 15_000
const beforeRetry = 1_000

/** Keeps a page up to date with the changes of an event while somebody looks at it: by a stream, or by polling where
 *  the network lets no stream pass. Returns a function that stops it. */
export function followEvent(followed: Followed, follower: Follower): () => void {
  const stopped = new AbortController()
  void follow(followed, follower, stopped.signal)
  return () => stopped.abort()
}

async function follow(followed: Followed, follower: Follower, stopped: AbortSignal): Promise<void> {
  let failures = 0
  let isTold = false
  const onEvent = (event: LiveEvent) => {
    isTold = true
    follower.onEvent(event)
  }
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
        const farewell = await stream(followed, presence.signal, onEvent)
        if (farewell) {
          presence.forget()
          if (!stopped.aborted) follower.onGone(farewell)
          return
        }
        failures = performance.now() - opened < shortest ? failures + 1 : 0
      }
    } catch (error) {
      if (isRefusal(error)) {
        if (stopped.aborted) return
        return isTold && isMissing(error) ? follower.onGone({ is_called_off: false }) : follower.onRefused()
      }
      if (!presence.signal.aborted) failures = isOverload(error) ? mostFailures : failures + 1
    }
    const isLeft = presence.signal.aborted
    presence.forget()
    // When a server stops, thousands of pages lose their stream at once, so they reconnect at random times.
    if (!isLeft) await pause(beforeRetry * (failures + 1), stopped)
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

/** Throws ApiError where the server refuses; a missing answer is ignored. */
async function ask({ eventId, link }: Followed, signal: AbortSignal, onEvent: Follower['onEvent']): Promise<void> {
  for (let asked = 0; asked < mostQuestions && !signal.aborted; asked++) {
    try {
      const event: LiveEvent | undefined = await call(showLiveEvent, { params: { eventId }, query: { link } })
      // A proxy's page contains no event, and whoever stopped following is told nothing more.
      if (event && !signal.aborted) onEvent(event)
    } catch (error) {
      if (!isSilence(error) && !isOverload(error)) throw error
    }
    await pause(betweenQuestions, signal)
  }
}

const isRefusal = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status)
const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404
const isOverload = (error: unknown) => error instanceof ApiError && [429, 503].includes(error.status)

/** Waits for about this time, a third more or less; ends early with `signal`. */
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
