import { expect, test } from 'vitest'
import { afterSaving } from './form-picture.ts'

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
