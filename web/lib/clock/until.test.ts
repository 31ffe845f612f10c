import { expect, test } from 'vitest'
import { opensIn } from './until.ts'

const opening = Date.parse('2026-11-21T10:00:00Z')
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

test.each([
  [30 * day, 'Opens in 30 days.'],
  [2 * day + second, 'Opens in 2 days.'],
  [2 * day, 'Opens in 48 hours.'],
  [2 * hour + second, 'Opens in 2 hours.'],
  [2 * hour, 'Opens in 120 minutes.'],
  [minute + second, 'Opens in 2 minutes.'],
  [minute, 'Opens in 60 seconds.'],
  [1_500, 'Opens in 2 seconds.'],
  [second, 'Opens in 1 second.'],
  [1, 'Opens in 1 second.'],
])('%i ms before the opening: %s', (left, sentence) => {
  expect(opensIn(opening, opening - left)).toBe(sentence)
})
