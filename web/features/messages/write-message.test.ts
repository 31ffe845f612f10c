import { expect, test } from 'vitest'
import { draftKey, refilled } from './write-message.tsx'

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
