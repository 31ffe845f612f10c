import { expect, test } from 'vitest'
import { type LoopTimes, openSpareTime } from './spare-time.ts'

/** How long each piece waits if the loop was busy and idle as given since the last one. */
async function pausesAfter(times: ReturnType<LoopTimes>[]): Promise<number[]> {
  const pauses: number[] = []
  // Each piece reads the times twice: before it waits, and when it starts.
  const asked = times.flatMap((one) => [one, { active: 0, idle: 0 }])
  const spareTime = openSpareTime(
    () => asked.shift() ?? { active: 0, idle: 0 },
    async (ms) => pauses.push(Math.round(ms)),
  )
  await Promise.all(times.map(() => spareTime()))
  return pauses
}

test('low-priority work waits until the loop has been idle 30% of the time', async () => {
  const pauses = await pausesAfter([
    { active: 14, idle: 0 },
    { active: 14, idle: 4 },
    { active: 14, idle: 6 },
    { active: 2, idle: 1_000 },
  ])

  expect(pauses).toEqual([6, 2, 0, 0])
})

test('low-priority work continues slowly on a loop that is always busy', async () => {
  expect(await pausesAfter([{ active: 10_000, idle: 0 }])).toEqual([50])
})

test('pieces of work start one after another', async () => {
  const begun: (() => void)[] = []
  const spareTime = openSpareTime(
    () => ({ active: 1, idle: 0 }),
    () => new Promise<void>((resolve) => begun.push(resolve)),
  )
  const order: number[] = []
  const done = [1, 2].map((piece) => spareTime().then(() => order.push(piece)))
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toHaveLength(1)

  begun[0]?.()
  await done[0]
  await new Promise((resolve) => setImmediate(resolve))
  expect(order).toEqual([1])
  begun[1]?.()
  await done[1]

  expect(order).toEqual([1, 2])
})
