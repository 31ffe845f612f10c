import { expect, test } from 'vitest'
import { password } from '#server/testing/app.ts'
import { soon, startLine } from '#server/testing/applications/line.ts'
import { closeLines, collectUnpaid } from './deadlines.service.ts'

const minute = 60_000
const day = 24 * 60 * minute
const priced = { is_free: false, ticket_price: 250, promptpay_id: '0812345678', payment_minutes: 10 }

/** An event that has a seat whose deadline stands still, as while a proof of payment is before the organizer. */
async function startStanding() {
  const stage = await startLine({ waiting: 0, event: { ...priced, ...soon } })
  await stage.db.pool.query("UPDATE tickets SET pay_by = NULL WHERE status = 'UNPAID'")
  return {
    ...stage,
    ended: async () => (await stage.db.pool.query('SELECT status, cancel_reason FROM tickets')).rows,
    taken: async () => (await stage.db.pool.query('SELECT taken FROM event_seats')).rows[0].taken,
  }
}

test('one event that fails keeps no other from being collected, and is reported', async () => {
  const broken = await startLine({ event: priced })
  const whole = await startLine({ event: priced }, broken)
  await broken.db.pool.query(`UPDATE event_seats SET taken = 0 WHERE event_id = ${broken.event.id}`)
  broken.pass(10 * minute)

  await expect(collectUnpaid(broken.ctx)).rejects.toThrow(`event ${broken.event.id}`)

  expect(await whole.states(whole.line)).toEqual(['UNPAID', 'WAITING 1'])
  expect(await broken.states(broken.holders)).toEqual(['UNPAID'])
})

test('about a seat whose money may have come the organizer decides after the event too', async () => {
  const { ctx, pass, decide, holders, states } = await startStanding()
  pass(14 * minute)
  await closeLines(ctx)
  expect(await states(holders)).toEqual(['UNPAID'])

  expect((await decide('approve', holders)).json()).toMatchObject({ code: 'event_over' })
  expect((await decide('paid', holders)).statusCode).toBe(200)

  expect(await states(holders)).toEqual(['EXPIRED'])
})

test('about whose money nobody has decided thirty days after the event, their application ends', async () => {
  const { ctx, pass, ended, taken } = await startStanding()
  pass(13 * minute + 30 * day - 1)
  await closeLines(ctx)
  expect(await ended()).toEqual([{ status: 'UNPAID', cancel_reason: null }])

  pass(1)
  await closeLines(ctx)

  expect(await ended()).toEqual([{ status: 'CANCELLED', cancel_reason: 'too_late' }])
  expect(await taken()).toBe(0)
})

test('an unpaid seat goes with its account, also after the event', async () => {
  const { as, pass, holders, ended, taken } = await startStanding()
  pass(14 * minute)

  if (holders[0]) await as(holders[0]).post('/api/users/deletion', { current_password: password })

  expect(await ended()).toEqual([{ status: 'CANCELLED', cancel_reason: 'by_holder' }])
  expect(await taken()).toBe(0)
})
