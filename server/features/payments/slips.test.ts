import { expect, test } from 'vitest'
import { composeTicketMail } from '#server/features/tickets/mails/notifications.service.ts'
import { selectMailedTicket } from '#server/features/tickets/store/tickets.repository.ts'
import { collectUnpaid } from '#server/features/tickets/waiting-list/deadlines.service.ts'
import { openCodeReader } from '#server/lib/codes/code-reader.ts'
import type { Person } from '#server/testing/app.ts'
import { sendSlip, slipPicture, slipText, startPaying } from '#server/testing/applications/slips.ts'
import { soon } from '#server/testing/applications/waiting-list.ts'
import { picture } from '#server/testing/pictures.ts'

const minute = 60_000
const reference = '015012150214BPP01234'

test('a slip in review pauses the deadline; confirming it makes the ticket', async () => {
  const { send, ticketOf, payer, decide, owner, event, pass, states, holders, db } = await startPaying()
  const toCheck = async () => [
    (await owner.get(`/api/events/${event.id}/applications/counts`)).json().slips_to_check,
    (await owner.get(`/api/events/my-events/new-applicants?events=${event.id}`)).json()[0]?.slips_to_check,
  ]

  const sent = await send(await slipPicture(slipText(reference)))

  expect(sent.statusCode).toBe(200)
  expect(sent.json()).toMatchObject({
    status: 'UNPAID',
    pay_by: null,
    slip: { state: 'in_review', readable: true, reason: '', sent_at: '2026-11-21T03:00:00.000Z' },
  })
  const [applicant] = (await owner.get(`/api/events/${event.id}/attendee-list`)).json()
  expect(applicant).toMatchObject({ state: 'UNPAID', price_satang: 25_050, slip: { state: 'in_review' } })
  expect(await toCheck()).toEqual([1, 1])
  pass(minute)
  const confirmed = await decide('confirm')
  expect(confirmed.json()).toMatchObject({
    status: 'ACTIVE',
    slip: { state: 'confirmed' },
    paid_at: '2026-11-21T03:01:00.000Z',
  })
  expect(await states(holders)).toEqual(['ACTIVE'])
  expect(await toCheck()).toEqual([0, undefined])
  expect((await ticketOf(payer)).slip).toMatchObject({ state: 'confirmed' })
  expect((await decide('confirm')).json().code).toBe('slip_decided')
  expect((await decide('refuse')).json().code).toBe('slip_decided')
  expect((await send(await slipPicture(null))).json().code).toBe('nothing_to_pay')
  const { rows } = await db.pool.query("SELECT FROM unconfirmed_tickets WHERE news = 'paid'")
  expect(rows).toHaveLength(1)
})

test('one slip pays for one ticket, also when two send it at the same moment to two servers', async () => {
  // For different events, because the seats of one are locked during that time: only the transfer itself connects them.
  const first = await startPaying()
  const stages = [first]
  for (let event = 1; event < 6; event++) stages.push(await startPaying(1, {}, first))
  const content = await slipPicture(slipText(reference))
  const second = await first.addServer()
  const { pool } = first.db
  const gate = await pool.connect()
  await gate.query('BEGIN; LOCK TABLE slip_references IN ACCESS EXCLUSIVE MODE')
  const waiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'slip_references'::regclass"

  const sending = stages.map(({ payer, id }, place) => sendSlip(place % 2 ? second : first, payer, id, content))
  await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 60_000 }).toBe(6)
  await gate.query('COMMIT')
  gate.release()
  const replies = await Promise.all(sending)

  expect(replies.map((reply) => reply.json().code ?? 'taken').sort()).toEqual([
    ...Array.from({ length: 5 }, () => 'slip_used'),
    'taken',
  ])
  const { rows } = await pool.query("SELECT FROM payments WHERE slip_state = 'in_review'")
  expect(rows).toHaveLength(1)
})

test('a refused slip may be sent for the right ticket, and a confirmed one never again', async () => {
  const { send, decide, holders, ids } = await startPaying(2)
  const [first, second] = holders as [Person, Person]
  const content = await slipPicture(slipText(reference))
  await send(content, first, ids[0])

  expect((await send(content, second, ids[1])).json().code).toBe('slip_used')
  await decide('refuse', { reason: 'Wrong ticket.' }, ids[0])
  expect((await send(content, second, ids[1])).statusCode).toBe(200)
  await decide('confirm', {}, ids[1])

  expect((await send(content, first, ids[0])).json().code).toBe('slip_used')
})

test('another slip replaces the one in review, releases its transfer and deletes its picture', async () => {
  const { send, holders, ids, payer, as, db } = await startPaying(2)
  const [, other] = holders as [Person, Person]
  await send(await slipPicture(slipText(reference)))

  const replaced = await send(await slipPicture(slipText('202611210002XYZ')))

  expect(replaced.json()).toMatchObject({ pay_by: null, slip: { state: 'in_review' } })
  expect((await send(await slipPicture(slipText(reference)), other, ids[1])).statusCode).toBe(200)
  expect((await as(payer).get(`/api/tickets/${ids[0]}/slip`)).statusCode).toBe(200)
  const { rows } = await db.pool.query(
    `SELECT FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'remove_private_picture'`,
  )
  expect(rows).toHaveLength(1)
})

