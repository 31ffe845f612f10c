import { expect, test } from 'vitest'
import { soon, startWaitingList, wait } from '#server/testing/applications/waiting-list.ts'

const priced = { is_free: false, ticket_price: 250, promptpay_id: '0812345678' }

test('turning on approval moves the waiting list to the applicants, in order', async () => {
  const { line, edit, states, seen, decide } = await startWaitingList()

  await edit({ needs_approval: true })

  expect(await states(line)).toEqual(['PENDING', 'PENDING'])
  expect(await seen()).toMatchObject({ waiting: 0, current_attendees: 1 })
  await edit({ max_attendee: 2 })
  await decide('approve', line, { first: true })
  expect(await states(line)).toEqual(['ACTIVE', 'PENDING'])
})

test('approval cannot be turned off while applications wait for it', async () => {
  const { line, edit, decide } = await startWaitingList({ event: { needs_approval: true } })

  expect((await edit({ needs_approval: false })).json()).toMatchObject({ code: 'approvals_open' })
  await decide('refuse', line)
})

test('a PromptPay number cannot be removed while somebody has to pay; a new one is mailed', async () => {
  const { db, edit, holders, decide } = await startWaitingList({ waiting: 0, event: priced })

  expect((await edit({ promptpay_id: '' })).json()).toMatchObject({ code: 'payments_open' })
  expect((await edit({ is_free: true })).json()).toMatchObject({ code: 'payments_open' })
  expect((await edit({ promptpay_id: '0898765432' })).statusCode).toBe(200)
  const { rows } = await db.pool.query("SELECT news FROM unconfirmed_tickets WHERE news = 'receiver_changed'")
  expect(rows).toHaveLength(1)

  await decide('paid', holders)
  expect((await edit({ is_free: true })).statusCode).toBe(200)
})

test('a higher price counts for new applications, a lower one also for those who wait', async () => {
  const { as, addUser, url, holders, line, edit, leave, ticketOf } = await startWaitingList({ event: priced })
  await edit({ ticket_price: 300 })
  await leave(holders[0])
  expect(await ticketOf(line[0])).toMatchObject({ status: 'UNPAID', price_satang: 25000 })

  await edit({ ticket_price: 100 })
  await leave(line[0])
  expect(await ticketOf(line[1])).toMatchObject({ status: 'UNPAID', price_satang: 10000 })
  const later = await addUser()
  await as(later).post(url, wait)
  expect(await ticketOf(later)).toMatchObject({ status: 'WAITING', price_satang: 10000 })
})

test('an event that starts earlier shortens the time to pay', async () => {
  const { holders, edit, ticketOf } = await startWaitingList({ event: { ...priced, payment_minutes: 600 } })

  await edit(soon)

  expect(await ticketOf(holders[0])).toMatchObject({ pay_by: soon.start_date_event })
})

test('an event cannot be moved into the past while somebody has time to pay', async () => {
  const { holders, edit, decide, states } = await startWaitingList({ waiting: 0, event: priced })
  const past = { start_date_event: '2026-11-21T02:30:00.000Z', end_date_register: '2026-11-21T02:20:00.000Z' }

  const refused = await edit(past)

  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'deadline_past' })
  expect(await states(holders)).toEqual(['UNPAID'])
  await decide('paid', holders)
  expect((await edit(past)).statusCode).toBe(200)
})

test('a limit cannot be lowered below the seats taken, including unpaid ones', async () => {
  const { edit } = await startWaitingList({ seats: 2, event: priced })

  expect((await edit({ max_attendee: 1 })).json()).toMatchObject({ code: 'capacity_below_held' })
})

test('an event that becomes unlisted gives additional seats to its waiting list, which may still see it', async () => {
  const { line, edit, states } = await startWaitingList()

  await edit({ visibility: 'PRIVATE', allowed_email_domains: '', max_attendee: 2 })

  expect(await states(line)).toEqual(['ACTIVE', 'WAITING 1'])
})

test('additional seats go to the waiting list even if the same edit closes it', async () => {
  const { line, edit, states, seen } = await startWaitingList()

  await edit({ max_attendee: 2, waiting_list: false })

  expect(await states(line)).toEqual(['ACTIVE', 'CANCELLED'])
  expect(await seen()).toMatchObject({ current_attendees: 2, waiting: 0 })
})

test('somebody who applied while the event was free pays nothing for their seat, and is mailed so', async () => {
  const { as, addUser, db, event, url, line, edit, states, ticketOf } = await startWaitingList({ waiting: 1 })
  await edit(priced)
  const later = await addUser()
  await as(later).post(url, wait)

  await edit({ max_attendee: 3 })

  expect(await states([...line, later])).toEqual(['ACTIVE', 'UNPAID'])
  expect(await ticketOf(line[0])).toMatchObject({ price_satang: 0, pay_by: null })
  const { rows } = await db.pool.query(`
    SELECT news, ticket_ids FROM unconfirmed_tickets WHERE news LIKE 'promoted%' ORDER BY news`)
  expect(rows).toEqual([
    { news: 'promoted', ticket_ids: [(await ticketOf(line[0])).id] },
    { news: 'promoted_to_pay', ticket_ids: [(await ticketOf(later)).id] },
  ])
  const { rows: tickets } = await db.pool.query(
    `SELECT count(*)::int FROM tickets WHERE event_id = ${event.id} AND issued_at IS NOT NULL`,
  )
  expect(tickets).toEqual([{ count: 2 }])
})

test('approving somebody who applied while the event was free gives them a ticket', async () => {
  const { line, edit, decide, states } = await startWaitingList({
    seats: null,
    waiting: 2,
    event: { needs_approval: true },
  })
  await edit({ ...priced, ...soon })

  await decide('approve', line)

  expect(await states(line)).toEqual(['ACTIVE', 'ACTIVE'])
})

test('people whose deadline an earlier start shortens are mailed once, however often it moves', async () => {
  const { db, holders, edit, ticketOf } = await startWaitingList({
    seats: 2,
    event: { ...priced, payment_minutes: 600 },
  })
  const noted = async () =>
    (
      await db.pool.query(`
        SELECT t.id FROM unconfirmed_tickets, unnest(ticket_ids) AS t (id)
        WHERE news = 'deadline_shortened' ORDER BY t.id`)
    ).rows.map(({ id }) => id)

  await edit(soon)
  await edit({ start_date_event: '2026-11-21T03:09:00.000Z' })

  expect(await noted()).toEqual(await Promise.all(holders.map(async (holder) => (await ticketOf(holder)).id)))
})

test('a changed receiver is mailed once, however often it changes before the mail', async () => {
  const { db, edit } = await startWaitingList({ waiting: 0, event: priced })

  await edit({ promptpay_id: '0898765432' })
  await edit({ promptpay_id: '0898765433' })

  const { rows } = await db.pool.query(`
    SELECT t.id FROM unconfirmed_tickets, unnest(ticket_ids) AS t (id) WHERE news = 'receiver_changed'`)
  expect(rows).toHaveLength(1)
})
