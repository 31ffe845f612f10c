import { expect, test } from 'vitest'
import { humanize, truncate, unbroken } from './text.ts'

test('a text that fits stays as it is', () => {
  expect(truncate('Siam Square', 11)).toBe('Siam Square')
})

test('a long text is cut and says so', () => {
  expect(truncate('Queen Sirikit National Convention Center', 30)).toBe('Queen Sirikit National Convent...')
})

test('a Thai letter keeps its vowel and tone mark', () => {
  expect(truncate('ที่นี่ที่นั่น', 2)).toBe('ที่นี่...')
  expect(truncate('น้ำใส', 2)).toMatch(/^น้ำ/)
})

test('no vowel waits for the letter that was cut off, and no letter for its word', () => {
  expect(truncate('ถนนเจริญกรุง', 4)).toBe('ถนน...')
  expect(truncate('สวน เบญจกิติ', 5)).toBe('สวน...')
  expect(truncate('Hall of Fame', 6)).toBe('Hall...')
  expect(truncate('Gate 7 North', 6)).toBe('Gate 7...')
})

test('an emoji of several code points counts as one letter', () => {
  expect(truncate('👩‍👩‍👧‍👦 family day', 1)).toBe('👩‍👩‍👧‍👦...')
})

test('a constant reads as words', () => {
  expect(humanize('SMART_CASUAL')).toBe('Smart casual')
})

test('a time stays in one line with its AM or PM', () => {
  expect(unbroken('Saturday, November 21, 2026 at 6:30 PM')).toBe('Saturday, November 21, 2026 at 6:30\u00a0PM')
})
