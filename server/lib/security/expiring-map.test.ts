import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ExpiringMap } from './expiring-map.ts'

test('where a map is full, what was put in first makes place', () => {
  const map = new ExpiringMap<number>(3)

  for (const key of ['a', 'b', 'c']) map.set(key, 1, 60_000)
  map.set('a', 2, 60_000)
  map.set('d', 1, 60_000)

  expect(map.get('b')).toBeNull()
  expect(['a', 'c', 'd'].map((key) => map.get(key)?.value)).toEqual([2, 1, 1])
})

test('a value is forgotten when its time is over', async () => {
  const map = new ExpiringMap<number>(3)

  map.set('short', 1, 20)
  map.set('long', 1, 60_000)
  expect(map.get('short')?.msLeft).toBeLessThanOrEqual(20)
  await sleep(30)

  expect(map.get('short')).toBeNull()
  expect(map.get('long')?.msLeft).toBeGreaterThan(50_000)
})
