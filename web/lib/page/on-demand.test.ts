import { expect, test } from 'vitest'
import { pendingCodeLoaded, trackLoading } from './on-demand.tsx'

test('caching a page waits for pending code, whether it loads or fails', async () => {
  const happened: string[] = []
  let finish = () => {}
  let fail = (_: Error) => {}
  trackLoading(new Promise<void>((resolve) => (finish = resolve))).then(() => happened.push('loaded'))
  trackLoading(new Promise<void>((_, reject) => (fail = reject))).catch(() => happened.push('failed'))

  const cached = pendingCodeLoaded().then(() => happened.push('cached'))
  finish()
  await Promise.resolve()
  fail(new TypeError('Failed to fetch'))
  await cached

  expect(happened).toEqual(['loaded', 'failed', 'cached'])
})
