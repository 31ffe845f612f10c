import { expect, test } from 'vitest'
import type { TicketNews } from '#server/features/tickets/mails/notifications.repository.ts'
import { sendTicketMail } from '#server/features/tickets/mails/notifications.service.ts'
import type { Payable } from '#server/features/tickets/store/payments.repository.ts'
import { closeWaitingLists, collectUnpaid } from '#server/features/tickets/waiting-list/deadlines.service.ts'
import type { Mail } from '#server/lib/mail/outbox.ts'
import { type Person, startApp } from '#server/testing/app.ts'
import { slipPicture, slipText, startPaying, startVerifier } from '#server/testing/applications/slips.ts'
import { soon } from '#server/testing/applications/waiting-list.ts'
import { openPage } from '#server/testing/live.ts'
import { openSlipVerifier } from './slip-verifier.ts'

const minute = 60_000
const reference = '015012150214BPP01234'

test('a decision applies to the slip that the owner saw, not to one sent since', async () => {
  const { send, decide, pass, ticketOf, payer } = await startPaying()
  const { sent_at } = (await send(await slipPicture(slipText(reference)))).json().slip
  pass(1)
  const newer = (await send(await slipPicture(slipText('202611210002XYZ')))).json().slip

  for (const decision of ['confirm', 'refuse'] as const) {
    expect((await decide(decision, { sent_at })).json().code).toBe('slip_decided')
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

test('a past event is deleted once its slips are decided', async () => {
  const { send, decide, pass, owner, event } = await startPaying(1, soon)
  const url = `/api/organizers/delete-event/${event.id}`
  await send(await slipPicture(null))
  pass(14 * minute)

  expect((await owner.delete(url)).json().code).toBe('slips_in_review')
  await decide('confirm')
  expect((await owner.delete(url)).json().message).toBe('The event was deleted.')
})

test('a slip is not refused at the moment its money is marked as paid back', async () => {
  const { send, leave, payer, id, owner, event, db } = await startPaying()
  await send(await slipPicture(slipText(reference)))
  await leave(payer)
  const gate = await db.pool.connect()
  await gate.query('BEGIN; SELECT FROM event_seats FOR UPDATE')
  const waiting = 'SELECT FROM pg_locks WHERE NOT granted'

  const marking = owner.post(`/api/events/${event.id}/refunds/done`, { applications: [id] })
  await expect.poll(async () => (await db.pool.query(waiting)).rowCount).toBe(1)
  await gate.query("UPDATE payments SET slip_state = 'refused'; COMMIT")
  gate.release()

  expect((await marking).json().code).toBe('refund_not_found')
})

/** What is mailed about an application now, without a mail server. */
async function mailsAbout(stage: Awaited<ReturnType<typeof startPaying>>, news: Exclude<TicketNews, 'reminder'>) {
  const sent: Mail[] = []
  const mailer = {
    send: async (mail: Mail) => void sent.push(mail),
    isReachable: async () => true,
    greet: async () => undefined,
    close: async () => undefined,
  }
  await stage.db.pool.query('UPDATE users SET email_verified_at = now()')
  await sendTicketMail(stage.ctx, mailer, { news, id: stage.id }, { id: '1', attempt: 1, signal: undefined })
  return sent
}

test('nobody is mailed that a slip was refused once they have sent another', async () => {
  const stage = await startPaying()
  await stage.send(await slipPicture(null))
  await stage.decide('refuse')
  expect(await mailsAbout(stage, 'slip_refused')).toHaveLength(1)

  await stage.send(await slipPicture(slipText(reference)))

  expect(await mailsAbout(stage, 'slip_refused')).toEqual([])
})

test('nobody is asked by mail to pay once they have sent a slip', async () => {
  const stage = await startPaying()
  expect((await mailsAbout(stage, 'to_pay'))[0]?.text).toContain('Pay Now')

  await stage.send(await slipPicture(slipText(reference)))

  const [mail] = await mailsAbout(stage, 'to_pay')
  expect(mail?.subject).toBe('A seat is held for you: Bangkok JavaScript Night')
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('Your transfer slip is with the organizer, so do not pay again.')
  expect(mail?.text).not.toContain('Pay Now')
  expect(await mailsAbout(stage, 'deadline_shortened')).toEqual([])
})

test('a payment confirmed during the event is mailed with the ticket, and after the event with the receipt alone', async () => {
  const stage = await startPaying(1, soon)
  await stage.send(await slipPicture(null))
  stage.pass(11 * minute)
  await stage.decide('confirm')

  const [during] = await mailsAbout(stage, 'paid')
  stage.pass(3 * minute)
  const [afterwards] = await mailsAbout(stage, 'paid')

  expect(during?.subject).toBe('Paid: your ticket for Bangkok JavaScript Night')
  expect(during?.text).toContain('show the QR code')
  expect(during?.text).not.toContain('If you cannot come')
  expect(afterwards?.subject).toBe('Your payment has been confirmed: Bangkok JavaScript Night')
  expect(afterwards?.text).toMatch(/View Receipt:\s+http\S+\/receipt\/\d+/)
  expect(afterwards?.text).not.toMatch(/QR code|If you cannot come/)
  expect(afterwards?.attachments).toBeUndefined()
})

test('after the deadline the applicant reads what to do about money already sent', async () => {
  const stage = await startPaying(1, { payment_minutes: 10 })
  stage.pass(11 * minute)

  await collectUnpaid(stage.ctx)

  const [mail] = await mailsAbout(stage, 'unpaid')
  const words = mail?.text.replaceAll(/\s+/g, ' ')
  expect(words).toContain('If you have already sent the money, write to the organizer to get it back.')
  // The event names no address, so it is the organizer's own.
  expect(words).toContain('If you have questions, write to team@example.com.')
})

test('a person whose slip is refused once the event has started reads that, and why', async () => {
  const stage = await startPaying(1, soon)
  await stage.send(await slipPicture(null))
  stage.pass(11 * minute)
  await stage.decide('refuse', { reason: 'Only 25 baht arrived.' })

  await collectUnpaid(stage.ctx)

  expect(await mailsAbout(stage, 'slip_refused')).toEqual([])
  const [mail] = await mailsAbout(stage, 'unpaid')
  expect(mail?.subject).toBe('Your slip was not accepted: Bangkok JavaScript Night')
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
    'was not accepted, and the time to pay is over. If you did pay, write to the organizer. The reason: Only 25 baht arrived.',
  )
  expect(mail?.text).not.toContain('apply again')
})

test('a person whose slip nobody decides about for thirty days reads what to do about the money', async () => {
  const stage = await startPaying()
  await stage.send(await slipPicture(null))
  stage.pass(60 * 24 * 60 * minute)

  await closeWaitingLists(stage.ctx)

  const [mail] = await mailsAbout(stage, 'too_late')
  expect(mail?.subject).toBe('Not decided in time: Bangkok JavaScript Night')
  expect(mail?.text).toContain('get your money back')
})

test('when an event is called off, people who may have paid read that they are owed the money', async () => {
  const { send, ids, holders, owner, event, db } = await startPaying(3)
  await owner.post(`/api/events/${event.id}/applications/paid`, { applications: [ids[0]] })
  await send(await slipPicture(null), holders[1], ids[1])

  await owner.delete(`/api/organizers/delete-event/${event.id}`)

  const { rows } = await db.pool.query<{ payload: Mail }>(
    `SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'send_mail' ORDER BY j.id`,
  )
  expect(
    rows
      .map(({ payload }) =>
        /refund\s+what\s+you\s+paid|do\s+not\s+need/.exec(payload.text ?? '')?.[0].replaceAll(/\s+/g, ' '),
      )
      .sort(),
  ).toEqual(['do not need', 'refund what you paid', 'refund what you paid'])
})

test('only the owner’s and the payer’s pages get news of a slip', async () => {
  const { app, as, send, event, payer, holders, decide } = await startPaying(2)
  const page = await openPage(app, event.id, event.owner)
  const [own, other] = await Promise.all([openPage(app, event.id, payer), openPage(app, event.id, holders[1])])
  expect(await page.sees(() => true)).toMatchObject({ to_pay: 2, slips: 0, slip: null })

  await send(await slipPicture(null))

  await page.sees(({ slips }) => slips === 1)
  await own.sees(({ slip }) => slip === 'in_review')
  await decide('refuse')
  await page.sees(({ to_pay, slips }) => to_pay === 2 && slips === 0)
  await own.sees(({ slip }) => slip === 'refused')
  expect((await as(payer).get(`/api/events/${event.id}/live/now`)).json()).toMatchObject({ slip: 'refused' })
  await send(await slipPicture(null))
  await decide('confirm')
  await own.sees(({ ticket, slip }) => ticket === 'ACTIVE' && slip === null)
  expect(own.messages.map(({ slips }) => slips)).not.toContain(1)
  for (const page of [other, own]) await page.sees(({ ticket }) => ticket !== null)
  expect(new Set(other.messages.map(({ slip }) => slip))).toEqual(new Set([null]))
})

/** The organizer's. */
const phone = '0812345678'

const fitting = {
  is_real: true,
  amount_satang: 25_050,
  receiver: 'xxx-xxx-5678',
  paid_at: '2026-11-21T03:00:00Z',
  reference,
}

async function startVerified(answer: object | number) {
  const verifier = await startVerifier(() => answer)
  const env = { SLIP_VERIFIER_URL: verifier.url, SLIP_VERIFIER_TOKEN: 'secret of the service' }
  return { ...(await startPaying(1, {}, await startApp(env))), verifier }
}

test('a slip that the service knows and that fits makes the ticket at once', async () => {
  const { send, verifier, owner, id, db } = await startVerified(fitting)

  const sent = await send(await slipPicture(slipText(reference)))

  expect(sent.json()).toMatchObject({ status: 'ACTIVE', slip: { state: 'confirmed', readable: true } })
  expect(verifier.asked).toEqual([
    {
      bank: '004',
      reference,
      payload: slipText(reference),
      amount_satang: 25_050,
      receiver: '0812345678',
      authorization: 'Bearer secret of the service',
    },
  ])
  expect((await owner.get(`/api/tickets/${id}/slip`)).statusCode).toBe(200)
  const { rows } = await db.pool.query("SELECT FROM unconfirmed_tickets WHERE news = 'paid'")
  expect(rows).toHaveLength(1)
})

test.each([
  ['slip_not_real', { is_real: false }],
  ['slip_not_real', { ...fitting, reference: '999999999999999' }],
  ['slip_wrong_amount', { ...fitting, amount_satang: 25_049 }],
  ['slip_wrong_receiver', { ...fitting, receiver: 'xxx-xxx-5679' }],
  ['slip_wrong_receiver', { ...fitting, receiver: 'xxx-xxx-x679' }],
  ['slip_wrong_time', { ...fitting, paid_at: '2026-11-20T03:00:00Z' }],
])('%s is said of one that does not fit, and the seat is held until the time to pay is over', async (code, answer) => {
  const { send, ticketOf, payer, db } = await startVerified(answer)
  const before = (await ticketOf(payer)).pay_by

  const sent = await send(await slipPicture(slipText(reference)))

  expect([sent.statusCode, sent.json().code]).toEqual([409, code])
  expect(await ticketOf(payer)).toMatchObject({
    status: 'UNPAID',
    pay_by: before,
    slip: { state: 'refused', reason: sent.json().message },
  })
  expect((await db.pool.query('SELECT FROM slip_references')).rows).toEqual([])
})

test.each([
  ['answers with an error', 500],
  ['answers something else', { is_real: 'yes' }],
  ['answers a real transfer without its amount', { is_real: true }],
  ['hides who was paid', { ...fitting, receiver: 'xxx-xxx-xxxx' }],
])('where the service %s the slip is the organizer’s to review', async (_, answer) => {
  const { send, decide } = await startVerified(answer)

  const sent = await send(await slipPicture(slipText(reference)))

  expect(sent.json()).toMatchObject({ status: 'UNPAID', pay_by: null, slip: { state: 'in_review' } })
  expect((await decide('confirm')).json().status).toBe('ACTIVE')
})

test.each([
  ['fits', ['0812345678', '081-234-5678', 'XXX-XXX-5678', '*** *** 5678', '+66812345678', '0066 xx xxx 5678'], phone],
  ['fits', ['x-xxxx-xxxx3-45-0', '0066700203450'], '0066700203450'],
  ['slip_wrong_receiver', ['0812345679', 'xxx-xxx-x679', '+66 xx xxx 5679', '0066812345679'], phone],
  ['unknown', ['', 'xxx-xxx-xxxx', 'xxx-xxx-x678', '+66 xx xxx x678', 'x5678', '•••-•••-5678'], phone],
  ['unknown', ['x-xxxx-xxxx3-45-0', '+66xxxxxxxxxx5678', 'Somchai J.'], phone],
])('the verdict %s on a payment whose receiver is shown as one of %j', async (verdict, shown, promptpay_id) => {
  const { url } = await startVerifier(({ payload }) => ({ ...fitting, receiver: String(payload) }))
  const verify = openSlipVerifier({ SLIP_VERIFIER_URL: url, SLIP_VERIFIER_TOKEN: undefined })
  const payable = { price_satang: 25_050, promptpay_id, register_date: fitting.paid_at } as Payable

  const verdicts = await Promise.all(shown.map((text) => verify?.({ bank: '004', reference, text }, payable)))

  expect(verdicts).toEqual(shown.map(() => verdict))
})

test('a transfer from before the application is refused even where its receiver cannot be compared', async () => {
  const { send } = await startVerified({ ...fitting, receiver: '', paid_at: '2026-11-20T03:00:00Z' })

  expect((await send(await slipPicture(slipText(reference)))).json().code).toBe('slip_wrong_time')
})

test('a service that is silent until the timeout has not answered', async () => {
  const { url } = await startVerifier(() => null)
  const verify = openSlipVerifier({ SLIP_VERIFIER_URL: url, SLIP_VERIFIER_TOKEN: undefined }, 50)
  const slip = { bank: '004', reference, text: slipText(reference) }

  expect(await verify?.(slip, { price_satang: 1, promptpay_id: '' } as Payable)).toBe('unknown')
})

test('a redirect of the service is not followed', async () => {
  const elsewhere = await startVerifier(() => fitting)
  const { url } = await startVerifier(() => ({ location: elsewhere.url }))
  const verify = openSlipVerifier({ SLIP_VERIFIER_URL: url, SLIP_VERIFIER_TOKEN: undefined })
  const slip = { bank: '004', reference, text: slipText(reference) }

  expect(await verify?.(slip, { price_satang: 1, promptpay_id: '' } as Payable)).toBe('unknown')
  expect(elsewhere.asked).toEqual([])
})

test('no slip is lost while the service is down, and a slip without a code is never sent to it', async () => {
  const away = await startApp({ SLIP_VERIFIER_URL: 'http://127.0.0.1:9/verify' })
  const { send } = await startPaying(1, {}, away)
  const { send: sendTo, verifier } = await startVerified(fitting)

  expect((await send(await slipPicture(slipText(reference)))).json().slip.state).toBe('in_review')
  expect((await sendTo(await slipPicture(null))).json().slip.state).toBe('in_review')
  expect(verifier.asked).toEqual([])
})
