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
  const heard: LiveEvent[] = []
  const stop = followEvent(followed, {
    onEvent: (event) => heard.push(event),
    onGone: () => undefined,
    onRefused: () => undefined,
  })
  // After a stream that was refused one asks instead.
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveBeenCalledOnce()

  stop()
  answer(Response.json({ version: 2 }))
  await vi.advanceTimersByTimeAsync(1_000)

  expect(heard).toEqual([])
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

const numbers = 'data: {"version":2}\n\n'
const streamOf = (text: string) => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
const missing = () => Response.json({ code: 'event_not_found' }, { status: 404 })

test.each<[string, (() => Response)[], string]>([
  [
    'a stream that ends with a farewell',
    [() => streamOf(`${numbers}event: gone\ndata: {"is_called_off":true}\n\n`)],
    'gone true',
  ],
  ['an event that is missing after its numbers arrived', [() => streamOf(numbers), missing], 'gone false'],
  ['an event that was missing from the start', [missing], 'refused'],
])('%s is the last that is asked for', async (_, answers, said) => {
  const fetched = vi.fn(async () => answers[fetched.mock.calls.length - 1]?.() ?? missing())
  vi.stubGlobal('fetch', fetched)
  const heard: string[] = []
  followEvent(followed, {
    onEvent: () => undefined,
    onGone: ({ is_called_off }) => heard.push(`gone ${is_called_off}`),
    onRefused: () => heard.push('refused'),
  })

  await vi.advanceTimersByTimeAsync(60_000)

  expect(heard).toEqual([said])
  expect(fetched).toHaveBeenCalledTimes(answers.length)
})
