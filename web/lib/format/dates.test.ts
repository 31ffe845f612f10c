import { expect, test } from 'vitest'
import { fromInput } from '#contract/date-input.ts'
import type { Language } from '#contract/language/languages.ts'
import { dateSpan } from './date-span.ts'
import { ago, duration, opensIn } from './dates.ts'

const evening = '2026-11-21T11:30:00.000Z'

test('a span names a single day once, and otherwise both days with their years', () => {
  const span = (from: string, to: string, language: Language = 'en') =>
    dateSpan(fromInput(from), fromInput(to), language)

  expect(span('2026-12-05T18:00', '2026-12-05T20:00')).toBe(
    'Saturday, December 5, 2026 at 6:00 PM to 8:00 PM (Bangkok time)',
  )
  expect(span('2026-12-31T22:30', '2027-01-01T02:00')).toBe(
    'Thursday, December 31, 2026 at 10:30 PM to Friday, January 1, 2027 at 2:00 AM (Bangkok time)',
  )
  expect(span('2026-12-05T18:00', '2026-12-05T20:00', 'th')).toBe('เสาร์ 5 ธ.ค. 2569 เวลา 18.00–20.00 น. (เวลาไทย)')
  expect(span('2026-12-05T18:00', '2026-12-06T20:00', 'th')).toBe(
    'เสาร์ 5 ธ.ค. 2569 เวลา 18.00 น. – อาทิตย์ 6 ธ.ค. 2569 เวลา 20.00 น. (เวลาไทย)',
  )
})

test('a span is null without both ends, or if its end comes first', () => {
  for (const [from, to] of [
    ['', evening],
    [evening, ''],
    [evening, evening],
    [evening, '2026-11-21T11:00:00.000Z'],
  ] as const) {
    expect(dateSpan(from, to)).toBeNull()
  }
})

test.each([
  [600, '10 minutes', '10 นาที'],
  [5_400, '1 hour 30 minutes', '1 ชั่วโมง 30 นาที'],
  [86_400, '1 day', '1 วัน'],
  [7 * 86_400, '7 days', '7 วัน'],
  [2 * 86_400 + 3 * 3_600 + 59 * 60, '2 days 3 hours', '2 วัน 3 ชั่วโมง'],
  [7_859.9, '2 hours 10 minutes', '2 ชั่วโมง 10 นาที'],
  [86_400 + 60, '1 day', '1 วัน'],
  [61, '1 minute 1 second', '1 นาที 1 วินาที'],
  [0, '0 seconds', '0 วินาที'],
  [-5, '0 seconds', '0 วินาที'],
])('%i seconds are %s, in Thai %s', (seconds, english, thai) => {
  expect(duration(seconds)).toBe(english)
  expect(duration(seconds, 'th')).toBe(thai)
})

const now = Date.parse('2026-11-21T03:00:00Z')
const after = (seconds: number) => ago(now - seconds * 1_000, now)

test('a past instant is shown in the largest whole unit', () => {
  const [minute, hour, day] = [60, 3_600, 86_400]
  expect([after(0), after(59)]).toEqual(['less than a minute ago', 'less than a minute ago'])
  expect([after(minute), after(59 * minute)]).toEqual(['1 minute ago', '59 minutes ago'])
  expect([after(hour), after(23 * hour)]).toEqual(['1 hour ago', '23 hours ago'])
  expect([after(day), after(29 * day)]).toEqual(['1 day ago', '29 days ago'])
  expect([after(30 * day), after(364 * day)]).toEqual(['1 month ago', '12 months ago'])
  expect([after(365 * day), after(800 * day)]).toEqual(['1 year ago', '2 years ago'])
})

test('a past instant in Thai', () => {
  const passed = [59, 60, 3 * 3_600, 29 * 86_400, 60 * 86_400, 800 * 86_400]
  expect(passed.map((seconds) => ago(now - seconds * 1_000, now, 'th'))).toEqual([
    'เมื่อสักครู่',
    '1 นาทีที่แล้ว',
    '3 ชั่วโมงที่แล้ว',
    '29 วันที่แล้ว',
    '2 เดือนที่แล้ว',
    '2 ปีที่แล้ว',
  ])
})

test('an instant in the future counts as now', () => {
  expect(after(-90)).toBe('less than a minute ago')
})

const opening = Date.parse('2026-11-21T10:00:00Z')
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

test.each([
  [30 * day, 'Opens in 30 days.', 'เปิดรับสมัครในอีก 30 วัน'],
  [2 * day + second, 'Opens in 2 days.', 'เปิดรับสมัครในอีก 2 วัน'],
  [2 * day, 'Opens in 48 hours.', 'เปิดรับสมัครในอีก 48 ชั่วโมง'],
  [2 * hour + second, 'Opens in 2 hours.', 'เปิดรับสมัครในอีก 2 ชั่วโมง'],
  [2 * hour, 'Opens in 120 minutes.', 'เปิดรับสมัครในอีก 120 นาที'],
  [minute + second, 'Opens in 2 minutes.', 'เปิดรับสมัครในอีก 2 นาที'],
  [minute, 'Opens in 60 seconds.', 'เปิดรับสมัครในอีก 60 วินาที'],
  [1_500, 'Opens in 2 seconds.', 'เปิดรับสมัครในอีก 2 วินาที'],
  [second, 'Opens in 1 second.', 'เปิดรับสมัครในอีก 1 วินาที'],
  [1, 'Opens in 1 second.', 'เปิดรับสมัครในอีก 1 วินาที'],
])('%i ms before the opening: %s, in Thai %s', (left, english, thai) => {
  expect(opensIn(opening, opening - left)).toBe(english)
  expect(opensIn(opening, opening - left, 'th')).toBe(thai)
})
