import { expect, test } from 'vitest'
import type { Subscriber } from '#server/lib/live/announcer.ts'
import { createAnswer } from './answer.ts'
import { type Make, openSharedAnswers } from './shared-answers.ts'

/** Shared answers with a clock and announcements controlled by the test. */
function open() {
  const clock = { now: new Date('2026-11-22T03:00:00.000Z') }
  let subscriber: Subscriber | null = null
  const shared = openSharedAnswers({
    now: () => clock.now,
    announcer: {
      announce: () => undefined,
      flush: async () => undefined,
      subscribe(given) {
        subscriber = given
        return { close: async () => undefined }
      },
    },
  })
  const made: string[] = []
  const maker =
    (key: string, about: number | 'all' = 'all', status = 200, text = key): Make =>
    async (subjects) => {
      subjects.add(about)
      made.push(key)
      return createAnswer(status, {}, Buffer.from(text))
    }
  const ask = (key: string, ...rest: [about?: number | 'all', status?: number, text?: string]) =>
    shared.share(key, maker(key, ...rest))
  const change = (eventId: number) => subscriber?.onChange(eventId, 'announced')
  return { clock, shared, made, ask, change, beginListening: () => subscriber?.onListening() }
}

test('a thousand simultaneous visitors share one response', async () => {
  const { made, ask } = open()

  await Promise.all(Array.from({ length: 1_000 }, () => ask('/')))

  expect(made).toEqual(['/'])
})

test('a response is shared until the second in which it was made is over', async () => {
  const { clock, made, ask } = open()
  await ask('/')
  clock.now = new Date('2026-11-22T03:00:00.999Z')
  await ask('/')
  expect(made).toHaveLength(1)

  clock.now = new Date('2026-11-22T03:00:01.000Z')
  await ask('/')

  expect(made).toHaveLength(2)
})

test('each URL has its own response', async () => {
  const { made, ask } = open()
  await ask('/events/1')
  await ask('/events/2')

  expect(made).toEqual(['/events/1', '/events/2'])
})

test('a changed event drops only the responses that show it', async () => {
  const { made, ask, change } = open()
  const askAll = async () => {
    await ask('/events/1', 1)
    await ask('/events/2', 2)
    await ask('/', 'all')
  }
  await askAll()

  change(1)
  await askAll()

  expect(made).toEqual(['/events/1', '/events/2', '/', '/events/1', '/'])
})

test('after a change nobody gets data read before it', async () => {
  const { shared, change } = open()
  let [seats, makings] = [0, 0]
  const waiting: (() => void)[] = []
  const make: Make = async (subjects) => {
    subjects.add(1)
    makings += 1
    const read = seats
    await new Promise<void>((resolve) => waiting.push(resolve))
    return createAnswer(200, {}, Buffer.from(String(read)))
  }
  const textOf = async () => (await shared.share('/events/1', make)).bytes.toString()

  const before = textOf()
  seats = 1
  change(1)
  const after = [textOf(), textOf()]
  waiting.shift()?.()
  await before
  await expect.poll(() => waiting.length).toBe(1)
  waiting.shift()?.()

  expect(await Promise.all(after)).toEqual(['1', '1'])
  expect(makings).toBe(2)
  expect(await textOf()).toBe('1')
})

test('everything is read again after a change may have been missed', async () => {
  const { made, ask, beginListening } = open()
  await ask('/events/1', 1)
  beginListening()
  await ask('/events/1', 1)

  expect(made).toHaveLength(2)
})

test('a failure is not shared with later requests', async () => {
  const { made, ask } = open()
  await ask('/', 'all', 503)
  await ask('/', 'all', 503)

  expect(made).toHaveLength(2)
})

test('a `make` that throws is retried', async () => {
  const { shared } = open()
  let tries = 0
  const fail = async () => {
    tries += 1
    throw new Error('out of order')
  }

  await expect(shared.share('/', fail)).rejects.toThrow('out of order')
  await expect(shared.share('/', fail)).rejects.toThrow('out of order')
  expect(tries).toBe(2)
})

test('an unchanged response keeps its compressed forms', async () => {
  const { clock, ask } = open()
  const before = await ask('/', 'all', 200, 'ruam')
  clock.now = new Date('2026-11-22T03:00:01Z')
  expect(await ask('/', 'all', 200, 'ruam')).toBe(before)
  clock.now = new Date('2026-11-22T03:00:02Z')
  expect(await ask('/', 'all', 200, 'others')).not.toBe(before)
})

test('neither many URLs nor long responses fill the memory', async () => {
  const { made, ask } = open()
  for (let n = 0; n < 10_000; n += 1) await ask(`/?n=${n}`)
  await ask('/?n=9999')
  expect(made).toHaveLength(10_000)
  await ask('/?n=0')
  expect(made).toHaveLength(10_001)

  const long = 'x'.repeat(8_000_000)
  for (let n = 0; n < 5; n += 1) await ask(`/long/${n}`, 'all', 200, long)
  await ask('/long/4', 'all', 200, long)
  expect(made).toHaveLength(10_006)
  await ask('/long/0', 'all', 200, long)
  expect(made).toHaveLength(10_007)
})
