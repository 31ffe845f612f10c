import { expect, test } from 'vitest'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { composeTicketMail } from '#server/features/tickets/mails/notifications.service.ts'
import { selectMailedTicket } from '#server/features/tickets/store/tickets.repository.ts'
import { sql } from '#server/lib/postgres/database.ts'
import { type Person, password, startApp } from '#server/testing/app.ts'
import { slipPicture, slipText, startPaying } from '#server/testing/applications/slips.ts'
import { registerUrl } from '#server/testing/applications/waiting-list.ts'
import { removeOldSlips } from './slips.service.ts'

const day = 24 * 3_600_000
const dueUrl = '/api/events/my-events/refunds-due'

test('cancelling a paid ticket, or withdrawing during review, makes a refund due until it is marked', async () => {
  const { send, decide, leave, holders, ids, owner, event, pass, as, payer, db, ctx, clock } = await startPaying(4)
  const [paid, unsure] = holders as [Person, Person]
  await send(await slipPicture(slipText('015012150214BPP00001')), paid, ids[0], { refund_to: '089-876-5432' })
  await decide('confirm', {}, ids[0])
  await send(await slipPicture(null), unsure, ids[1])
  await owner.post(`/api/events/${event.id}/applications/paid`, { applications: [ids[2]] })
  for (const person of holders) {
    pass(1_000)
    await leave(person)
  }
  const url = `/api/events/${event.id}/refunds`
  const counted = async () => [
    (await owner.get(dueUrl)).json(),
    (await owner.get(`/api/events/${event.id}/applications/counts`)).json().refunds_due,
  ]

  const due = (await owner.get(url)).json()

  const seenBy = async (person: Person) => (await as(person).get(`/api/tickets/${ids[0]}`)).json()
  const owed = async () => (await seenBy(paid)).refund
  const mailed = async () => {
    const ticket = await selectMailedTicket(db, ids[0] as number, clock.now, 'all')
    return ticket && (await composeTicketMail(ctx, 'cancelled', ticket)).text?.replaceAll(/\s+/g, ' ')
  }
  expect(await owed()).toBe('due')
  expect(await mailed()).toContain('The organizer owes you a refund of the price')
  expect(await counted()).toEqual([[{ event_id: event.id, event_name: event.event_name, refunds_due: 3 }], 3])
  expect((await as(payer).get(dueUrl)).json()).toEqual([])
  expect(due).toMatchObject([
    { application_id: ids[2], amount_satang: 25_050, refund_to: '', slip: null, refunded_at: null },
    { application_id: ids[1], amount_satang: 25_050, paid_at: null, slip: { state: 'in_review' } },
    { application_id: ids[0], amount_satang: 25_050, refund_to: '0898765432', cancel_reason: 'by_holder' },
  ])
  expect((await owner.get(`${url}.csv`)).body).toContain(',250.50,089-876-5432,')
  const done = await owner.post(`${url}/done`, { applications: [ids[0], ids[2]] })
  expect(done.json().map((refund: { refunded_at: string | null }) => refund.refunded_at !== null)).toEqual([
    false,
    true,
    true,
  ])
  expect(await seenBy(paid)).toMatchObject({
    refund: 'refunded',
    refunded: { amount_satang: 25_050, refund_to: '0898765432', refunded_at: clock.now.toISOString() },
  })
  expect((await owner.get(`/api/tickets/${ids[0]}`)).json()).not.toHaveProperty('refunded')
  expect(await mailed()).toContain('marked the price as paid back to you')
  expect((await owner.post(`${url}/done`, { applications: [ids[1], ids[0]] })).json().code).toBe('refund_not_found')
  expect((await decide('refuse', {}, ids[1])).statusCode).toBe(200)
  expect((await owner.get(url)).json()).toHaveLength(2)
  expect(await counted()).toEqual([[], 0])
})

test('the payer of a party reads as one sum what was marked together', async () => {
  const { as, addUser, addEvent, clock } = await startApp()
  const price = { is_free: false, ticket_price: 100, promptpay_id: '0812345678' }
  const { id: eventId, owner } = await addEvent({ max_attendee: 4, max_party: 4, ...price })
  const payer = await addUser()
  const guests = [{ name: 'Mali' }, { name: 'Somchai' }, { name: 'Nok' }]
  const { id } = (await as(payer).post(registerUrl(eventId), { guests })).json()
  await as(owner).post(`/api/events/${eventId}/applications/paid`, { applications: [id] })
  const tickets: Ticket[] = (await as(payer).get(`/api/tickets/user/${payer.id}`)).json()
  const ids = tickets.map((ticket) => ticket.id)
  const apart = ids.at(-1)
  const mark = (applications: (number | undefined)[]) =>
    as(owner).post(`/api/events/${eventId}/refunds/done`, { applications })
  const refunded = async (ticket = id) => (await as(payer).get(`/api/tickets/${ticket}`)).json().refunded.amount_satang
  await as(payer).delete(`/api/tickets/${apart}/cancel`)
  await mark([apart])
  await as(owner).delete(`/api/organizers/delete-event/${eventId}`)
  clock.now = new Date(clock.now.getTime() + 60_000)

  await mark(ids.slice(0, 3))

  expect(await Promise.all(ids.map(refunded))).toEqual([30_000, 30_000, 30_000, 10_000])
})

