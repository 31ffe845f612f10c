import { expect, test } from 'vitest'
import { type Db, type Statement, sql } from '#server/lib/postgres/database.ts'
import { startLine, wait } from '#server/testing/applications/line.ts'
import { selectEventsToClose } from './line.repository.ts'
import { promote } from './promote.ts'

/** Has `count` more people apply, in this state, who have given no birth date. */
async function addApplications(db: Db, eventId: number, count: number, state: 'WAITING' | 'PENDING') {
  await db.run(sql`
    WITH people AS (
      INSERT INTO users (username, email)
      SELECT 'many' || n, 'many' || n || '@example.com' FROM generate_series(1, ${count}) n RETURNING id
    ), applied AS (
      INSERT INTO tickets (ticket_number, event_id, user_id, fullname, register_date, status, issued_at)
      SELECT 'N-' || id, ${eventId}, id, 'Somebody', now(), ${state}, NULL FROM people
    )
    UPDATE event_seats SET waiting = waiting + ${state === 'WAITING' ? count : 0} WHERE event_id = ${eventId}`)
}

/** The same connection, which writes down what is read. */
function overheard(db: Db): { db: Db; read: Statement[] } {
  const read: Statement[] = []
  return {
    read,
    db: {
      ...db,
      many: (statement) => {
        read.push(statement)
        return db.many(statement)
      },
    },
  }
}

test('a seat for which hundreds in line are not fit any more is found by a few looks', async () => {
  const { as, addUser, db, clock, url, event, edit, states, seen } = await startLine({ waiting: 0 })
  await addApplications(db, event.id, 700, 'WAITING')
  const later = [await addUser(), await addUser()]
  for (const person of later) await as(person).post(url, wait)
  await edit({ min_age_requirement: 18 })
  await db.pool.query(`UPDATE event_seats SET capacity = 2 WHERE event_id = ${event.id}`)

  const looks = await db.transaction(async (tx) => {
    const { db: listening, read } = overheard(tx)
    await promote(listening, event.id, clock.now, 'verified')
    return read.length
  })

  // Two looks into the line, and one for the seat that is given.
  expect(looks).toBe(3)
  expect(await states(later)).toEqual(['ACTIVE', 'WAITING 1'])
  expect(await seen()).toMatchObject({ current_attendees: 2, waiting: 1 })
})

test('however many wait for approval, whoever looks for events that are over reads one row of each', async () => {
  const { db, event, clock } = await startLine({ seats: null, waiting: 0, event: { needs_approval: true } })
  await addApplications(db, event.id, 2_000, 'PENDING')
  // What other tests have left in this database would be counted, too.
  await db.pool.query('VACUUM ANALYZE tickets, events, event_seats')
  const { db: listening, read } = overheard(db)
  await selectEventsToClose(listening, clock.now, clock.now)

  const [statement] = read
  if (statement === undefined) throw new Error('nothing was read')
  const [{ 'QUERY PLAN': plan } = { 'QUERY PLAN': '' }] = await db.many<{ 'QUERY PLAN': unknown }>(
    sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
  )

  const rows = [...JSON.stringify(plan).matchAll(/"Actual Rows":(\d+)/g)].map(([, count]) => Number(count))
  expect(rows.length).toBeGreaterThan(5)
  expect(Math.max(...rows)).toBeLessThan(10)
})
