import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dayName,
  daysName,
  fullDayName,
  inMonth,
  isWeekendOf,
  monthName,
  weekendOf,
  weeksOf,
} from './month.ts'

test('months continue across the end of a year', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
})

test('days continue across the end of February', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
})

test('the 31st becomes the last day of a shorter month', () => {
  expect(inMonth('2026-10-31', '2026-11')).toBe('2026-11-30')
  expect(inMonth('2026-10-15', '2026-11')).toBe('2026-11-15')
})

test('a month is shown in whole weeks from Sunday to Saturday', () => {
  const weeks = weeksOf('2026-11')

  expect(weeks).toHaveLength(5)
  expect(weeks[0]).toEqual([
    '2026-11-01',
    '2026-11-02',
    '2026-11-03',
    '2026-11-04',
    '2026-11-05',
    '2026-11-06',
    '2026-11-07',
  ])
  expect(weeks[4]).toEqual(['2026-11-29', '2026-11-30', null, null, null, null, null])
  expect(weeksOf('2026-08')).toHaveLength(6)
  expect(weeksOf('2026-02')).toHaveLength(4)
})

test('months and days are named in US English', () => {
  expect(monthName('2026-11')).toBe('November 2026')
  expect(dayName('2026-11-21')).toBe('November 21, 2026')
  expect(daysName('2026-11-21', null)).toBe('November 21, 2026')
  expect(daysName('2026-11-21', '2026-11-25')).toBe('November 21, 2026 – November 25, 2026')
  expect(fullDayName('2026-11-21')).toBe('Saturday, November 21, 2026')
})

test.each([
  ['2026-11-23', 'a Monday', '2026-11-28', '2026-11-29'],
  ['2026-11-28', 'the Saturday', '2026-11-28', '2026-11-29'],
  ['2026-11-29', 'the Sunday', '2026-11-28', '2026-11-29'],
])('on %s, %s, this weekend is %s and %s', (day, _, date, until) => {
  expect(weekendOf(day)).toEqual({ date, until })
})

test('other days than those of this weekend are not this weekend', () => {
  const day = '2026-11-23'

  expect(isWeekendOf(day, { date: '2026-11-28', until: '2026-11-29' })).toBe(true)
  expect(isWeekendOf(day, { date: '2026-11-21', until: '2026-11-22' })).toBe(false)
  expect(isWeekendOf(day, { date: '2026-11-28', until: null })).toBe(false)
})