test('a mistaken mark is undone by anyone who saw it, and the refund is due again', async () => {
  const { db, send, leave, holders, ids, owner, event, pass, as } = await startPaying(2)
  const [paid, unsure] = holders as [Person, Person]
  const url = `/api/events/${event.id}/refunds`
  await owner.post(`/api/events/${event.id}/applications/paid`, { applications: [ids[0]] })
  await send(await slipPicture(null), unsure, ids[1])
  for (const person of holders) await leave(person)
  const before = (await owner.get(url)).json()
  const stored = () => db.many(sql`SELECT * FROM payments ORDER BY ticket_id`)
  const storedBefore = await stored()
  const undo = (application: number | undefined, refunded_at: string) =>
    owner.post(`${url}/undo`, { application, refunded_at })
  const [marked] = (await owner.post(`${url}/done`, { applications: ids })).json()
  const { refunded_at } = marked
  expect((await owner.get(`${url}.csv`)).body).toMatch(/,by slip,2026-11-21 10:00\r\n/)
  pass(60_000)

  const undone = await Promise.all(ids.map((id) => undo(id, refunded_at)))

  expect(undone.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await owner.get(url)).json()).toEqual(before)
  expect(await stored()).toEqual(storedBefore)
  expect((await owner.get(`${url}.csv`)).body).toMatch(/,slip in review,\r\n/)
  expect((await as(paid).get(`/api/tickets/${ids[0]}`)).json().refund).toBe('due')
  expect((await as(paid).get(`/api/tickets/${ids[0]}/receipt`)).json().refunded_at).toBeNull()
  expect((await undo(ids[0], refunded_at)).json().code).toBe('refund_not_found')
  // Marked again elsewhere, it is another mark than the one that was seen.
  await owner.post(`${url}/done`, { applications: [ids[0]] })
  expect((await undo(ids[0], refunded_at)).json().code).toBe('refund_changed')
  expect((await as(paid).post(`${url}/undo`, { application: ids[0], refunded_at })).json().code).toBe('not_your_event')
})

test('an event that is called off owes everybody who has paid', async () => {
  const { owner, event, ids } = await startPaying(2)
  await owner.post(`/api/events/${event.id}/applications/paid`, { applications: ids })

  await owner.delete(`/api/organizers/delete-event/${event.id}`)

  const due = (await owner.get(`/api/events/${event.id}/refunds`)).json()
  expect(due.map((refund: { cancel_reason: string }) => refund.cancel_reason)).toEqual(['called_off', 'called_off'])
  expect((await owner.get(dueUrl)).json()).toMatchObject([{ event_id: event.id, refunds_due: 2 }])
})

test('refunds are the owner’s alone, and their table holds no formulas', async () => {
  const { owner, event, ids, as, payer, leave, db } = await startPaying()
  await owner.post(`/api/events/${event.id}/applications/paid`, { applications: ids })
  await db.pool.query(`UPDATE tickets SET fullname = '=1+1'`)
  await leave(payer)
  const url = `/api/events/${event.id}/refunds`

  const table = await owner.get(`${url}.csv`)

  expect(table.headers['content-disposition']).toBe(`attachment; filename="refunds-${event.id}.csv"`)
  expect(table.body).toContain("'=1+1,250.50,,2026-11-21 10:00,by holder,2026-11-21 10:00,,")
  for (const path of [url, `${url}.csv`]) expect((await as(payer).get(path)).json().code).toBe('not_your_event')
  const foreign = await as(payer).post(`${url}/done`, { applications: ids })
  expect(foreign.json().code).toBe('not_your_event')
})

test('only people who have paid have a receipt', async () => {
  const { owner, event, ids, id, as, payer, ticketOf } = await startPaying()
  const url = `/api/tickets/${id}/receipt`
  expect((await as(payer).get(url)).json().code).toBe('receipt_not_found')
  await owner.post(`/api/events/${event.id}/applications/paid`, { applications: ids })
  const { ticket_number, fullname } = await ticketOf(payer)

  const receipt = await as(payer).get(url)

  expect(receipt.json()).toEqual({
    ticket_id: id,
    ticket_number,
    ticket_numbers: [ticket_number],
    fullname,
    ticket_type: '',
    event_id: event.id,
    event_name: event.event_name,
    start_date_event: '2026-11-28T03:00:00.000Z',
    organizer_name: expect.any(String),
    amount_satang: 25_050,
    seats: 1,
    paid_at: '2026-11-21T03:00:00.000Z',
    refunded_satang: 0,
    refunded_at: null,
    refund_due_satang: 0,
  })
  expect((await owner.get(url)).json().code).toBe('receipt_not_found')
})

test('a slip’s picture is deleted with its account or after ninety days; its transfer stays used', async () => {
  const { send, as, payer, holders, ids, owner, ctx, pass, db } = await startPaying(2)
  const [, other] = holders as [Person, Person]
  await send(await slipPicture(slipText('015012150214BPP00001')), payer, ids[0], { refund_to: '0898765432' })
  await send(await slipPicture(slipText('015012150214BPP00002')), other, ids[1])
  const pictures = async () =>
    (await db.pool.query("SELECT ticket_id FROM payments WHERE slip_picture <> ''")).rows.map(
      ({ ticket_id }) => ticket_id,
    )

  await as(payer).post('/api/users/deletion', { current_password: password })

  expect(await pictures()).toEqual([ids[1]])
  expect((await owner.get(`/api/tickets/${ids[0]}/slip`)).json().code).toBe('slip_not_found')
  expect((await db.pool.query('SELECT refund_to FROM payments')).rows).toEqual([{ refund_to: '' }, { refund_to: '' }])
  expect((await db.pool.query('SELECT FROM slip_references')).rows).toHaveLength(2)
  pass(90 * day)
  await removeOldSlips(ctx)
  expect(await pictures()).toEqual([ids[1]])
  pass(10 * day)
  await removeOldSlips(ctx)
  expect(await pictures()).toEqual([])
})
