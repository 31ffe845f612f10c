import { expect, test } from 'vitest'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { nextSteps, timeLeft } from './next-step.ts'

const now = Date.parse('2026-12-05T08:50:00Z')
const ticket: Ticket = {
  id: 3,
  ticket_id: '8e6ad4c6-6ab2-4a83-8c0c-2f6a5a8bb2a1',
  ticket_number: 'K7PM-3QXA',
  event_id: 7,
  fullname: 'Malee Suksan',
  register_date: '2026-11-20T03:00:00.000Z',
  status: 'ACTIVE',
  position: null,
  pay_by: null,
  price_satang: 0,
  cancel_reason: null,
  organizer_word: '',
  slip: null,
  paid_at: null,
  refund: null,
}
const said = (given: Partial<Ticket>) => nextSteps({ ...ticket, ...given }, now)

test('who waits reads their place in line', () => {
  expect(said({ status: 'WAITING', position: 1_012 })).toEqual([
    'You are on the waiting list. You are mailed when a seat is yours.',
    'You are number 1,012 in line.',
  ])
})

test('who is to be approved reads that the organizer decides', () => {
  expect(said({ status: 'PENDING' })).toEqual([
    'You have applied. The organizer decides about your application, and you are mailed then.',
  ])
})

test('who has to pay reads until when and how much time is left, or that it is over, or that it stands still', () => {
  const [, until] = said({ status: 'UNPAID', pay_by: '2026-12-05T11:00:00.000Z' })
  const [, over] = said({ status: 'UNPAID', pay_by: '2026-12-05T08:50:00.000Z' })
  const [, still] = said({ status: 'UNPAID' })

  expect(until).toBe('Pay until Saturday, December 5, 2026 at 6:00 PM (2 hours 10 minutes left).')
  expect(over).toBe('The time to pay is over.')
  expect(still).toBe('Your payment is being checked. Meanwhile the deadline stands still.')
})

test('the time to pay that is left is told alone, and not once it is over or stands still', () => {
  const now = Date.parse('2026-11-21T03:00:00Z')

  expect(timeLeft('2026-11-21T03:12:30Z', now)).toBe('12 minutes 30 seconds left')
  expect([timeLeft('2026-11-21T03:00:00Z', now), timeLeft(null, now), timeLeft('2026-11-21T03:12:30Z', null)]).toEqual([
    null,
    null,
    null,
  ])
})

test('who has paid for what has ended reads whether the money is due or was paid back', () => {
  const [, due] = said({ status: 'CANCELLED', cancel_reason: 'by_holder', refund: 'due' })
  const [, refunded] = said({ status: 'CANCELLED', cancel_reason: 'by_holder', refund: 'refunded' })

  expect(due).toBe('The organizer is to pay you back what you have paid, and sees it in their list of refunds.')
  expect(refunded).toBe('The organizer has noted that what you paid was paid back to you.')
})

test('an application that has ended says why, and a ticket says nothing', () => {
  expect(said({ status: 'CANCELLED', cancel_reason: 'refused' })).toEqual([
    'The organizer has refused your application.',
  ])
  expect(said({ status: 'ACTIVE' })).toEqual([])
})
