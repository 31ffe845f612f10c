import { expect, test } from 'vitest'
import { Gate } from './gate.ts'
import { makeOnce } from './made-once.ts'

const options = (mostBytes = 100) => ({ gate: new Gate(1, 1, () => new Error('full')), mostBytes })

function counted() {
  const made: string[] = []
  const make = (name: string) => async () => {
    made.push(name)
    return Buffer.from(name)
  }
  return { made, make }
}

test('a value is made once for simultaneous and later requests', async () => {
  const { made, make } = counted()
  const once = makeOnce(options())

  const things = await Promise.all([once('a', make('a')), once('a', make('a')), once('b', make('b'))])
  await once('a', make('a'))

  expect(things.map(String)).toEqual(['a', 'a', 'b'])
  expect(made).toEqual(['a', 'b'])
})

test('a failure is retried, and a value too large to cache is made again', async () => {
  const { made, make } = counted()
  const once = makeOnce(options(10))
  const long = 'much more than ten bytes'

  await expect(once('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(String(await once('a', make('a')))).toBe('a')
  await once(long, make(long))
  await once(long, make(long))

  expect(made).toEqual(['a', long, long])
})

test('a full queue refuses new keys but not requests for a waiting one', async () => {
  const { make } = counted()
  const once = makeOnce(options())

  const asked = ['a', 'b', 'c', 'b'].map((name) => once(name, make(name)).then(String, ({ message }) => message))

  expect(await Promise.all(asked)).toEqual(['a', 'b', 'full', 'b'])
})
