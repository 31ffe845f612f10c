import { expect, test } from 'vitest'
import { Gate } from './gate.ts'

test('a gate admits two at a time, in order, and refuses others when its queue is full', async () => {
  const gate = new Gate(2, 3, () => new Error('full'))
  const log: string[] = []
  const finish: (() => void)[] = []
  const work = (name: string) =>
    gate.run(async () => {
      log.push(name)
      await new Promise<void>((resolve) => finish.push(resolve))
    })

  const inside = ['a', 'b', 'c', 'd', 'e'].map(work)
  await expect(work('f')).rejects.toThrow('full')
  expect(log).toEqual(['a', 'b'])
  while (finish.length > 0) {
    finish.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(inside)

  expect(log).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('failed work frees its place', async () => {
  const gate = new Gate(1, 1, () => new Error('full'))

  await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

  expect(await gate.run(async () => 'done')).toBe('done')
})

test("a person's second task waits behind everybody's first", async () => {
  const gate = new Gate(1, 10, () => new Error('full'))
  const log: string[] = []
  const work = (name: string, person: number) => gate.run(async () => void log.push(name), person)

  await Promise.all([work('a1', 1), work('a2', 1), work('a3', 1), work('b1', 2), work('b2', 2), work('c1', 3)])

  expect(log).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('one person can take only some of the queue', async () => {
  const gate = new Gate(1, 10, () => new Error('full'), 2)
  const work = (person: number) => gate.run(async () => 'done', person)

  const asked = await Promise.allSettled([work(1), work(1), work(1), work(2)])

  expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await work(1)).toBe('done')
})
