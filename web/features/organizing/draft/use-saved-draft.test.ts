import { expect, test } from 'vitest'
import { afterSaving, savedText } from './use-saved-draft.ts'

const [one, two] = [new File(['1'], 'one.png'), new File(['2'], 'two.png')]

test('a saved file becomes the stored picture', () => {
  const sent = { stored: '', file: one }
  expect(afterSaving(sent, sent, '/pictures/a.webp')).toEqual({ stored: '/pictures/a.webp', file: null })
})

test('a copied picture becomes the draft’s own', () => {
  const sent = { stored: '/pictures/of-event.webp', file: null }
  expect(afterSaving(sent, sent, '/pictures/a.webp')).toEqual({ stored: '/pictures/a.webp', file: null })
})

test('a file chosen during a save stays chosen', () => {
  const chosen = afterSaving({ stored: '', file: one }, { stored: '', file: two }, '/pictures/a.webp')
  expect(chosen).toEqual({ stored: '/pictures/a.webp', file: two })
  expect(afterSaving({ stored: '', file: null }, { stored: '', file: two }, '')).toEqual({ stored: '', file: two })
})

test('a picture removed during a save stays removed', () => {
  const out = { stored: '', file: null }
  expect(afterSaving({ stored: '', file: one }, out, '/pictures/a.webp')).toEqual(out)
  expect(afterSaving({ stored: '/pictures/a.webp', file: null }, out, '/pictures/a.webp')).toEqual(out)
})

const now = Date.parse('2026-11-22T16:00:00Z')

test('a draft shows the time it was saved today, or the date before, in Bangkok time', () => {
  expect(savedText('2026-11-22T15:04:59Z', now)).toBe('Saved 22:04')
  expect(savedText('2026-11-21T17:30:00Z', now)).toBe('Saved 00:30')
  expect(savedText('2026-11-21T16:59:00Z', now)).toBe('Saved November 21, 2026 at 11:59 PM')
})
