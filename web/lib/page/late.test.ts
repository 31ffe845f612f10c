import { expect, test } from 'vitest'
import { soon, soonLoaded } from './late.tsx'

test('caching a page waits for pending code, whether it loads or fails', async () => {
  const happened: string[] = []
  let finish = () => {}
  let fail = (_: Error) => {}
  soon(new Promise<void>((resolve) => (finish = resolve))).then(() => happened.push('loaded'))
  soon(new Promise<void>((_, reject) => (fail = reject))).catch(() => happened.push('failed'))

  const cached = soonLoaded().then(() => happened.push('cached'))
  finish()
  await Promise.resolve()
  fail(new TypeError('Failed to fetch'))
  await cached

  expect(happened).toEqual(['loaded', 'failed', 'cached'])
})
