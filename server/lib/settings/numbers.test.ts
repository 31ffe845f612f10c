import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test.each(['0x10', '1e3', '+80', '8_000', ' ', 'Infinity', '80.5', '-1'])('PORT="%s" is refused', (PORT) => {
  expect(() => readSettings({ PORT })).toThrow(/PORT must be a whole number/)
})

test('numbers may have Thai digits and spaces', () => {
  expect(readSettings({ PORT: ' 8080 ', DATABASE_POOL: '๒๐', RATE_LIMIT_SCALE: '0.5' })).toMatchObject({
    PORT: 8080,
    DATABASE_POOL: 20,
    RATE_LIMIT_SCALE: 0.5,
  })
  expect(() => readSettings({ RATE_LIMIT_SCALE: '0x2' })).toThrow(
    'RATE_LIMIT_SCALE must be a number that is not below 0.',
  )
})
