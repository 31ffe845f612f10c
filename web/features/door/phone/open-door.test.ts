import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { exitPath, secretIn } from './open-door.ts'

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

test('the team returns to its event, and helpers and phones without a network to the home page', () => {
  expect(exitPath('owner', 7, true)).toBe('/events/7/manage')
  expect(exitPath('owner', 7, false)).toBe('/')
  expect(exitPath(null, 7, true)).toBe('/')
})
