import { expect, test } from 'vitest'
import { type Sql, sql } from '#server/lib/postgres/database.ts'
import { startWaitingList } from '#server/testing/applications/waiting-list.ts'
import { type Change, faultsIn, watchApplications } from '#server/testing/applications/watch.ts'

const ended = sql`status = 'CANCELLED', cancel_reason = 'by_holder', cancelled_at = now()`

test.each<[string, Sql[], RegExp]>([
  [
    'ends a ticket and does not count its seat',
    [sql`UPDATE tickets SET ${ended} WHERE status = 'ACTIVE'`],
    /counts 1 taken and 2 waiting, and its rows are 0 and 2/,
  ],
  ['counts a seat that nobody holds', [sql`UPDATE event_seats SET taken = 0`], /counts 0 taken/],
  [
    'frees a seat and promotes nobody',
    [sql`UPDATE tickets SET ${ended} WHERE status = 'ACTIVE'`, sql`UPDATE event_seats SET taken = 0`],
    /has a free seat while 2 wait/,
  ],
])('the watch refuses a transaction that %s', async (_, statements, fault) => {
  const { db } = await startWaitingList()
  await watchApplications(db)

  const broken = db.transaction(async (tx) => {
    for (const statement of statements) await tx.run(statement)
  })

  await expect(broken).rejects.toThrow(fault)
})

test.each<[string, Sql[], RegExp]>([
  [
    'gives a seat that is reserved for a party to somebody behind it',
    [
      sql`UPDATE tickets SET status = 'ACTIVE', issued_at = now()
          WHERE id = (SELECT max(id) FROM tickets WHERE status = 'WAITING' AND party_of IS NULL)`,
      sql`UPDATE event_seats SET taken = taken + 1, waiting = waiting - 1, reserved = 0`,
    ],
    /somebody got a seat before others in line/,
  ],
  [
    'lets one of a party in before the others',
    [
      sql`UPDATE tickets SET status = 'ACTIVE', issued_at = now() WHERE party_of IS NOT NULL`,
      sql`UPDATE event_seats SET taken = taken + 1`,
    ],
    /has a party that is not in one state/,
  ],
  ['keeps no seat for a party', [sql`UPDATE event_seats SET reserved = 0`], /keeps 0 seats for its line/],
])('the watch refuses a transaction that %s', async (_, statements, fault) => {
  const { db, as, addUser, url } = await startWaitingList({ seats: 2, waiting: 0, event: { max_party: 2 } })
  await as(await addUser()).post(url, { wait: true, guests: [{ name: 'Mali' }] })
  await as(await addUser()).post(url, { wait: true })
  await db.run(sql`UPDATE tickets SET ${ended} WHERE id = (SELECT max(id) FROM tickets WHERE status = 'ACTIVE')`)
  await db.run(sql`UPDATE event_seats SET taken = 1, reserved = 1`)
  await watchApplications(db)

  const broken = db.transaction(async (tx) => {
    for (const statement of statements) await tx.run(statement)
  })

  await expect(broken).rejects.toThrow(fault)
})

test('the database refuses an end without a reason, and a time of issue without a ticket', async () => {
  const { db } = await startWaitingList()

  await expect(db.run(sql`UPDATE tickets SET status = 'CANCELLED'`)).rejects.toThrow('tickets_ended_check')
  await expect(db.run(sql`UPDATE tickets SET cancel_reason = 'refused'`)).rejects.toThrow('tickets_ended_check')
  const waiting = sql`WHERE status = 'WAITING'`
  await expect(db.run(sql`UPDATE tickets SET issued_at = now() ${waiting}`)).rejects.toThrow('tickets_not_issued_check')
})

const change = (id: number, was: Change['was'], is: Change['is'], given: Partial<Change> = {}): Change => {
  return { transaction: '1', id, user_id: id, ticket_type_id: null, party_of: null, was, is, reason: null, ...given }
}
const applied = [change(1, null, 'WAITING'), change(2, null, 'WAITING', { transaction: '2' })]
const later = { transaction: '3' }

test.each<[string, Change[], string[]]>([
  ['an end without a reason', [change(1, 'WAITING', 'CANCELLED', later)], ['WAITING became CANCELLED (null)']],
  [
    'an end for a reason of another state',
    [change(1, 'WAITING', 'CANCELLED', { ...later, reason: 'unpaid' })],
    ['WAITING became CANCELLED (unpaid)'],
  ],
  ['a change that there is not', [change(1, 'WAITING', 'USED', later)], ['WAITING became USED (null)']],
  ['a change from another state', [change(1, 'PENDING', 'ACTIVE', later)], ['1 was not PENDING']],
  ['a line that is not served in its order', [change(2, 'WAITING', 'ACTIVE', later)], ['2 was promoted before 1']],
  ['a second application', [change(3, null, 'WAITING', { ...later, user_id: 1 })], ['somebody has two applications']],
  ['nothing in a line that is served', [change(1, 'WAITING', 'ACTIVE', later)], []],
])('the watch finds %s', (_, changes, faults) => {
  expect(faultsIn([...applied, ...changes])).toEqual(faults)
})
