import { expect, test } from 'vitest'
import { afterSaving, savedWords } from './use-saved-draft.ts'

const [one, two] = [new File(['1'], 'one.png'), new File(['2'], 'two.png')]

test('the file that is saved is the stored picture from then on', () => {
  const sent = { stored: '', file: one }
  expect(afterSaving(sent, sent, '/pictures/a.webp')).toEqual({ stored: '/pictures/a.webp', file: null })
})

test('a copied picture is the draft’s own from then on', () => {
  const sent = { stored: '/pictures/of-event.webp', file: null }
  expect(afterSaving(sent, sent, '/pictures/a.webp')).toEqual({ stored: '/pictures/a.webp', file: null })
})

test('a file that is chosen while the draft is being saved stays chosen', () => {
  const chosen = afterSaving({ stored: '', file: one }, { stored: '', file: two }, '/pictures/a.webp')
  expect(chosen).toEqual({ stored: '/pictures/a.webp', file: two })
  expect(afterSaving({ stored: '', file: null }, { stored: '', file: two }, '')).toEqual({ stored: '', file: two })
})

test('a picture that is taken out while it is being saved stays out', () => {
  const out = { stored: '', file: null }
  expect(afterSaving({ stored: '', file: one }, out, '/pictures/a.webp')).toEqual(out)
  expect(afterSaving({ stored: '/pictures/a.webp', file: null }, out, '/pictures/a.webp')).toEqual(out)
})

const now = Date.parse('2026-11-22T16:00:00Z')

test('a draft says at what time of today it was saved, by the clock of Bangkok, and on which day before', () => {
  expect(savedWords('2026-11-22T15:04:59Z', now)).toBe('Saved 22:04')
  expect(savedWords('2026-11-21T17:30:00Z', now)).toBe('Saved 00:30')
  expect(savedWords('2026-11-21T16:59:00Z', now)).toBe('Saved November 21, 2026 at 11:59 PM')
})
