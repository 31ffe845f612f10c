import { expect, test } from 'vitest'
import { password } from '#server/testing/app.ts'
import { soon, startWaitingList } from '#server/testing/applications/waiting-list.ts'
import { closeWaitingLists, collectUnpaid } from './deadlines.service.ts'

const minute = 60_000
const day = 24 * 60 * minute
const priced = { is_free: false, ticket_price: 250.5, promptpay_id: '081-234-5678', payment_minutes: 10 }

/** An event with a seat whose deadline is paused, as while the organizer checks a slip. */
async function startStanding() {
  const stage = await startWaitingList({ waiting: 0, event: { ...priced, ...soon } })
  await stage.db.pool.query("UPDATE tickets SET pay_by = NULL WHERE status = 'UNPAID'")
  return {
    ...stage,
    ended: async () => (await stage.db.pool.query('SELECT status, cancel_reason FROM tickets')).rows,
    taken: async () => (await stage.db.pool.query('SELECT taken FROM event_seats')).rows[0].taken,
  }
}

test('an event that fails is reported, and does not stop the others', async () => {
  const broken = await startWaitingList({ event: priced })
  const whole = await startWaitingList({ event: priced }, broken)
  await broken.db.pool.query(`UPDATE event_seats SET taken = 0 WHERE event_id = ${broken.event.id}`)
  broken.pass(10 * minute)

  await expect(collectUnpaid(broken.ctx)).rejects.toThrow(`event ${broken.event.id}`)

  expect(await whole.states(whole.line)).toEqual(['UNPAID', 'WAITING 1'])
  expect(await broken.states(broken.holders)).toEqual(['UNPAID'])
})

test('the organizer may still decide about a sent payment after the event', async () => {
  const { ctx, pass, decide, holders, states } = await startStanding()
  pass(14 * minute)
  await closeWaitingLists(ctx)
  expect(await states(holders)).toEqual(['UNPAID'])

  expect((await decide('approve', holders)).json()).toMatchObject({ code: 'event_over' })
  expect((await decide('paid', holders)).statusCode).toBe(200)

  expect(await states(holders)).toEqual(['EXPIRED'])
})

test('an application whose payment is undecided thirty days after the event ends', async () => {
  const { ctx, pass, ended, taken } = await startStanding()
  pass(13 * minute + 30 * day - 1)
  await closeWaitingLists(ctx)
  expect(await ended()).toEqual([{ status: 'UNPAID', cancel_reason: null }])

  pass(1)
  await closeWaitingLists(ctx)

  expect(await ended()).toEqual([{ status: 'CANCELLED', cancel_reason: 'too_late' }])
  expect(await taken()).toBe(0)
})

test('deleting an account removes its unpaid seat, also after the event', async () => {
  const { as, pass, holders, ended, taken } = await startStanding()
  pass(14 * minute)

  if (holders[0]) await as(holders[0]).post('/api/users/deletion', { current_password: password })

  expect(await ended()).toEqual([{ status: 'CANCELLED', cancel_reason: 'by_holder' }])
  expect(await taken()).toBe(0)
})

test('an unpaid seat counts as taken, and only the owner sees who is paid', async () => {
  const { as, addUser, url, seen, event } = await startWaitingList({ seats: 2, waiting: 0, event: priced })
  const stranger = await addUser()

  expect((await as(stranger).post(url)).json()).toMatchObject({ code: 'event_full' })
  expect(await seen()).toMatchObject({ current_attendees: 2, takes_promptpay: true, promptpay_id: '0812345678' })
  const seenByStranger = (await as(stranger).get(`/api/events/${event.id}`)).json()
  expect(seenByStranger).toMatchObject({ takes_promptpay: true, promptpay_id: '', payment_minutes: 10 })
})

test('an unpaid application has a price and a deadline, and no signature', async () => {
  const { as, holders, ticketOf } = await startWaitingList({ waiting: 0, event: priced })
  const ticket = await ticketOf(holders[0])

  expect(ticket).toMatchObject({ status: 'UNPAID', price_satang: 25050, pay_by: '2026-11-21T03:10:00.000Z' })
  const shown = holders[0] && (await as(holders[0]).get(`/api/tickets/${ticket.id}`)).json()
  expect(shown).toMatchObject({ status: 'UNPAID', signature: '' })
})

test('the deadline never lies after the start of the event, and nobody applies after it', async () => {
  const late = { ...priced, ...soon, payment_minutes: 600 }
  const { as, addUser, holders, ticketOf, url, pass } = await startWaitingList({ seats: 3, waiting: 0, event: late })
  expect(await ticketOf(holders[0])).toMatchObject({ pay_by: soon.start_date_event })

  pass(11 * minute)

  expect((await as(await addUser()).post(url)).json()).toMatchObject({ code: 'event_started' })
})

