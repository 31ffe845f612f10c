import { expect, test } from 'vitest'
import { seatsText } from './applications.tsx'

test('seats set aside for the door are named apart from those that people have', () => {
  expect(seatsText({ max_attendee: 300, current_attendees: 18 }, 19)).toBe(
    '18 of 300 seats are taken. 19 seats are set aside for the door.',
  )
  expect(seatsText({ max_attendee: 300, current_attendees: 18 }, 0)).toBe('18 of 300 seats are taken.')
  expect(seatsText({ max_attendee: null, current_attendees: 1 }, 1)).toBe(
    '1 seat is taken. There is no limit. 1 seat is set aside for the door.',
  )
})
