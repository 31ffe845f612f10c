import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { secretIn } from './open-door.ts'

test("a door link's secret is read from the address", () => {
  const secret = randomBytes(32).toString('base64url')

  expect(secretIn(`#${secret}`)).toBe(secret)
})

test('a place within the page, and whatever else stands behind the #, is no secret', () => {
  const secret = 'a'.repeat(43)
  for (const hash of ['', '#', '#content', '#%', `#${secret}a`, `#${secret.slice(1)}`, `#${secret.slice(1)}%`]) {
    expect(secretIn(hash)).toBeNull()
  }
})
