import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openWaitingListPlaces } from './live.service.ts'

/** A waiting list that the test changes, and the number of reads. */
function startLines(ttl: number) {
  const database = { waiting: [11, 12, 15], reads: 0, isAway: false }
  const lines = openWaitingListPlaces(async () => {
    database.reads += 1
    if (database.isAway) throw new Error('the database is away')
    return database.waiting
  }, ttl)
  return { database, placeOf: (id: number) => lines.placeOf(7, id) }
}

test('requests for places within a moment share one query of the waiting list', async () => {
  const { database, placeOf } = startLines(60_000)

  expect(await Promise.all([15, 11, 12, 15].map(placeOf))).toEqual([3, 1, 2, 3])

  expect(database.reads).toBe(1)
})

test('a new applicant causes a new query, and one who left has no place', async () => {
  const { database, placeOf } = startLines(60_000)
  await placeOf(11)
  database.waiting = [12, 15, 16]

  expect(await placeOf(16)).toBe(3)
  expect(await placeOf(11)).toBe(null)
})

test('after that moment places are current again', async () => {
  const { database, placeOf } = startLines(1)
  await placeOf(15)
  database.waiting = [15]
  await sleep(20)

  expect(await placeOf(15)).toBe(1)
})

test('a failed query is repeated', async () => {
  const { database, placeOf } = startLines(60_000)
  database.isAway = true
  await expect(placeOf(15)).rejects.toThrow('the database is away')
  database.isAway = false

  expect(await placeOf(15)).toBe(3)
})