test('a refusal gives the time that was left, at least ten minutes, and is mailed with its reason', async () => {
  const { send, decide, pass, ticketOf, payer, id, db, ctx, clock } = await startPaying(1, { payment_minutes: 12 })
  pass(minute)
  await send(await slipPicture(slipText(reference)))
  pass(2 * minute)

  const refused = await decide('refuse', { reason: 'Another amount.' })

  // Eleven minutes were left when it came, and it is three minutes past.
  expect(refused.json()).toMatchObject({
    status: 'UNPAID',
    pay_by: '2026-11-21T03:14:00.000Z',
    slip: { state: 'refused', reason: 'Another amount.' },
  })
  const { rows } = await db.pool.query("SELECT FROM unconfirmed_tickets WHERE news = 'slip_refused'")
  expect(rows).toHaveLength(1)
  const mailed = await selectMailedTicket(db, id, clock.now, 'all')
  const mail = mailed && (await composeTicketMail(ctx, 'slip_refused', mailed))
  expect(mail?.subject).toBe('Your slip was not accepted: Bangkok JavaScript Night')
  expect(mail?.text).toContain('The organizer writes: Another amount.')
  expect(mail?.text).toContain('Pay 250.50 baht via PromptPay by')
  expect(mail?.text).toContain(`/pay/${id}`)
  pass(9 * minute)
  await send(await slipPicture(slipText(reference)))
  await decide('refuse')
  expect((await ticketOf(payer)).pay_by).toBe('2026-11-21T03:22:00.000Z')
})

test('a refusal gives no time beyond the start of the event', async () => {
  const { send, decide, pass } = await startPaying(1, soon)
  pass(5 * minute)
  await send(await slipPicture(null))

  expect((await decide('refuse')).json().pay_by).toBe(soon.start_date_event)
})

test('a slip without a readable code is left to the organizer', async () => {
  const { send, decide } = await startPaying()

  const sent = await send(await slipPicture(null))

  expect(sent.json().slip).toMatchObject({ state: 'in_review', readable: false })
  expect((await decide('confirm')).json().status).toBe('ACTIVE')
})

test('a slip whose reading is cut off is left to the organizer, and not lost', async () => {
  const { send, ctx, owner, id } = await startPaying()
  ctx.codes = openCodeReader({ timeoutMs: 0 })

  const sent = await send(await slipPicture(slipText(reference)))
  await ctx.codes.close()

  expect(sent.json().slip).toMatchObject({ state: 'in_review', readable: false })
  expect((await owner.get(`/api/tickets/${id}/slip`)).statusCode).toBe(200)
})

test('a decision made while a slip is read counts, and the slip is refused', async () => {
  const { send, ctx, owner, event, id, ids, payer, ticketOf } = await startPaying()
  const { codes } = ctx
  let paid: { statusCode: number } | undefined
  // The decision falls between the first look at the application and the transaction that records the slip.
  const read = async (pixels: Parameters<typeof codes.read>[0]) => {
    paid = await owner.post(`/api/events/${event.id}/applications/paid`, { applications: ids })
    return codes.read(pixels)
  }
  ctx.codes = { ...codes, read }

  const sent = await send(await slipPicture(slipText(reference)))

  expect([paid?.statusCode, sent.json().code]).toEqual([200, 'nothing_to_pay'])
  expect(await ticketOf(payer)).toMatchObject({ status: 'ACTIVE', slip: null })
  expect((await owner.get(`/api/tickets/${id}/slip`)).json().code).toBe('slip_not_found')
})

