import { expect, test } from 'vitest'
import { savedWords } from './saved-words.ts'

const now = Date.parse('2026-11-22T16:00:00Z')

test('a draft says at what time of today it was saved, by the clock of Bangkok, and on which day before', () => {
  expect(savedWords('2026-11-22T15:04:59Z', now)).toBe('Saved 22:04')
  expect(savedWords('2026-11-21T17:30:00Z', now)).toBe('Saved 00:30')
  expect(savedWords('2026-11-21T16:59:00Z', now)).toBe('Saved November 21, 2026 at 11:59 PM')
})
