import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createAnswer } from './answer.ts'

const text = 'ruam '.repeat(1_000)

test('a response uses the best encoding that the caller accepts', async () => {
  const answer = createAnswer(200, {}, Buffer.from(text))

  const brotli = await answer.body('gzip, deflate, br')
  const gzip = await answer.body('gzip;q=1, br;q=0')
  const any = await answer.body('*')
  const plain = await answer.body('')

  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(text)
  expect(gunzipSync(gzip.bytes).toString()).toBe(text)
  expect([any.encoding, (await answer.body('br;q=0, *')).encoding]).toEqual(['br', 'gzip'])
  expect(plain).toEqual({ encoding: null, bytes: Buffer.from(text) })
})

test.each([1, 100])('each encoding of a response of %s pages is made once', async (pages) => {
  const answer = createAnswer(200, {}, Buffer.from(text.repeat(pages)))

  const [one, other] = await Promise.all([answer.body('br'), answer.body('br')])

  expect(other).toBe(one)
  expect(answer.body('br')).toBe(one)
})

test('a short response is never compressed', () => {
  const short = createAnswer(200, { 'content-type': 'text/plain' }, Buffer.from('ruam'))

  expect(short.body('br')).toEqual({ encoding: null, bytes: Buffer.from('ruam') })
  expect(short.headers).toEqual({ 'content-type': 'text/plain' })
  expect(createAnswer(200, {}, Buffer.from(text)).headers).toEqual({ vary: 'accept-encoding' })
})