test('a seat that is not paid in time goes to the next on the waiting list, with a new deadline', async () => {
  const { as, ctx, event, holders, line, states, ticketOf, pass, seen } = await startWaitingList({
    seats: 2,
    event: priced,
  })

  pass(10 * minute - 1)
  await collectUnpaid(ctx)
  expect(await states(holders)).toEqual(['UNPAID', 'UNPAID'])
  pass(1)
  await collectUnpaid(ctx)

  expect(await states(holders)).toEqual(['CANCELLED', 'CANCELLED'])
  expect(await ticketOf(holders[0])).toMatchObject({ cancel_reason: 'unpaid', pay_by: null })
  expect(await states(line)).toEqual(['UNPAID', 'UNPAID'])
  expect(await ticketOf(line[0])).toMatchObject({ pay_by: '2026-11-21T03:20:00.000Z', price_satang: 25050 })
  expect(await seen()).toMatchObject({ current_attendees: 2, waiting: 0, ended: null })
  const page = holders[0] && (await as(holders[0]).get(`/api/events/${event.id}`)).json()
  expect(page).toMatchObject({ ended: 'unpaid', refused: null, standing: { ticket: null } })
})

test('a seat whose deadline is paused is not collected', async () => {
  const { ctx, db, holders, states, pass } = await startWaitingList({ event: priced })
  await db.pool.query("UPDATE tickets SET pay_by = NULL WHERE status = 'UNPAID'")

  pass(11 * minute)
  await collectUnpaid(ctx)

  expect(await states(holders)).toEqual(['UNPAID'])
})

test('a seat is given once, however many processes collect', async () => {
  const { ctx, line, states, pass, seen } = await startWaitingList({ waiting: 3, event: priced })

  pass(10 * minute)
  await Promise.all(Array.from({ length: 5 }, () => collectUnpaid(ctx)))

  expect(await states(line)).toEqual(['UNPAID', 'WAITING 1', 'WAITING 2'])
  expect(await seen()).toMatchObject({ current_attendees: 1, waiting: 2 })
})

test('marking an application as paid makes it a ticket, unless it was withdrawn', async () => {
  const { holders, decide, leave, states, ticketOf } = await startWaitingList({ seats: 3, waiting: 0, event: priced })
  const [first, second, third] = holders
  if (!first || !second || !third) throw new Error('nobody holds a seat')
  await leave(third)

  const paid = await decide('paid', [first, third])

  expect(paid.json()).toEqual({ applications: [(await ticketOf(first)).id] })
  expect(await states(holders)).toEqual(['ACTIVE', 'UNPAID', 'CANCELLED'])
  expect(await ticketOf(first)).toMatchObject({ pay_by: null, price_satang: 25050 })
  expect((await decide('paid', [first])).json()).toMatchObject({ code: 'application_decided' })
})

test('refusing an unpaid seat gives it to the waiting list', async () => {
  const { holders, line, decide, states, ticketOf } = await startWaitingList({ event: priced })

  await decide('refuse', holders, { word: 'The slip was of another transfer.' })

  expect(await ticketOf(holders[0])).toMatchObject({
    status: 'CANCELLED',
    cancel_reason: 'refused',
    organizer_word: 'The slip was of another transfer.',
  })
  expect(await states(line)).toEqual(['UNPAID', 'WAITING 1'])
})

test('an unpaid seat is refused at the door, and is not counted there', async () => {
  const { owner, event, holders, ticketOf } = await startWaitingList({ waiting: 0, event: priced })
  const { ticket_number } = await ticketOf(holders[0])
  const scan = { scan_id: crypto.randomUUID(), code: ticket_number, scanned_at: '2026-11-21T03:00:00Z', let_in: false }

  const scanned = await owner.post(`/api/events/${event.id}/check-ins`, { device: 'Gate', scans: [scan] })
  const door = await owner.get(`/api/events/${event.id}/door`)

  expect(scanned.json().results).toMatchObject([{ verdict: 'unknown', ticket: null }])
  expect(door.json()).toMatchObject({ held: 0, checked_in: 0, tickets: [] })
})

test.each([
  [
    'promptpay_id',
    '12345',
    'Enter a phone number of 10 digits, a national or tax ID of 13, or an e-wallet number of 15.',
  ],
  ['payment_minutes', 9, 'Give between 10 minutes and 7 days (10080 minutes).'],
  ['payment_minutes', 10_081, 'Give between 10 minutes and 7 days (10080 minutes).'],
])('a %s of %s is refused in words of its own', async (field, typed, words) => {
  const { edit } = await startWaitingList({ waiting: 0, event: priced })

  const reply = await edit({ [field]: typed })

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toMatchObject([{ loc: ['body', field], msg: words }])
})

test('a free event stores no PromptPay number, and an unlimited one no waiting list setting', async () => {
  const { seen, edit, holders, decide } = await startWaitingList({
    waiting: 0,
    event: { ...priced, waiting_list: false },
  })
  await decide('paid', holders)
  await edit({ ticket_price: 0, max_attendee: '' })

  expect(await seen()).toMatchObject({ promptpay_id: '', takes_promptpay: false, waiting_list: true })
})
