import { expect, test } from 'vitest'
import { closeLines, collectUnpaid } from '#server/features/tickets/line/deadlines.service.ts'
import type { TicketNews } from '#server/features/tickets/mails/news.ts'
import { sendTicketMail } from '#server/features/tickets/mails/ticket-mails.service.ts'
import type { Mail } from '#server/lib/mail/outbox.ts'
import type { Person } from '#server/testing/app.ts'
import { soon } from '#server/testing/applications/line.ts'
import { startPaying } from '#server/testing/applications/paying.ts'
import { slipPicture, slipText } from '#server/testing/applications/slips.ts'
import { openPage } from '#server/testing/live.ts'

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

test('who has not paid in time reads what to do about money that was sent, and where to write', async () => {
  const stage = await startPaying(1, { payment_minutes: 10 })
  stage.pass(11 * minute)

  await collectUnpaid(stage.ctx)

  const [mail] = await mailsAbout(stage, 'unpaid')
  const words = mail?.text.replaceAll(/\s+/g, ' ')
  expect(words).toContain('If you have sent the money already, write to the organizer to get it back.')
  // The event names no address, so it is the organizer's own.
  expect(words).toContain('If you have questions, write to team@example.com.')
})

test('whose slip nobody has decided about for thirty days reads what to do about the money', async () => {
  const stage = await startPaying()
  await stage.send(await slipPicture(null))
  stage.pass(60 * 24 * 60 * minute)

  await closeLines(stage.ctx)

  const [mail] = await mailsAbout(stage, 'too_late')
  expect(mail?.subject).toBe('Not decided in time: Bangkok JavaScript Night')
  expect(mail?.text).toContain('get your money back')
})

test('who has paid, or may have, reads that the organizer owes it when the event is called off', async () => {
  const { send, ids, holders, owner, event, db } = await startPaying(3)
  await owner.post(`/api/events/${event.id}/applications/paid`, { applications: [ids[0]] })
  await send(await slipPicture(null), holders[1], ids[1])

  await owner.delete(`/api/organizers/delete-event/${event.id}`)

  const { rows } = await db.pool.query<{ payload: Mail }>(
    `SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'send_mail' ORDER BY j.id`,
  )
  expect(rows.map(({ payload }) => /pay you back|need not do/.exec(payload.text ?? '')?.[0]).sort()).toEqual([
    'need not do',
    'pay you back',
    'pay you back',
  ])
})

test('the owner’s page hears of every slip that comes, and the payer’s what becomes of their own, and nobody else of it', async () => {
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
