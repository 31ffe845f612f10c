import { expect, test } from 'vitest'
import type { Person } from '#server/testing/app.ts'
import { soon } from '#server/testing/applications/line.ts'
import { startPaying } from '#server/testing/applications/paying.ts'
import { slipPicture, slipText } from '#server/testing/applications/slips.ts'

const minute = 60_000
const reference = '015012150214BPP01234'

test('a decision is about the slip that the owner has seen, and not about another one that came meanwhile', async () => {
  const { send, decide, pass, ticketOf, payer } = await startPaying()
  const { sent_at } = (await send(await slipPicture(slipText(reference)))).json().slip
  pass(1)
  const newer = (await send(await slipPicture(slipText('202611210002XYZ')))).json().slip

  for (const deed of ['confirm', 'refuse'] as const) {
    expect((await decide(deed, { sent_at })).json().code).toBe('slip_decided')
  }

  expect(await ticketOf(payer)).toMatchObject({ status: 'UNPAID', slip: { state: 'in_review' } })
  expect((await decide('confirm', { sent_at: 'now' })).json().code).toBe('invalid_fields')
  expect((await decide('confirm', { sent_at: newer.sent_at })).json().status).toBe('ACTIVE')
})

test('after the event a slip is still decided, until the time for that is over', async () => {
  const { send, decide, pass, ids, holders, as, ticketOf, db } = await startPaying(3, soon)
  const people = holders as [Person, Person, Person]
  for (const [place, person] of people.entries()) await send(await slipPicture(null), person, ids[place])
  pass(14 * minute)

  expect((await decide('confirm', {}, ids[0])).statusCode).toBe(200)
  expect((await decide('refuse', {}, ids[1])).statusCode).toBe(200)

  expect((await as(people[0]).get(`/api/tickets/${ids[0]}/receipt`)).statusCode).toBe(200)
  expect(await ticketOf(people[1])).toMatchObject({ slip: { state: 'refused' } })
  const month = "- interval '30 days'"
  await db.pool.query(
    `UPDATE events SET start_date_register = start_date_register ${month}, end_date_register = end_date_register ${month},
                       start_date_event = start_date_event ${month}, end_date_event = end_date_event ${month}`,
  )
  expect((await decide('confirm', {}, ids[2])).json().code).toBe('event_over')
})

test('what is paid back is not refused at the same moment', async () => {
  const { send, leave, payer, id, owner, event, db } = await startPaying()
  await send(await slipPicture(slipText(reference)))
  await leave(payer)
  const gate = await db.pool.connect()
  await gate.query('BEGIN; SELECT FROM event_seats FOR UPDATE')
  const waiting = 'SELECT FROM pg_locks WHERE NOT granted'

  const marking = owner.post(`/api/events/${event.id}/refunds/done`, { applications: [id] })
  await expect.poll(async () => (await db.pool.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1)
  await gate.query("UPDATE payments SET slip_state = 'refused'; COMMIT")
  gate.release()

  expect((await marking).json().code).toBe('refund_not_found')
})
