import { UNSAFE_ErrorResponseImpl as ErrorResponse, redirect } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { fromServer, unlessOnlySearchChanged } from './loaders.ts'
import { timeoutMs } from './send.ts'

const noAnswer = { code: 'no_answer', message: 'No response received from server. Please check your connection.' }
const failing = (error: unknown) => fromServer({ serverLoader: () => Promise.reject(error) })

afterEach(() => void vi.useRealTimers())

test('the data loaded by the server is passed on', async () => {
  expect(await fromServer({ serverLoader: async () => ({ popular: [] }) })).toEqual({ popular: [] })
})

test("a missing network, or a network's own page, counts as no answer", async () => {
  await expect(failing(new TypeError('Failed to fetch'))).rejects.toMatchObject(noAnswer)
  await expect(failing(new Error('Unable to decode turbo-stream response'))).rejects.toMatchObject(noAnswer)
})

test('a server that does not answer in time counts as no answer', async () => {
  vi.useFakeTimers()
  const rejected = expect(fromServer({ serverLoader: () => new Promise(() => {}) })).rejects.toMatchObject(noAnswer)
  await vi.advanceTimersByTimeAsync(timeoutMs)
  await rejected
})

test("a proxy's 500 or 503 is recognized by its status", async () => {
  const page = new ErrorResponse(503, 'Service Unavailable', '<h1>Service Unavailable</h1>')
  await expect(failing(page)).rejects.toMatchObject({ code: 'unavailable', status: 503, hasNoMessage: true })
})

test("the server's own refusals, redirects and errors are passed on unchanged", async () => {
  const refusal = new ErrorResponse(404, '', { ...refusalBody, code: 'event_not_found' })
  for (const thrown of [refusal, redirect('/login'), new Error('Unexpected Server Error')]) {
    await expect(failing(thrown)).rejects.toBe(thrown)
  }
})

test("another part of a page loads nothing, but another event's page does, whatever part it shows", () => {
  const reloads = (from: string, to: string, defaultShouldRevalidate = true) =>
    unlessOnlySearchChanged({
      currentUrl: new URL(from, 'https://ruam.example'),
      currentParams: {},
      nextUrl: new URL(to, 'https://ruam.example'),
      nextParams: {},
      defaultShouldRevalidate,
    })

  expect(reloads('/events/1/messages', '/events/1/messages?to=everybody')).toBe(false)
  expect(reloads('/events/1/messages', '/events/2/messages?to=everybody')).toBe(true)
  expect(reloads('/events/1/messages', '/events/1/team', false)).toBe(true)
  expect(reloads('/events/1/messages', '/events/1/messages')).toBe(true)
  expect(reloads('/events/1/messages', '/events/1/messages', false)).toBe(false)
})

const refusalBody = { error: 'Not here.', message: 'Not here.', detail: 'Not here.', code: 'event_called_off' }
