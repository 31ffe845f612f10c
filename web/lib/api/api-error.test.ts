import { expect, test, vi } from 'vitest'
import { ApiError, errorOf, messageOf, refusalOf } from './api-error.ts'

const refusal = {
  error: 'Email is required.',
  message: 'Email is required.',
  code: 'invalid_fields',
  detail: [
    { loc: ['body', 'email'], msg: 'Email is required.', type: 'x' },
    { loc: ['body', 'email'], msg: 'Enter a valid email address.', type: 'x' },
  ],
}

test("a refusal has the server's message", () => {
  const error = refusalOf(422, refusal)
  expect(error).toMatchObject({ status: 422, code: 'invalid_fields', message: 'Email is required.' })
})

test("for a proxy's page instead of a response only the status counts", () => {
  expect(refusalOf(502, undefined)).toMatchObject({ status: 502, code: 'unavailable' })
  expect(refusalOf(404, '<html>')).toMatchObject({ status: 404, code: 'not_found' })
})

test("a missing answer has the specification's message", () => {
  expect(new ApiError('no_answer').message).toBe('No response received from server. Please check your connection.')
})

test('an error boundary reads refusals from server and browser', () => {
  const fromServer = { status: 422, statusText: '', internal: false, data: refusal }
  expect(errorOf(fromServer)?.message).toBe('Email is required.')
  expect(errorOf(new ApiError('event_full'))?.status).toBe(409)
  expect(errorOf(new Error('a bug'))).toBeNull()
  expect(messageOf(new Error('a bug'), 'Please try again.')).toBe('Please try again.')
})

test("without a message from the server the screen's own text is shown", () => {
  const fallback = 'Failed to apply for the event.'

  expect(messageOf(new ApiError('no_answer'), fallback)).toBe(fallback)
  expect(messageOf(refusalOf(502, '<html>'), fallback)).toBe(fallback)
  expect(messageOf(refusalOf(500, {}), fallback)).toBe(fallback)
  expect(messageOf(refusalOf(400, { code: 'malformed', error: '' }), fallback)).toBe(fallback)
  expect(messageOf(refusalOf(422, refusal), fallback)).toBe('Email is required.')
})

test("a proxy's page gets a message that says what is wrong", () => {
  expect(refusalOf(502, '<html>').message).toContain('not available right now')
})

test('an error that happened offline stays marked after the network is back', () => {
  vi.stubGlobal('navigator', { onLine: false })
  const failed = new ApiError('no_answer')
  const refused = new ApiError('event_full', { status: 409, message: '' })
  vi.stubGlobal('navigator', { onLine: true })

  expect([failed.isOffline, refused.isOffline, new ApiError('no_answer').isOffline]).toEqual([true, false, false])
  vi.unstubAllGlobals()
})
