import { expect, test } from 'vitest'
import { duration } from './duration.ts'

test.each([
  [600, '10 minutes'],
  [5_400, '1 hour 30 minutes'],
  [86_400, '1 day'],
  [7 * 86_400, '7 days'],
  [2 * 86_400 + 3 * 3_600 + 59 * 60, '2 days 3 hours'],
  [7_859.9, '2 hours 10 minutes'],
  [86_400 + 60, '1 day'],
  [61, '1 minute 1 second'],
  [0, '0 seconds'],
  [-5, '0 seconds'],
])('%i seconds are told as %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words)
})
