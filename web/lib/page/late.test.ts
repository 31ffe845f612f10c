import { expect, test } from 'vitest'
import { soon, soonLoaded } from './soon.ts'

test('a page that is kept waits for the code that is under way, whether it comes or not', async () => {
  const happened: string[] = []
  let come = () => {}
  let fail = (_: Error) => {}
  soon(new Promise<void>((resolve) => (come = resolve))).then(() => happened.push('came'))
  soon(new Promise<void>((_, reject) => (fail = reject))).catch(() => happened.push('failed'))

  const kept = soonLoaded().then(() => happened.push('kept'))
  come()
  await Promise.resolve()
  fail(new TypeError('Failed to fetch'))
  await kept

  expect(happened).toEqual(['came', 'failed', 'kept'])
})
