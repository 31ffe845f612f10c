import { expect, test } from 'vitest'
import type { Event } from '#contract/events/events.ts'
import { standingOf } from './standing.ts'

const hour = 3_600_000
const now = Date.parse('2026-11-21T10:00:00Z')
const inHours = (hours: number) => new Date(now + hours * hour).toISOString()

function eventWith(given: Partial<Event> = {}): Event {
  return {
    user_id: 1,
    is_called_off: false,
    max_attendee: null,
    current_attendees: 0,
    start_date_register: inHours(-1),
    end_date_register: inHours(24),
    start_date_event: inHours(48),
    end_date_event: inHours(50),
    user_engaged: { is_liked: false, is_bookmarked: false, is_applied: false },
    ...given,
  } as Event
}

const applied = { user_engaged: { is_liked: false, is_bookmarked: false, is_applied: true } }
const standing = (given: Partial<Event>, readerId: number | null = 2) => standingOf(eventWith(given), readerId, now)

test('while registration is open, visitors and attendees can apply', () => {
  expect(standing({}, null)).toEqual({ can: 'apply', why: null })
  expect(standing({})).toEqual({ can: 'apply', why: null })
})

test('nobody applies for their own event', () => {
  expect(standing({ user_id: 2 }).can).toBeNull()
})

test('an event that has been called off says so, also to its owner', () => {
  expect(standing({ is_called_off: true }).why).toBe('This event has been called off.')
  expect(standing({ is_called_off: true, user_id: 2 }).can).toBeNull()
})

test('before registration opens the reader is told when it does, in Bangkok time', () => {
  const why = 'Registration opens on November 21, 2026 at 6:00 PM.'

  expect(standing({ start_date_register: inHours(1) })).toEqual({ can: null, why })
})

test('registration opens and closes to the second', () => {
  expect(standing({ start_date_register: inHours(0) }).can).toBe('apply')
  expect(standing({ end_date_register: inHours(0) })).toEqual({ can: null, why: 'Registration is closed.' })
})

test('a full event says so; 0 and null mean no limit', () => {
  expect(standing({ max_attendee: 5, current_attendees: 5 })).toEqual({ can: null, why: 'This event is full.' })
  expect(standing({ max_attendee: 5, current_attendees: 4 }).can).toBe('apply')
  expect(standing({ max_attendee: 0, current_attendees: 9 }).can).toBe('apply')
})

test('who has applied can unapply until the event starts, also of a full event and after registration', () => {
  const full = { max_attendee: 5, current_attendees: 5, end_date_register: inHours(-1) }

  expect(standing({ ...applied, ...full }).can).toBe('unapply')
  expect(standing({ ...applied, start_date_event: inHours(0) })).toEqual({
    can: null,
    why: 'This event has already started.',
  })
})

test('an event that is over says only that', () => {
  expect(standing({ ...applied, end_date_event: inHours(-1) })).toEqual({ can: null, why: 'This event is over.' })
  expect(standing({ end_date_event: inHours(-1), max_attendee: 1, current_attendees: 1 }).why).toBe(
    'This event is over.',
  )
})
