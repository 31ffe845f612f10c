import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { secretIn } from './open-door.ts'

test('the secret of a door link is read from the address', () => {
  const secret = randomBytes(32).toString('base64url')

  expect(secretIn(`#${secret}`)).toBe(secret)
})

test('an anchor or any other text after the # is not treated as a secret', () => {
  const secret = 'a'.repeat(43)
  for (const hash of ['', '#', '#content', '#%', `#${secret}a`, `#${secret.slice(1)}`, `#${secret.slice(1)}%`]) {
    expect(secretIn(hash)).toBeNull()
  }
})
