import { afterEach, expect, test, vi } from 'vitest'
import { deleteComment, writeComment } from '#contract/comments.ts'
import { showEvent } from '#contract/events/events.ts'
import { exportApplicants } from '#contract/tickets/applicants.ts'
import { send } from './send.ts'

const event = { params: { eventId: 7 } }
const page = (status: number) =>
  new Response('<h1>Welcome to our hotel</h1>', { status, headers: { 'content-type': 'text/html' } })
const answer = (response: Response) => vi.stubGlobal('fetch', async () => response)
const nothing = { code: 'no_answer', message: 'No response received from server. Please check your connection.' }

afterEach(() => void vi.unstubAllGlobals())

test('a page in place of the answer, as some networks send it, is no answer', async () => {
  answer(page(200))
  await expect(send(showEvent, event, null)).rejects.toMatchObject(nothing)
  answer(page(201))
  await expect(send(writeComment, event, 'token')).rejects.toMatchObject(nothing)
  answer(page(200))
  await expect(send(exportApplicants, event, 'token')).rejects.toMatchObject(nothing)
})

test('nor is an answer that was cut off, or one without a body where the call has one', async () => {
  answer(new Response('{"id": 7, "con', { status: 201, headers: { 'content-type': 'application/json' } }))
  await expect(send(writeComment, event, 'token')).rejects.toMatchObject(nothing)
  answer(new Response(null, { status: 204 }))
  await expect(send(writeComment, event, 'token')).rejects.toMatchObject(nothing)
  answer(page(200))
  await expect(send(deleteComment, { params: { commentId: 7 } }, 'token')).rejects.toMatchObject(nothing)
})

test('what the contract says is the reply, with or without a body', async () => {
  answer(Response.json({ id: 7 }, { status: 201 }))
  expect(await send(writeComment, event, 'token')).toMatchObject({ reply: { id: 7 } })
  answer(new Response(null, { status: 204 }))
  expect(await send(deleteComment, { params: { commentId: 7 } }, 'token')).toMatchObject({ reply: undefined })
  answer(new Response('id,name\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } }))
  expect(await send(exportApplicants, event, 'token')).toMatchObject({ reply: 'id,name\n' })
})
