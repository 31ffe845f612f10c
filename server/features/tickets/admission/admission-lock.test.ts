import { expect, test } from 'vitest'
import type { Database } from '#server/lib/postgres/database.ts'
import { startApp } from '#server/testing/app.ts'
import { admit } from './admit.ts'

const rounds = 10
const seats = 5

/** `rounds` times forty people race for five seats, each in a transaction of their own. Says in how many of
 *  them somebody was not decided, because the database's own check had to stop an oversale. */
async function brokenRounds(prepare: (db: Database) => Database): Promise<number> {
  const { db, clock, addUser, addEvent, addOrganizer } = await startApp({ DATABASE_POOL: '40' })
  const owner = await addOrganizer()
  const people = await Promise.all(Array.from({ length: 40 }, () => addUser()))
  const prepared = prepare(db)
  let broken = 0
  for (let round = 0; round < rounds; round++) {
    const event = await addEvent({ max_attendee: seats }, owner)
    const decided = await Promise.allSettled(
      people.map(({ id }) => admit(prepared, event.id, [{ userId: id, wait: false }], clock.now)),
    )
    const tickets = decided.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    expect(tickets.filter((decision) => typeof decision !== 'string')).toHaveLength(seats)
    if (decided.some((one) => one.status === 'rejected')) broken += 1
  }
  return broken
}

/** The same database, with locking statements left out. */
function withoutLocks(db: Database): Database {
  return {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({ ...tx, run: (query) => (/FOR (NO KEY )?UPDATE/.test(query.text) ? Promise.resolve(1) : tx.run(query)) }),
      ),
  }
}

test('with the lock on the seats everybody in a race is decided', async () => {
  expect(await brokenRounds((db) => db)).toBe(0)
})

test('without the lock the same race is lost, and only the check of the table stops the oversale', async () => {
  expect(await brokenRounds(withoutLocks)).toBeGreaterThanOrEqual(8)
})
