import { expect, test } from 'vitest'
import { seatsText } from './applications.tsx'

const seats = { max_attendee: 300, current_attendees: 18, seats_left: 282, waiting: 0 }

test('seats set aside for the door are named apart from those that people have', () => {
  expect(seatsText({ ...seats, seats_left: 263 }, 19)).toBe(
    '18 of 300 seats are taken. 19 seats are set aside for the door.',
  )
  expect(seatsText(seats, 0)).toBe('18 of 300 seats are taken.')
  expect(seatsText({ ...seats, max_attendee: null, current_attendees: 1, seats_left: null }, 1)).toBe(
    '1 seat is taken. There is no limit. 1 seat is set aside for the door.',
  )
})

test('free seats kept for a waiting party are named, so that all seats of a full event add up', () => {
  const full = { max_attendee: 12, current_attendees: 6, seats_left: 0, waiting: 1 }

  expect(seatsText(full, 4)).toBe(
    '6 of 12 seats are taken. 4 seats are set aside for the door. 2 free seats are kept for the waiting list.',
  )
  expect(seatsText({ ...full, current_attendees: 11 }, 0)).toBe(
    '11 of 12 seats are taken. 1 free seat is kept for the waiting list.',
  )
})
