import { expect, test } from 'vitest'
import { otherDates, truncate, unbroken } from './text.ts'

test('a text that fits is not changed', () => {
  expect(truncate('Siam Square', 11)).toBe('Siam Square')
})

test('a long text is cut and ends with dots', () => {
  expect(truncate('Queen Sirikit National Convention Center', 30)).toBe('Queen Sirikit National Convent...')
})

test('a Thai letter keeps its vowel and tone mark', () => {
  expect(truncate('ที่นี่ที่นั่น', 2)).toBe('ที่นี่...')
  expect(truncate('น้ำใส', 2)).toMatch(/^น้ำ/)
})

test('a cut text ends with neither a leading vowel nor a single letter of a word', () => {
  expect(truncate('ถนนเจริญกรุง', 4)).toBe('ถนน...')
  expect(truncate('สวน เบญจกิติ', 5)).toBe('สวน...')
  expect(truncate('Hall of Fame', 6)).toBe('Hall...')
  expect(truncate('Gate 7 North', 6)).toBe('Gate 7...')
})

test('a Thai text is cut between its parts, unless little would be left', () => {
  const address = 'ศูนย์การประชุมแห่งชาติสิริกิติ์ คลองเตย กรุงเทพมหานคร'

  expect(truncate(address, 30)).toBe('ศูนย์การประชุมแห่งชาติสิริกิติ์ คลองเตย...')
  expect(truncate(address, 36)).toBe('ศูนย์การประชุมแห่งชาติสิริกิติ์ คลองเตย...')
  expect(truncate('วัด พระศรีรัตนศาสดาราม', 12)).toBe('วัด พระศรีรัตนศ...')
})

test('an emoji of several code points counts as one letter', () => {
  expect(truncate('👩‍👩‍👧‍👦 family day', 1)).toBe('👩‍👩‍👧‍👦...')
})

test('no line breaks between a time and its AM, PM or น.', () => {
  expect(unbroken('Saturday, November 21, 2026 at 6:30 PM')).toBe('Saturday, November 21, 2026 at 6:30\u00a0PM')
  expect(unbroken('เสาร์ 21 พ.ย. 2569 เวลา 18.30 น.')).toBe('เสาร์ 21 พ.ย. 2569 เวลา 18.30\u00a0น.')
})

test('the other dates of a series are named, and the rest counted', () => {
  const next = ['2026-12-08T12:00:00.000Z', '2026-12-15T12:00:00.000Z', '2026-12-15T14:00:00.000Z']
  expect(otherDates(next, 12)).toBe('Also Dec\u00a08, Dec\u00a015 and 9 more')
  expect(otherDates(next.slice(0, 1), 1)).toBe('Also Dec\u00a08')
  expect(otherDates(next, 12, 'th')).toBe('รอบอื่น 8\u00a0ธ.ค., 15\u00a0ธ.ค. และอีก 9 รอบ')
  expect(otherDates(next.slice(0, 1), 1, 'th')).toBe('รอบอื่น 8\u00a0ธ.ค.')
})
