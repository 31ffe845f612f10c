import { expect, test } from 'vitest'
import { visitorStanding } from '#contract/events/applying.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { notify, readNotice } from '#web/lib/notices/notice.tsx'
import { newsOf, notifyOwn, ownNews } from './live-news.tsx'

const at = (time: string) => Date.parse(`2026-11-21T${time}:00Z`)
const event = {
  version: 1,
  max_attendee: 2,
  seats_left: 1,
  is_called_off: false,
  comments_closed: false,
  start_date_register: '2026-11-21T08:00:00.000Z',
  end_date_register: '2026-11-21T10:00:00.000Z',
  start_date_event: '2026-11-21T12:00:00.000Z',
  end_date_event: '2026-11-21T14:00:00.000Z',
  user_engaged: { is_applied: false, is_liked: false, is_bookmarked: false },
  standing: visitorStanding,
  ended: null,
  refused: null,
} as EventDetail
const now = at('09:00')
const after = (changes: Partial<EventDetail>, before: Partial<EventDetail> = {}) =>
  newsOf(
    { event: { ...event, ...before }, isGone: false, now },
    { event: { ...event, ...before, ...changes }, isGone: false, now },
  )

test('taking the last seat and freeing the first one are announced', () => {
  expect(after({ seats_left: 0 })).toBe('This event is now full.')
  expect(after({ seats_left: 1 }, { seats_left: 0 })).toBe('Seats are available again.')
  expect(after({ seats_left: 2 })).toBeNull()
  expect(after({ current_attendees: 900, seats_left: null }, { seats_left: null })).toBeNull()
})

test('seat holders get no announcements about seats', () => {
  expect(after({ seats_left: 0, user_engaged: { ...event.user_engaged, is_applied: true } })).toBeNull()
})

test('an edit or a call-off is announced once', () => {
  expect(after({ version: 2 })).toBe('The organizer has changed this event.')
  expect(after({ version: 2, is_called_off: true })).toBe('This event has been called off.')
  expect(after({}, { version: 2, is_called_off: true })).toBeNull()
})

test('when the viewer may no longer see the event, this is announced once', () => {
  const [here, gone] = [
    { event, isGone: false, now },
    { event, isGone: true, now },
  ]
  expect(newsOf(here, gone)).toBe('This event is no longer shown to you. It may have been taken down or made private.')
  expect(newsOf(gone, { ...gone, now: at('10:00') })).toBeNull()
})

test('closing and reopening comments is announced, unless more has changed', () => {
  const closed = { comments_closed: true }
  expect(after({ version: 2, ...closed })).toBe('The organizer has closed the comments of this event.')
  expect(after({ version: 3, comments_closed: false }, { version: 2, ...closed })).toBe(
    'The organizer has reopened the comments of this event.',
  )
  expect(after({ version: 3, ...closed })).toBe('The organizer has changed this event.')
})

test.each([
  ['07:59', '08:00', 'Registration is now open.'],
  ['09:59', '10:00', 'Registration is closed.'],
  ['11:59', '12:00', 'This event has started.'],
  ['13:59', '14:00', 'This event is over.'],
  ['08:00', '08:01', null],
])('from %s to %s the viewer gets: %s', (from, to, news) => {
  expect(newsOf({ event, isGone: false, now: at(from) }, { event, isGone: false, now: at(to) })).toBe(news)
})

test('a promotion from the waiting list shows one notice; an application shows none', () => {
  const standing = (ticket: 'WAITING' | null) => ({ standing: { ...visitorStanding, ticket } })

  expect(ownNews('WAITING', 'ACTIVE')).toBe('You have a ticket for this event.')
  expect(ownNews('WAITING', 'UNPAID')).toMatch(/^Please pay before the deadline/)
  expect([ownNews(null, 'ACTIVE'), ownNews('ACTIVE', 'USED'), ownNews('WAITING', 'WAITING')]).toEqual([
    null,
    null,
    null,
  ])
  expect(after({ standing: { ...visitorStanding, ticket: 'ACTIVE' }, version: 2 }, standing('WAITING'))).toBeNull()

  notify.success('You are on the waiting list.')
  notifyOwn('WAITING', 'ACTIVE')
  expect(readNotice()).toMatchObject({ kind: 'success', text: 'You have a ticket for this event.' })
  notify.success('You have a ticket for this event. Nothing was given up.')
  notifyOwn('WAITING', 'ACTIVE')
  expect(readNotice()).toMatchObject({ text: 'You have a ticket for this event. Nothing was given up.' })
})
