import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/events/live.ts'
import { followEvent, readStream } from './follow-event.ts'

const followed = { eventId: 7, link: undefined }

beforeEach(() => {
  vi.useFakeTimers()
  const nothingHappens = { addEventListener: () => undefined }
  vi.stubGlobal('document', { ...nothingHappens, visibilityState: 'visible' })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('window', nothingHappens)
  vi.stubGlobal('localStorage', { getItem: () => null })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a response after unfollowing is ignored', async () => {
  let answer: (response: Response) => void = () => undefined
  const asked = vi.fn(() => new Promise<Response>((resolve) => (answer = resolve)))
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/live/now') ? asked() : Response.json(null, { status: 503 }),
  )
  const reported: LiveEvent[] = []
  const stop = followEvent(followed, {
    onEvent: (event) => reported.push(event),
    onGone: () => undefined,
    onRefused: () => undefined,
  })
  // After a refused stream it polls.
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveBeenCalledOnce()

  stop()
  answer(Response.json({ version: 2 }))
  await vi.advanceTimersByTimeAsync(1_000)

  expect(reported).toEqual([])
})

test('unfollowing during a session refresh leaves no open stream', async () => {
  const signals: (AbortSignal | null | undefined)[] = []
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    signals.push(signal)
    return new Promise(() => undefined)
  })

  void readStream(followed, null, AbortSignal.abort(), () => undefined)

  expect(signals.map((signal) => signal?.aborted)).toEqual([true])
})

const firstMessage = 'data: {"version":2}\n\n'
const streamOf = (text: string) => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
const missing = () => Response.json({ code: 'event_not_found' }, { status: 404 })

test.each<[string, (() => Response)[], string]>([
  [
    'a stream that ends with a farewell',
    [() => streamOf(`${firstMessage}event: gone\ndata: {"is_called_off":true}\n\n`)],
    'gone true',
  ],
  ['an event that disappears after its first message', [() => streamOf(firstMessage), missing], 'gone false'],
  ['an event that was missing from the start', [missing], 'refused'],
])('after %s nothing more is requested', async (_, answers, expected) => {
  const fetched = vi.fn(async () => answers[fetched.mock.calls.length - 1]?.() ?? missing())
  vi.stubGlobal('fetch', fetched)
  const reported: string[] = []
  followEvent(followed, {
    onEvent: () => undefined,
    onGone: ({ is_called_off }) => reported.push(`gone ${is_called_off}`),
    onRefused: () => reported.push('refused'),
  })

  await vi.advanceTimersByTimeAsync(60_000)

  expect(reported).toEqual([expected])
  expect(fetched).toHaveBeenCalledTimes(answers.length)
})
