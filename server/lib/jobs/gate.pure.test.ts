import { expect, test } from 'vitest'
import { Gate } from './gate.ts'

test('a gate lets two in at a time, in the order they came, and turns away whom the line has no place for', async () => {
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

test('work that fails gives its place back', async () => {
  const gate = new Gate(1, 1, () => new Error('full'))

  await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

  expect(await gate.run(async () => 'done')).toBe('done')
})
