import { expect, onTestFinished, test, vi } from 'vitest'
import { asGregorian, fromInput, isGivenDay } from './date-input.ts'
import {
  clockTime,
  dateAndTime,
  dayAndTime,
  dayDate,
  doorMoment,
  doorSecond,
  doorTime,
  fullDate,
  fullSpan,
  localDate,
  longDate,
  monthDay,
  shortDate,
  toInput,
  weekday,
  zonedIso,
  zoneNote,
} from './dates.ts'

const evening = '2026-11-21T11:30:00.000Z'

test('cards and mails show weekday, date and time in Bangkok, in US English long format', () => {
  expect(fullDate(evening)).toBe('Saturday, November 21, 2026 at 6:30 PM')
})

test('sentences use the long date format', () => {
  expect(longDate(evening)).toBe('November 21, 2026 at 6:30 PM')
})

test('the detail page shows date and time separately', () => {
  expect(shortDate(evening)).toBe('Nov 21, 2026')
  expect(clockTime(evening)).toBe('6:30 PM')
})

test('the short date for planning includes the weekday', () => {
  expect(dayDate(evening)).toBe('Sat, Nov 21, 2026')
})

test('a ticket shows the local date', () => {
  expect(localDate('2026-01-04T20:00:00Z')).toBe('1/5/2026')
})

test('noon is 12 PM and midnight 12 AM', () => {
  expect(clockTime('2026-11-21T05:00:00Z')).toBe('12:00 PM')
  expect(clockTime('2026-11-20T17:05:00Z')).toBe('12:05 AM')
})

test('an unreadable date is shown as not available', () => {
  expect(longDate('soon')).toBe('Date not available')
  expect(shortDate('')).toBe('Date not available')
})

test.each([
  [fullDate, 'Saturday, November 21, 2026 at 6:30 PM', 'เสาร์ 21 พ.ย. 2569 เวลา 18.30 น.'],
  [longDate, 'November 21, 2026 at 6:30 PM', '21 พฤศจิกายน 2569 เวลา 18.30 น.'],
  [shortDate, 'Nov 21, 2026', '21 พ.ย. 2569'],
  [dayDate, 'Sat, Nov 21, 2026', 'เสาร์ 21 พ.ย. 2569'],
  [dayAndTime, 'Sat, Nov 21, 2026, 6:30 PM', 'เสาร์ 21 พ.ย. 2569 เวลา 18.30 น.'],
  [dateAndTime, 'Nov 21, 2026, 6:30 PM', '21 พ.ย. 2569 เวลา 18.30 น.'],
  [monthDay, 'Nov 21', '21 พ.ย.'],
  [weekday, 'Saturday', 'เสาร์'],
  [clockTime, '6:30 PM', '18.30 น.'],
  [localDate, '11/21/2026', '21/11/2569'],
  [doorTime, '18:30', '18.30 น.'],
  [doorSecond, '18:30:00', '18.30.00 น.'],
] as const)('%o writes %s, and in Thai %s', (format, english, thai) => {
  expect(format(evening)).toBe(english)
  expect(format(evening, 'th')).toBe(thai)
})

test('at the door a time of another day has the day', () => {
  const [midnight, day] = [Date.parse('2026-11-20T17:00:00Z'), 24 * 3_600_000]
  const shown = [midnight - 1, midnight, midnight + day - 1, midnight + day].map((now) => doorMoment(evening, now))
  expect(shown).toEqual(['18:30 on Nov 21', '18:30', '18:30', '18:30 on Nov 21'])
  expect(doorMoment(evening, midnight + day, 'th')).toBe('21 พ.ย. เวลา 18.30 น.')
})

