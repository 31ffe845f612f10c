import { expect, test } from 'vitest'
import { fromInput } from '#contract/dates.ts'
import { dateWayOf, spanInWords } from './date-span.ts'

const evening = '2026-11-21T11:30:00.000Z'

test('a span of one day names the day once, one of several days names both, with their years', () => {
  const span = (from: string, to: string) => spanInWords(fromInput(from), fromInput(to), dateWayOf('en-GB'))

  expect(span('2026-12-05T18:00', '2026-12-05T20:00')).toBe('Saturday 5 December 2026, 18:00 to 20:00, Bangkok time')
  expect(span('2026-12-31T22:30', '2027-01-01T02:00')).toBe(
    'Thursday 31 December 2026, 22:30, to Friday 1 January 2027, 02:00, Bangkok time',
  )
  expect(span('2026-12-05T00:00', '2026-12-05T23:59')).toBe('Saturday 5 December 2026, 00:00 to 23:59, Bangkok time')
})

test('a span is told in the order of the reader', () => {
  const told = (locale: string) => spanInWords(evening, '2026-11-21T13:00:00.000Z', dateWayOf(locale))

  expect(told('en-US')).toBe('Saturday, November 21, 2026, 6:30 PM to 8:00 PM, Bangkok time')
  expect(told('th-TH')).toBe('Saturday 21 November 2026, 18:30 to 20:00, Bangkok time')
})

test('a span that is not known yet, or leads backwards, is not told', () => {
  for (const [from, to] of [
    ['', evening],
    [evening, ''],
    [evening, evening],
    [evening, '2026-11-21T11:00:00.000Z'],
  ] as const) {
    expect(spanInWords(from, to, dateWayOf('en-GB'))).toBeNull()
  }
})
