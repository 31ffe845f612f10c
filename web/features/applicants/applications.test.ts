import { expect, test } from 'vitest'
import { seatsText } from './applications.tsx'

const seats = { max_attendee: 300, current_attendees: 18 }
const counts = { seats_held: 18, set_aside: 0, seats_left: 282, waiting: 0 }

test('seats set aside for the door are named apart from those that people have', () => {
  expect(seatsText(seats, { ...counts, seats_held: 37, set_aside: 19, seats_left: 263 })).toBe(
    '18 of 300 seats are taken. 19 seats are set aside for the door.',
  )
  expect(seatsText(seats, counts)).toBe('18 of 300 seats are taken.')
  const withoutLimit = { ...counts, seats_held: 2, set_aside: 1, seats_left: null }
  expect(seatsText({ max_attendee: null, current_attendees: 1 }, withoutLimit)).toBe(
    '1 seat is taken. There is no limit. 1 seat is set aside for the door.',
  )
})

const full = { max_attendee: 12, current_attendees: 6 }
const fullCounts = { seats_held: 10, set_aside: 4, seats_left: 0, waiting: 1 }

test('free seats kept for a waiting party are named, so that all seats of a full event add up', () => {
  expect(seatsText(full, fullCounts)).toBe(
    '6 of 12 seats are taken. 4 seats are set aside for the door. 2 free seats are kept for the waiting list.',
  )
  expect(seatsText({ ...full, current_attendees: 11 }, { ...fullCounts, seats_held: 11, set_aside: 0 })).toBe(
    '11 of 12 seats are taken. 1 free seat is kept for the waiting list.',
  )
})

test('the seats kept for a waiting party are those of the last count, and without one nothing is said of them', () => {
  const news = { ...full, current_attendees: 3 }

  expect(seatsText(news, fullCounts)).toMatch(/2 free seats are kept for the waiting list\.$/)
  expect(seatsText(news, null)).toBe('3 of 12 seats are taken.')
})