test('Thai hours have two digits, and the Thai year begins in January', () => {
  expect(fullDate('2026-11-21T02:00:00Z', 'th')).toBe('เสาร์ 21 พ.ย. 2569 เวลา 09.00 น.')
  expect(clockTime('2026-11-20T17:05:00Z', 'th')).toBe('00.05 น.')
  expect(localDate('2026-01-04T20:00:00Z', 'th')).toBe('5/1/2569')
  expect([shortDate('2026-12-31T16:59:59Z', 'th'), shortDate('2026-12-31T17:00:00Z', 'th')]).toEqual([
    '31 ธ.ค. 2569',
    '1 ม.ค. 2570',
  ])
  expect(longDate('soon', 'th')).toBe('ไม่มีข้อมูลวันที่')
  expect(weekday('', 'th')).toBe('')
})

test('a span names its day once if it begins and ends on it', () => {
  const [start, end] = ['2026-12-05T11:00:00Z', '2026-12-05T13:00:00Z']
  expect(fullSpan(start, end)).toBe('Saturday, December 5, 2026 at 6:00 PM to 8:00 PM')
  expect(fullSpan(start, end, 'th')).toBe('เสาร์ 5 ธ.ค. 2569 เวลา 18.00–20.00 น.')

  const next = '2026-12-05T18:00:00Z'
  expect(fullSpan(start, next)).toBe('Saturday, December 5, 2026 at 6:00 PM to Sunday, December 6, 2026 at 1:00 AM')
  expect(fullSpan(start, next, 'th')).toBe('เสาร์ 5 ธ.ค. 2569 เวลา 18.00 น. – อาทิตย์ 6 ธ.ค. 2569 เวลา 01.00 น.')
})

test('an input shows Bangkok time and converts back to the same instant', () => {
  expect(toInput(evening)).toBe('2026-11-21T18:30')
  expect(fromInput(toInput(evening))).toBe(evening)
  expect(toInput('')).toBe('')
  expect(fromInput('')).toBe('')
})

test('a half-typed year is read as a distant date', () => {
  expect(fromInput('0020-01-01T00:00')).toBe('0020-01-01T00:00:00.000Z')
})

test('midnight in an input is the start of the new day', () => {
  expect(toInput('2026-11-20T17:00:00Z')).toBe('2026-11-21T00:00')
})

test("the event's time zone is shown only to viewers whose clock differs", () => {
  expect(zoneNote('')).toBeNull()
  const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset')
  onTestFinished(() => offset.mockRestore())

  offset.mockReturnValue(-420)
  expect(zoneNote(evening)).toBeNull()
  offset.mockReturnValue(-60)
  expect(zoneNote(evening)).toBe('Bangkok time')
  expect(zoneNote(evening, 'th')).toBe('เวลาไทย')
})

test('search engines get Bangkok time with its offset, to the second', () => {
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
])('%s is accepted as a day: %s', (text, expected) => {
  expect(isGivenDay(text)).toBe(expected)
})

const inThai = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x0e50 + Number(digit)))

test('fifty days are understood in both eras and both kinds of digits, with and without a time', () => {
  const days = Array.from({ length: 50 }, (_, n) => new Date(Date.UTC(1930 + n * 3, n % 12, 1 + ((n * 7) % 31))))

  for (const date of [...days.slice(0, 49), new Date('2024-02-29T00:00Z')]) {
    const day = date.toISOString().slice(0, 10)
    const buddhist = `${date.getUTCFullYear() + 543}${day.slice(4)}`
    const written = [day, buddhist, inThai(day), inThai(buddhist)]
    expect(written.map(asGregorian)).toEqual(Array(4).fill(day))
    expect(written.map((one) => asGregorian(`${one}T18:30`))).toEqual(Array(4).fill(`${day}T18:30`))
    expect(written.map((one) => toInput(fromInput(`${one}T18:30`)))).toEqual(Array(4).fill(`${day}T18:30`))
    // What is shown can be read again.
    expect(asGregorian(asGregorian(buddhist))).toBe(day)
  }
})

test.each([
  '',
  '0020-01-01',
  '2200-12-31',
  '2399-01-01',
  '2999-01-01',
  '9999-12-31',
  '2568-02-29',
  '2569',
  '25690-01-01',
])('the date %j is of no other era', (written) => {
  expect(asGregorian(written)).toBe(written)
})
