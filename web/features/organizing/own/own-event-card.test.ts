import { expect, test } from 'vitest'
import { loss } from './own-event-card.tsx'

const event = { id: 1, event_name: 'Night', status: 'UPCOMING', current_attendees: 0 } as const

test.each([
  [0, 'Nobody holds a ticket. The event is gone for good.'],
  [1, '1 person holds a ticket. The event is called off: their ticket is cancelled, and they are told by email.'],
  [
    1200,
    '1,200 people hold tickets. The event is called off: their tickets are cancelled, and each of them is told by email.',
  ],
])('with %i tickets it says what is lost', (current_attendees, words) => {
  expect(loss({ ...event, current_attendees })).toBe(words)
})

test('the tickets of an event that is over stay', () => {
  expect(loss({ ...event, status: 'COMPLETED', current_attendees: 3 })).toBe(
    '3 people hold tickets and can still look at them. The event leaves every list.',
  )
})
