import { expect, test } from 'vitest'
import { attention, deletionEffect } from './own-event-card.tsx'

const event = {
  id: 1,
  event_name: 'Night',
  status: 'UPCOMING',
  is_online: false,
  address: 'Sathorn Pier',
  max_attendee: null,
  current_attendees: 0,
  seats_left: null,
} as const

test.each([
  [0, false, 'Nobody holds a ticket. The event is gone for good.'],
  [
    1,
    false,
    '1 seat is taken. The event is called off: its ticket is cancelled, and everyone who had applied is notified by email.',
  ],
  [
    1,
    true,
    '1 seat is taken. The event is called off: its ticket is cancelled, and everyone who had applied is notified by email. You then owe refunds for anything that has been paid.',
  ],
  [
    1200,
    true,
    '1,200 seats are taken. The event is called off: their tickets are cancelled, and everyone who had applied is notified by email. You then owe refunds for anything that has been paid.',
  ],
])('deleting an event with %i seats taken, priced: %s, says what follows', (current_attendees, has_prices, text) => {
  expect(deletionEffect({ ...event, current_attendees, open: 0, has_prices })).toBe(text)
})

test('deleting an event without tickets says that people who wait or are to be approved are notified', () => {
  expect(deletionEffect({ ...event, open: 2, has_prices: false })).toBe(
    'Nobody holds a ticket. The event is called off, and everyone who has applied is notified by email.',
  )
})

test('deleting a past event leaves its tickets', () => {
  expect(deletionEffect({ ...event, status: 'COMPLETED', current_attendees: 3, open: 0, has_prices: true })).toBe(
    '3 seats were taken, and their tickets can still be looked at. The event leaves every list.',
  )
})

test('an event lists new applicants, approvals, slips, reported comments, the last seats and a missing place', () => {
  const needy = { ...event, address: '', max_attendee: 40, current_attendees: 38, seats_left: 2 }

  expect(attention(needy, { new_applicants: 3, to_approve: 1200, slips_to_check: 2, reported_comments: 1 })).toEqual({
    applicants: ['1,200 to approve', '2 slips to check', '3 new applicants'],
    refunds: [],
    comments: ['1 reported comment'],
    event: ['2 seats left', 'No place yet'],
  })
  expect(
    attention(
      { ...needy, current_attendees: 39, seats_left: 1 },
      { new_applicants: 1, to_approve: 0, slips_to_check: 1, reported_comments: 0 },
    ),
  ).toEqual({
    applicants: ['1 slip to check', '1 new applicant'],
    refunds: [],
    comments: [],
    event: ['1 seat left', 'No place yet'],
  })
})

test.each([
  ['no limit', {}, []],
  ['many seats left', { max_attendee: 40, current_attendees: 35, seats_left: 5 }, []],
  ['a tenth of the seats left', { max_attendee: 1000, current_attendees: 900, seats_left: 100 }, ['100 seats left']],
  ['few seats, and nobody has applied', { max_attendee: 2, seats_left: 2 }, []],
  ['every seat set aside for the door', { max_attendee: 2, seats_left: 0 }, ['No seats left']],
  ['every seat taken', { max_attendee: 2, current_attendees: 2, seats_left: 0 }, ['No seats left']],
  [
    'the last seat kept for the waiting list',
    { max_attendee: 4, current_attendees: 3, seats_left: 0 },
    ['No seats left'],
  ],
  ['held online', { is_online: true, address: '' }, []],
  ['over', { status: 'COMPLETED', address: '' }, []],
] as const)('%s: only what needs attention is listed', (_, given, listed) => {
  expect(attention({ ...event, ...given })).toEqual({ applicants: [], refunds: [], comments: [], event: listed })
})

test('of past events only refunds due and reported comments are listed', () => {
  const over = { ...event, status: 'COMPLETED', address: '' } as const
  const news = { new_applicants: 3, to_approve: 1, slips_to_check: 2, reported_comments: 1 }

  expect(attention(over, news, 2)).toEqual({
    applicants: [],
    refunds: ['2 refunds due'],
    comments: ['1 reported comment'],
    event: [],
  })
  expect(attention(over, undefined, 1).refunds).toEqual(['1 refund due'])
})
