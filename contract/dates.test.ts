import { expect, test } from 'vitest'
import {
  clockTime,
  dateWayOf,
  dayDate,
  fromInput,
  fullDate,
  isGivenDay,
  localDate,
  longDate,
  shortDate,
  spanInWords,
  toInput,
  zonedIso,
  zoneNote,
} from './dates.ts'

const evening = '2026-11-21T11:30:00.000Z'

test('a card and a mail tell the date in US English long format with its weekday and time, in Bangkok', () => {
  expect(fullDate(evening)).toBe('Saturday, November 21, 2026 at 6:30 PM')
})

test('a sentence tells the date in long format', () => {
  expect(longDate(evening)).toBe('November 21, 2026 at 6:30 PM')
})

test('the detail page tells day and time apart', () => {
  expect(shortDate(evening)).toBe('Nov 21, 2026')
  expect(clockTime(evening)).toBe('6:30 PM')
})

test('where one plans a day, its short form has the weekday too', () => {
  expect(dayDate(evening)).toBe('Sat, Nov 21, 2026')
})

test('a ticket tells the local date', () => {
  expect(localDate('2026-01-04T20:00:00Z')).toBe('1/5/2026')
})

test('noon and midnight read as people write them', () => {
  expect(clockTime('2026-11-21T05:00:00Z')).toBe('12:00 PM')
  expect(clockTime('2026-11-20T17:05:00Z')).toBe('12:05 AM')
})

test('a date that is none says so', () => {
  expect(longDate('soon')).toBe('Date not available')
  expect(shortDate('')).toBe('Date not available')
})

test('an input shows Bangkok time and gives back the same instant', () => {
  expect(toInput(evening)).toBe('2026-11-21T18:30')
  expect(fromInput(toInput(evening))).toBe(evening)
  expect(toInput('')).toBe('')
  expect(fromInput('')).toBe('')
})

test('a year that is still being typed is an instant far off, and no fault', () => {
  expect(fromInput('0020-01-01T00:00')).toBe('0020-01-01T00:00:00.000Z')
})

test('midnight in an input belongs to the day that begins', () => {
  expect(toInput('2026-11-20T17:00:00Z')).toBe('2026-11-21T00:00')
})

test("the event's zone is named only to readers whose clock differs", () => {
  expect(zoneNote(evening, 'Asia/Bangkok')).toBeNull()
  expect(zoneNote(evening, 'Asia/Ho_Chi_Minh')).toBeNull()
  expect(zoneNote(evening, 'Europe/Berlin')).toBe('Bangkok time')
})

test('search engines are told the clock time in Bangkok, to the second', () => {
  expect(zonedIso(evening)).toBe('2026-11-21T18:30:00+07:00')
  expect(zonedIso('2026-12-31T20:15:42.123Z')).toBe('2027-01-01T03:15:42+07:00')
})

test.each([
  ['2026-02-28', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['1899-12-31', false],
  ['2201-01-01', false],
  ['2026-2-3', false],
  ['tomorrow', false],
])('whether %s is a day that may be given: %s', (text, expected) => {
  expect(isGivenDay(text)).toBe(expected)
})

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