test('a slip is seen by its payer and the owner, and at no other address', async () => {
  const { send, as, id, payer, owner, addUser, visitor, db } = await startPaying()
  const url = `/api/tickets/${id}/slip`
  await send(await slipPicture(slipText(reference)))

  const seen = [await as(payer).get(url), await owner.get(url)]

  for (const reply of seen) {
    expect(reply.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-store' })
    expect(reply.rawPayload.length).toBeGreaterThan(1_000)
  }
  expect((await as(await addUser()).get(url)).json().code).toBe('slip_not_found')
  expect((await visitor.get(url)).statusCode).toBe(401)
  const { rows } = await db.pool.query<{ slip_picture: string }>('SELECT slip_picture FROM payments')
  expect((await visitor.get(`/pictures/${rows[0]?.slip_picture}`)).statusCode).toBe(404)
})

test('a slip that is invalid or for somebody else’s application is refused, and nothing is lost', async () => {
  const { send, as, id, payer, addUser, addEvent, ticketOf, owner, decide } = await startPaying(1, {
    payment_minutes: 30,
  })
  const content = await slipPicture(slipText(reference))
  const stranger = await addUser()
  const free = await addEvent()
  const plain = (await as(stranger).post(`/api/tickets/event/${free.id}/register`)).json()
  await send(content)

  const refused = [
    await send(Buffer.from('no picture')),
    await send(await picture(9, 9).gif().toBuffer()),
    await send((await picture(900, 900).jpeg().toBuffer()).subarray(0, 300)),
    await send(content, stranger),
    await send(content, stranger, plain.id),
    await send(content, payer, id, { refund_to: '12345' }),
    await as(payer).post(`/api/tickets/${id}/slip`, {}),
    await as(stranger).post(`/api/tickets/${id}/slip/confirm`),
    await as(payer).post(`/api/tickets/${id}/slip/refuse`, {}),
  ]

  expect(refused.map((reply) => reply.json().code)).toEqual([
    'image_wrong_type',
    'image_wrong_type',
    'image_unreadable',
    'ticket_not_found',
    'nothing_to_pay',
    'promptpay_invalid',
    'invalid_fields',
    'ticket_not_found',
    'ticket_not_found',
  ])
  expect(await ticketOf(payer)).toMatchObject({ status: 'UNPAID', slip: { state: 'in_review' } })
  expect((await owner.get(`/api/tickets/${id}/slip`)).statusCode).toBe(200)
  expect((await decide('confirm')).statusCode).toBe(200)
})

test('a slip after the deadline is too late; one before it holds the seat during review', async () => {
  const { send, pass, payer, ids, holders, ticketOf, ctx } = await startPaying(2, { payment_minutes: 10 })
  const [, late] = holders as [Person, Person]
  await send(await slipPicture(slipText(reference)))

  pass(11 * minute)

  expect((await send(await slipPicture(null), late, ids[1])).json().code).toBe('payment_too_late')
  await collectUnpaid(ctx)
  expect(await ticketOf(payer)).toMatchObject({ status: 'UNPAID' })
  expect(await ticketOf(late)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'unpaid' })
  expect((await send(await slipPicture(null), late, ids[1])).json().code).toBe('payment_too_late')
})

test('a slip that arrived before the deadline counts, however long reading takes, and its seat is not given away', async () => {
  const { send, pass, payer, ticketOf, ctx, decide } = await startPaying(1, { payment_minutes: 10 })
  const { codes } = ctx
  ctx.codes = {
    ...codes,
    read: async (pixels) => {
      pass(2_000)
      await collectUnpaid(ctx)
      return codes.read(pixels)
    },
  }
  pass(10 * minute - 1_000)

  const sent = await send(await slipPicture(slipText(reference)))

  expect(sent.json()).toMatchObject({
    status: 'UNPAID',
    pay_by: null,
    slip: { state: 'in_review', sent_at: '2026-11-21T03:09:59.000Z' },
  })
  expect((await decide('refuse')).json().pay_by).toBe('2026-11-21T03:20:01.000Z')
  expect(await ticketOf(payer)).toMatchObject({ status: 'UNPAID', slip: { state: 'refused' } })
})

test('a seat is held for a minute at most while a slip is read', async () => {
  const { send, pass, payer, ticketOf, ctx } = await startPaying(1, { payment_minutes: 10 })
  const { codes } = ctx
  ctx.codes = {
    ...codes,
    read: async (pixels) => {
      pass(minute + 1)
      await collectUnpaid(ctx)
      return codes.read(pixels)
    },
  }
  pass(10 * minute - 1_000)

  const sent = await send(await slipPicture(null))

  expect(sent.json().code).toBe('payment_too_late')
  expect(await ticketOf(payer)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'unpaid' })
})

test('a slip that cannot be read as a picture holds the seat no longer', async () => {
  const { send, pass, payer, ticketOf, ctx } = await startPaying(1, { payment_minutes: 10 })
  pass(10 * minute - 1)
  expect((await send(Buffer.from('no picture'))).json().code).toBe('image_wrong_type')
  pass(1)

  expect((await send(await slipPicture(null))).json().code).toBe('payment_too_late')
  await collectUnpaid(ctx)

  expect(await ticketOf(payer)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'unpaid' })
})

test('one slip at a time is read for an application', async () => {
  const { send, ctx } = await startPaying()
  const { codes } = ctx
  const during: string[] = []
  ctx.codes = {
    ...codes,
    read: async (pixels) => {
      ctx.codes = codes
      during.push((await send(await slipPicture(null))).json().code)
      return codes.read(pixels)
    },
  }

  const first = await send(await slipPicture(slipText(reference)))

  expect(during).toEqual(['slip_being_read'])
  expect(first.json().slip).toMatchObject({ state: 'in_review', readable: true })
  expect((await send(await slipPicture(null))).json().slip).toMatchObject({ readable: false })
})

test('a slip for a withdrawn application is refused because of that, not because it is late', async () => {
  const { send, as, payer, id } = await startPaying()
  expect((await as(payer).delete(`/api/tickets/${id}/cancel`)).statusCode).toBe(200)

  const sent = await send(await slipPicture(slipText(reference)))

  expect(sent.statusCode).toBe(409)
  expect(sent.json()).toMatchObject({
    code: 'ticket_not_active',
    message: 'You have withdrawn from this event. The slip was not taken.',
  })
})
