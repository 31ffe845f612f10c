import { expect, test } from 'vitest'
import { deletionEffect } from './own-event-card.tsx'

const event = {
  id: 1,
  event_name: 'Night',
  status: 'UPCOMING',
  current_attendees: 0,
} as const

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
