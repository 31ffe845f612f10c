import { expect, test } from 'vitest'
import type { Comment } from '#contract/comments/comments.ts'
import { shareThreads, type Threads } from './shared-threads.ts'

const query = { limit: 20, replies: 5, cursor: undefined, link: undefined }

function start() {
  const share = shareThreads()
  let loads = 0
  const load = async (): Promise<Threads> => {
    loads += 1
    if (loads === 1) throw new Error('the database is away')
    return { comments: [], total: loads, next: null }
  }
  return { ask: (version: number, given: object = {}) => share(7, version, { ...query, ...given }, load), load }
}

test('identical requests share one read of the threads per version', async () => {
  const { ask } = start()
  await expect(ask(0)).rejects.toThrow()

  const [one, two] = await Promise.all([ask(1), ask(1)])

  expect(one).toBe(two)
  expect(await ask(1)).toBe(one)
  expect((await ask(2)).total).toBe(3)
  expect((await ask(2, { limit: 30 })).total).toBe(4)
})

test('a failure is not shared with later requests', async () => {
  const { ask } = start()
  const failed = ask(1)
  await expect(failed).rejects.toThrow('the database is away')

  expect((await ask(1)).total).toBe(2)
})

test('later pages and very long ones are not shared', async () => {
  const { ask } = start()
  await ask(1).catch(() => undefined)
  const cursor = { at: new Date(), id: 1 }

  expect([(await ask(1, { cursor })).total, (await ask(1, { cursor })).total]).toEqual([2, 3])
  expect([(await ask(1, { limit: 101 })).total, (await ask(1, { limit: 101 })).total]).toEqual([4, 5])
})

test('the number of shared characters is limited; the least recently used go first', async () => {
  const share = shareThreads()
  const comment = { content: 'x'.repeat(2_000), replies: [] } as unknown as Comment
  let loads = 0
  const ask = (eventId: number, length = 1_000) =>
    share(eventId, 1, query, async () => {
      loads += 1
      return { comments: Array.from({ length }, () => comment), total: length, next: null }
    })

  for (const eventId of [1, 2, 3, 4, 1]) await ask(eventId)
  expect(loads).toBe(5)
  await ask(4)
  expect(loads).toBe(5)
  await ask(5, 10_000)
  await ask(5, 10_000)
  expect(loads).toBe(7)
})
