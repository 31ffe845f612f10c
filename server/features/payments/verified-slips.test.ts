import { expect, test } from 'vitest'
import type { Payable } from '#server/features/tickets/held/payments.repository.ts'
import { startApp } from '#server/testing/app.ts'
import { startPaying } from '#server/testing/applications/paying.ts'
import { slipPicture, slipText, startVerifier } from '#server/testing/applications/slips.ts'
import { openSlipVerifier } from './slip-verifier.ts'

const reference = '015012150214BPP01234'
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
  ['slip_wrong_receiver', { ...fitting, receiver: 'xxx-xxx-xxxx' }],
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
])('where the service %s the slip is the organizer’s to review', async (_, answer) => {
  const { send, decide } = await startVerified(answer)

  const sent = await send(await slipPicture(slipText(reference)))

  expect(sent.json()).toMatchObject({ status: 'UNPAID', pay_by: null, slip: { state: 'in_review' } })
  expect((await decide('confirm')).json().status).toBe('ACTIVE')
})

test('a service that says nothing has not answered once its time is over', async () => {
  const { url } = await startVerifier(() => null)
  const verify = openSlipVerifier({ SLIP_VERIFIER_URL: url, SLIP_VERIFIER_TOKEN: undefined }, 50)
  const slip = { bank: '004', reference, text: slipText(reference) }

  expect(await verify?.(slip, { price_satang: 1, promptpay_id: '' } as Payable)).toBe('unknown')
})

test('a service that leads elsewhere is followed nowhere', async () => {
  const elsewhere = await startVerifier(() => fitting)
  const { url } = await startVerifier(() => ({ location: elsewhere.url }))
  const verify = openSlipVerifier({ SLIP_VERIFIER_URL: url, SLIP_VERIFIER_TOKEN: undefined })
  const slip = { bank: '004', reference, text: slipText(reference) }

  expect(await verify?.(slip, { price_satang: 1, promptpay_id: '' } as Payable)).toBe('unknown')
  expect(elsewhere.asked).toEqual([])
})

test('a service that is not there loses no slip, and one without a code is never sent to it', async () => {
  const away = await startApp({ SLIP_VERIFIER_URL: 'http://127.0.0.1:9/verify' })
  const { send } = await startPaying(1, {}, away)
  const { send: sendTo, verifier } = await startVerified(fitting)

  expect((await send(await slipPicture(slipText(reference)))).json().slip.state).toBe('in_review')
  expect((await sendTo(await slipPicture(null))).json().slip.state).toBe('in_review')
  expect(verifier.asked).toEqual([])
})
