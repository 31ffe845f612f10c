import { expect, test } from 'vitest'
import { startWaitingList } from '#server/testing/applications/waiting-list.ts'

const priced = { is_free: false, ticket_price: 250.5, promptpay_id: '081-234-5678', payment_minutes: 10 }
const urlOf = ({ id }: { id: number }) => `/api/tickets/${id}/payment`

test('an unpaid application shows the receiver, the amount and the deadline', async () => {
  const { as, holders, ticketOf, event, owner, edit } = await startWaitingList({
    waiting: 0,
    event: { ...priced, promptpay_name: ' Malee Suksan ' },
  })
  const ticket = await ticketOf(holders[0])

  const reply = holders[0] && (await as(holders[0]).get(urlOf(ticket)))

  expect(reply?.statusCode).toBe(200)
  expect(reply?.json()).toEqual({
    ticket_id: ticket.id,
    event_id: event.id,
    event_name: event.event_name,
    ticket_type: '',
    organizer_name: expect.stringMatching(/\w/),
    promptpay_id: '0812345678',
    promptpay_name: 'Malee Suksan',
    seats: 1,
    seat_price_satang: 25050,
    amount_satang: 25050,
    pay_by: '2026-11-21T03:10:00.000Z',
  })
  const nameFor = async (viewer = owner) => (await viewer.get(`/api/events/${event.id}`)).json().promptpay_name
  expect(await nameFor()).toBe('Malee Suksan')
  expect(holders[0] && (await nameFor(as(holders[0])))).toBe('')
  expect((await edit({ promptpay_name: 'Malee\nSuksan' })).json().detail).toMatchObject([
    { loc: ['body', 'promptpay_name'], msg: expect.stringContaining('line breaks') },
  ])
  await edit({ promptpay_name: '' })
  const unnamed = holders[0] && (await as(holders[0]).get(urlOf(ticket))).json()
  expect(unnamed).toMatchObject({ promptpay_name: '', organizer_name: expect.stringMatching(/\w/) })
})

test('nobody else sees the payment details: no other applicant, organizer or visitor', async () => {
  const { as, visitor, owner, holders, line, ticketOf } = await startWaitingList({ event: priced })
  const url = urlOf(await ticketOf(holders[0]))

  for (const person of line) expect((await as(person).get(url)).json()).toMatchObject({ code: 'ticket_not_found' })
  expect((await owner.get(url)).json()).toMatchObject({ code: 'ticket_not_found' })
  expect((await visitor.get(url)).json()).toMatchObject({ code: 'not_signed_in' })
})

test('waiting, paid and withdrawn applications show no payment details', async () => {
  const { as, holders, line, ticketOf, decide, leave } = await startWaitingList({ seats: 2, waiting: 1, event: priced })
  const [payer, leaver] = holders
  if (!payer || !leaver || !line[0]) throw new Error('nobody is there')
  const asked = async (person: typeof payer) => (await as(person).get(urlOf(await ticketOf(person)))).json()

  expect(await asked(line[0])).toMatchObject({ code: 'nothing_to_pay' })
  await decide('paid', [payer])
  await leave(leaver)

  expect(await asked(payer)).toMatchObject({ code: 'nothing_to_pay' })
  expect(await asked(leaver)).toMatchObject({ code: 'nothing_to_pay' })
  expect(await asked(line[0])).toMatchObject({ promptpay_id: '0812345678', amount_satang: 25050 })
})
