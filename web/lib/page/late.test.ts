import { expect, test } from 'vitest'
import { soon, soonLoaded } from './late.tsx'

test('caching a page waits for code that is still loading, whether it loads or fails', async () => {
  const happened: string[] = []
  let come = () => {}
  let fail = (_: Error) => {}
  soon(new Promise<void>((resolve) => (come = resolve))).then(() => happened.push('came'))
  soon(new Promise<void>((_, reject) => (fail = reject))).catch(() => happened.push('failed'))

  const cached = soonLoaded().then(() => happened.push('cached'))
  come()
  await Promise.resolve()
  fail(new TypeError('Failed to fetch'))
  await cached

  expect(happened).toEqual(['came', 'failed', 'cached'])
})
