import { afterEach, expect, test, vi } from 'vitest'
import { exportOwnData } from '#contract/accounts/own-data.ts'
import { calls } from '#contract/calls.ts'
import { deleteComment, writeComment } from '#contract/comments/comments.ts'
import { showEvent } from '#contract/events/events.ts'
import { uploadLogo } from '#contract/organizers.ts'
import { exportApplicants } from '#contract/tickets/applicants.ts'
import { messageOf } from './api-error.ts'
import { send, timeoutMs } from './send.ts'

const event = { params: { eventId: 7 } }
const page = (status: number) =>
  new Response('<h1>Welcome to our hotel</h1>', { status, headers: { 'content-type': 'text/html' } })
const answer = (response: Response) => vi.stubGlobal('fetch', async () => response)
const noAnswer = { code: 'no_answer', message: 'No response received from server. Please check your connection.' }

/** A network that never responds until aborted. */
const hanging = (_: string, { signal }: RequestInit) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test("a network's own page in place of the answer counts as no answer", async () => {
  answer(page(200))
  await expect(send(showEvent, event, null)).rejects.toMatchObject(noAnswer)
  answer(page(201))
  await expect(send(writeComment, event, 'token')).rejects.toMatchObject(noAnswer)
  answer(page(200))
  await expect(send(exportApplicants, event, 'token')).rejects.toMatchObject(noAnswer)
})

test('an answer that is cut off or lacks its body counts as no answer', async () => {
  answer(new Response('{"id": 7, "con', { status: 201, headers: { 'content-type': 'application/json' } }))
  await expect(send(writeComment, event, 'token')).rejects.toMatchObject(noAnswer)
  answer(new Response(null, { status: 204 }))
  await expect(send(writeComment, event, 'token')).rejects.toMatchObject(noAnswer)
  answer(page(200))
  await expect(send(deleteComment, { params: { commentId: 7 } }, 'token')).rejects.toMatchObject(noAnswer)
})

test('an answer that matches the contract is the reply, with or without a body', async () => {
  answer(Response.json({ id: 7 }, { status: 201 }))
  expect(await send(writeComment, event, 'token')).toMatchObject({ reply: { id: 7 } })
  answer(new Response(null, { status: 204 }))
  expect(await send(deleteComment, { params: { commentId: 7 } }, 'token')).toMatchObject({ reply: undefined })
  answer(new Response('id,name\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } }))
  expect(await send(exportApplicants, event, 'token')).toMatchObject({ reply: 'id,name\n' })
})

test('every call that answers with no body says so', () => {
  const answersEmpty = calls.filter(({ endpoint }) => 204 in endpoint.schema.response)
  const saysSo = calls.filter(({ endpoint }) => endpoint.config.empty)
  expect(saysSo.map(({ name }) => name)).toEqual(answersEmpty.map(({ name }) => name))
})

test('a missing network counts as no answer', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(send(showEvent, event, null)).rejects.toMatchObject(noAnswer)
})

test.each([
  [500, 'An internal error of a proxy', 'unavailable'],
  [503, '<h1>Service Temporarily Unavailable</h1>', 'unavailable'],
])("a %i without our message leaves the screen's own text", async (status, body, code) => {
  answer(new Response(body, { status, headers: { 'retry-after': '5' } }))

  const error = await send(showEvent, event, null).catch((error) => error)
  expect(error).toMatchObject({ status, code, hasNoMessage: true })
  expect(messageOf(error, 'Failed to fetch data.')).toBe('Failed to fetch data.')
})

test('a call without an answer times out, with or without a signal from its caller', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', hanging)
  const calls = [{}, { signal: new AbortController().signal }].map((options) =>
    expect(send(showEvent, event, null, options)).rejects.toMatchObject(noAnswer),
  )
  await vi.advanceTimersByTimeAsync(timeoutMs)
  await Promise.all(calls)
})

test("a call aborted by its caller rejects with the caller's reason", async () => {
  vi.stubGlobal('fetch', hanging)
  const caller = new AbortController()
  const calling = send(showEvent, event, null, { signal: caller.signal })
  caller.abort(new Error('the next search'))
  await expect(calling).rejects.toMatchObject({ message: 'the next search' })
})

test('an upload times out only when it stops making progress', async () => {
  vi.useFakeTimers()
  const uploads: StuckUpload[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends StuckUpload {
      constructor() {
        super()
        uploads.push(this)
      }
    },
  )
  const file = new File(['picture'], 'cover.png')
  const sending = send(uploadLogo, { params: { organizerId: 7 }, file }, 'token', { onProgress: () => {} })
  let isOver = false
  const rejected = expect(sending.finally(() => (isOver = true))).rejects.toMatchObject(noAnswer)
  for (let minute = 1; minute <= 4; minute++) {
    await vi.advanceTimersByTimeAsync(timeoutMs - 1)
    uploads[0]?.upload.onprogress({ loaded: minute, total: 5, lengthComputable: true })
  }
  expect(isOver).toBe(false)

  await vi.advanceTimersByTimeAsync(timeoutMs)
  await rejected
})

test('nothing is sent after an abort, not even an upload', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async () => sent.push('call'))
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      onload = () => {}
      status = 204
      open() {}
      setRequestHeader() {}
      abort() {}
      send() {
        sent.push('upload')
        this.onload()
      }
    },
  )
  const signal = AbortSignal.abort()
  const upload = { params: { organizerId: 3 }, file: new File(['x'], 'a.png') }

  await expect(send(showEvent, event, null, { signal })).rejects.toBe(signal.reason)
  await expect(send(uploadLogo, upload, 'token', { signal })).rejects.toBe(signal.reason)
  expect(sent).toEqual([])
})

/** An XMLHttpRequest that is never answered. */
class StuckUpload {
  upload = { onprogress: (_: object) => {} }
  onabort = () => {}
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.onabort()
  }
}

test('a download times out only when it stops making progress', async () => {
  vi.useFakeTimers()
  const start = (bytes: number[]) => {
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          signal?.addEventListener('abort', () => stream.error(signal.reason))
          for (const [part, byte] of bytes.entries()) {
            setTimeout(() => stream.enqueue(Uint8Array.of(byte)), part * (timeoutMs - 1_000))
          }
          if (bytes.length === 3) setTimeout(() => stream.close(), 2 * timeoutMs)
        },
      })
      return new Response(body, { headers: { 'content-type': 'application/zip' } })
    })
    return send(exportOwnData, {}, 'token')
  }

  const whole = start([1, 2, 3])
  await vi.advanceTimersByTimeAsync(2 * timeoutMs)
  expect((await whole).reply).toMatchObject({ size: 3 })
  const cutOff = expect(start([1, 2])).rejects.toMatchObject(noAnswer)
  await vi.advanceTimersByTimeAsync(2 * timeoutMs)
  await cutOff
})
