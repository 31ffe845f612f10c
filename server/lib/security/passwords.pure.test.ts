import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

test('a password is stored as an argon2id hash that only it matches', async () => {
  const hash = await hashPassword('correct horse battery')

  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword('correct horse battery', hash)).toBe(true)
  expect(await isPassword('correct horse', hash)).toBe(false)
})

test('more than a hundred waiting passwords are refused', async () => {
  const hashes = await Promise.allSettled(Array.from({ length: 110 }, () => hashPassword('correct horse battery')))

  const refused = hashes.flatMap((hash) => (hash.status === 'rejected' ? [hash.reason.code] : []))
  expect(refused.length).toBeGreaterThan(0)
  expect(new Set(refused)).toEqual(new Set(['sign_in_busy']))
})
