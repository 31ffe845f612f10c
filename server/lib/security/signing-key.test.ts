import { verifyAsync } from '@noble/ed25519'
import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { openSigningKey } from './signing-key.ts'

const text = 'ruam ticket 1\n7e4f2a35-0d0b-4d8e-9a35-3f8c3c1f0a11\n7\nK7PM-3QXA'

test('all processes and restarts sign with the same key', async () => {
  const { db } = await startApp()
  await db.pool.query('DELETE FROM signing_key')

  const [first, second] = await Promise.all([openSigningKey(db), openSigningKey(db)])
  const later = await openSigningKey(db)

  expect(second.publicKey).toBe(first.publicKey)
  expect(later.publicKey).toBe(first.publicKey)
  expect(later.sign(text)).toBe(first.sign(text))
  expect(second.verify(text, first.sign(text))).toBe(true)
})

test('each installation has its own key', async () => {
  const [one, other] = await Promise.all([startApp(), startApp()])

  expect(one.ctx.signingKey.publicKey).not.toBe(other.ctx.signingKey.publicKey)
  expect(other.ctx.signingKey.verify(text, one.ctx.signingKey.sign(text))).toBe(false)
})

test('a signature is valid for its own text only', async () => {
  const { signingKey } = (await startApp()).ctx
  const signature = signingKey.sign(text)

  expect(signingKey.verify(text, signature)).toBe(true)
  expect(signingKey.verify(text.replace('\n7\n', '\n8\n'), signature)).toBe(false)
  for (const garbage of ['', 'garbage', 'ลายเซ็น', signature.slice(0, -2), `${signature}AA`, 'A'.repeat(86)]) {
    expect(signingKey.verify(text, garbage)).toBe(false)
  }
})

test('anyone with the public key can check a signature with another program', async () => {
  const { signingKey } = (await startApp()).ctx
  const [signature, key] = [signingKey.sign(text), signingKey.publicKey].map((part) => Buffer.from(part, 'base64url'))

  expect(signature).toHaveLength(64)
  expect(key).toHaveLength(32)
  expect(await verifyAsync(signature as Buffer, Buffer.from(text), key as Buffer)).toBe(true)
  expect(await verifyAsync(signature as Buffer, Buffer.from(`${text}.`), key as Buffer)).toBe(false)
})
