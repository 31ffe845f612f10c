import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createPage, sharePages } from './shared-pages.ts'

function counted(status = 200) {
  const clock = { now: 10_000 }
  const rendered: string[] = []
  const share = sharePages(
    async (url) => {
      rendered.push(url)
      return { page: createPage(status, {}, Buffer.from(url)), bytes: url.length }
    },
    () => clock.now,
  )
  return { clock, rendered, share }
}

test('a thousand visitors at once cost one rendering', async () => {
  const { rendered, share } = counted()

  await Promise.all(Array.from({ length: 1_000 }, () => share('/')))

  expect(rendered).toEqual(['/'])
})

test('after two seconds a page is rendered anew', async () => {
  const { clock, rendered, share } = counted()
  await share('/')
  clock.now += 1_999
  await share('/')
  clock.now += 2
  await share('/')

  expect(rendered).toHaveLength(2)
})

test('every address has a page of its own', async () => {
  const { rendered, share } = counted()
  await share('/events/1')
  await share('/events/2')

  expect(rendered).toEqual(['/events/1', '/events/2'])
})

test('a failure is not handed to whoever comes later', async () => {
  const { rendered, share } = counted(503)
  await share('/')
  await share('/')

  expect(rendered).toHaveLength(2)
})

test('a rendering that throws is tried again', async () => {
  let tries = 0
  const share = sharePages(async () => {
    tries += 1
    throw new Error('out of order')
  })

  await expect(share('/')).rejects.toThrow('out of order')
  await expect(share('/')).rejects.toThrow('out of order')
  expect(tries).toBe(2)
})

test('ten thousand addresses do not stay in memory', async () => {
  const { rendered, share } = counted()
  for (let n = 0; n < 10_000; n += 1) await share(`/?n=${n}`)
  await share('/?n=0')
  await share('/?n=9999')

  expect(rendered.filter((url) => url === '/?n=0')).toHaveLength(2)
  expect(rendered.filter((url) => url === '/?n=9999')).toHaveLength(1)
})

test('a page comes in the best encoding that the browser takes', async () => {
  const text = 'ruam '.repeat(1_000)
  const page = createPage(200, {}, Buffer.from(text))

  const brotli = await page.body('gzip, deflate, br')
  const gzip = await page.body('gzip;q=1, br;q=0')
  const plain = await page.body('')

  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(text)
  expect(gunzipSync(gzip.bytes).toString()).toBe(text)
  expect(plain).toMatchObject({ encoding: null, bytes: Buffer.from(text) })
})
