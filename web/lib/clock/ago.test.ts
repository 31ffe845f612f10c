import { expect, test } from 'vitest'
import { ago } from './ago.ts'

const now = Date.parse('2026-11-21T03:00:00Z')
const after = (seconds: number) => ago(now - seconds * 1_000, now)

test('how long ago something was is told in the largest unit that has passed', () => {
  const [minute, hour, day] = [60, 3_600, 86_400]
  expect([after(0), after(59)]).toEqual(['less than a minute ago', 'less than a minute ago'])
  expect([after(minute), after(59 * minute)]).toEqual(['1 minute ago', '59 minutes ago'])
  expect([after(hour), after(23 * hour)]).toEqual(['1 hour ago', '23 hours ago'])
  expect([after(day), after(29 * day)]).toEqual(['1 day ago', '29 days ago'])
  expect([after(30 * day), after(364 * day)]).toEqual(['1 month ago', '12 months ago'])
  expect([after(365 * day), after(800 * day)]).toEqual(['1 year ago', '2 years ago'])
})

test('a clock that is a little slow sees nothing that is yet to come', () => {
  expect(after(-90)).toBe('less than a minute ago')
})
