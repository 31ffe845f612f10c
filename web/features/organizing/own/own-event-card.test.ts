import { expect, test } from 'vitest'
import { cardActions, deletionEffect } from './own-event-card.tsx'

const hour = 3_600_000
const now = Date.parse('2026-11-20T08:00:00.000Z')
const event = {
  id: 1,
  event_name: 'Night',
  status: 'UPCOMING',
  current_attendees: 0,
  start_date_event: new Date(now + 72 * hour).toISOString(),
} as const
const quiet = { applicants: [], refunds: [], event: [] }

test.each([
  [0, 'Nobody holds a ticket. The event is gone for good.'],
  [1, '1 person holds a ticket. The event is called off: their ticket is cancelled, and they are notified by email.'],
  [
    1200,
    '1,200 people hold tickets. The event is called off: their tickets are cancelled, and each of them is notified by email.',
  ],
])('deleting an event with %i tickets says what its holders lose', (current_attendees, text) => {
  expect(deletionEffect({ ...event, current_attendees })).toBe(text)
})

test('deleting a past event leaves its tickets', () => {
  expect(deletionEffect({ ...event, status: 'COMPLETED', current_attendees: 3 })).toBe(
    '3 people hold tickets and can still look at them. The event leaves every list.',
  )
})

test.each([
  ['no applicants yet', {}, quiet, ['edit', 'applicants', 'door']],
  ['attendees', { current_attendees: 3 }, quiet, ['applicants', 'door', 'edit']],
  ['somebody to approve', {}, { ...quiet, applicants: ['1 to approve'] }, ['applicants', 'door', 'edit']],
  [
    'a start within a day',
    { start_date_event: new Date(now + 23 * hour).toISOString() },
    quiet,
    ['door', 'applicants', 'edit'],
  ],
  ['its start behind it', { status: 'ONGOING' }, quiet, ['door', 'applicants', 'edit']],
  ['its end behind it', { status: 'COMPLETED' }, quiet, ['applicants', 'door', 'edit']],
] as const)('the first action of an event with %s is the next one', (_, given, attention, actions) => {
  expect(
    cardActions(
      { ...event, ...given },
      { ...attention, applicants: [...attention.applicants], refunds: [], event: [] },
      now,
    ),
  ).toEqual(actions)
})
