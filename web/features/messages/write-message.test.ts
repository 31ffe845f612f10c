import { expect, test } from 'vitest'
import { NewMessage } from '#contract/tickets/messages.ts'
import { draftKey, refilled, sameAgain } from './write-message.tsx'

const typed = { subject: 'Parking', text: 'Park behind the hall.', photos_url: '', at: '2026-11-20T09:00' }
const saved = { ...typed, audience: 'to_pay', time: 'day_before', began: 'everybody' } as const
const event = { status: 'UPCOMING' } as const

test('a saved message comes back with its audience and time', () => {
  expect(refilled(saved, 'everybody', event)).toEqual({ ...typed, audience: 'to_pay', time: 'day_before' })
})

test('its audience does not replace the one that is asked for now', () => {
  expect(refilled(saved, 'tickets', event)).toEqual({ ...typed, time: 'day_before' })
  expect(refilled({ ...saved, began: 'chosen' }, 'chosen', event)).toEqual({ ...typed, time: 'day_before' })
})

test('a time before the start is not offered again once the event has begun', () => {
  expect(refilled(saved, 'everybody', { status: 'ONGOING' })).toEqual({ ...typed, audience: 'to_pay' })
})

test('a message saved by an earlier version has texts only', () => {
  expect(refilled({ subject: 'Parking', text: '' }, 'everybody', event)).toEqual({ subject: 'Parking', text: '' })
})

test('each person has a draft of their own for each event, and one for its thanks', () => {
  const keys = [draftKey(1, 7, false), draftKey(2, 7, false), draftKey(1, 8, false), draftKey(1, 7, true)]

  expect(new Set(keys).size).toBe(4)
})

test('a message sent again unchanged keeps its key, and an edited one gets its own', () => {
  const message = (client_key: string, text: string) =>
    NewMessage.parse({ client_key, audience: 'everybody', subject: 'Parking', text })
  const unanswered = message('7e4ad6e8-5a0c-4b11-9f0e-0d9c3f7b1a01', 'Park behind the hall.')
  const edited = message('7e4ad6e8-5a0c-4b11-9f0e-0d9c3f7b1a02', 'Park at the school.')

  expect(sameAgain(message(edited.client_key, unanswered.text), unanswered)).toEqual(unanswered)
  expect(sameAgain(edited, unanswered)).toEqual(edited)
  expect(sameAgain(edited, undefined)).toEqual(edited)
})
