import { expect, test } from 'vitest'
import { visitorStanding } from '#contract/events/applying.ts'
import type { EventDetail } from '#contract/events/events.ts'
import type { SignedTicket, Ticket } from '#contract/tickets/tickets.ts'
import { endedWords, nextSteps, payLabel, statusLabel, timeLeft } from './application-status.tsx'

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
  ticket_type: '',
  party_of: null,
  seats: 1,
  total_satang: 0,
  cancel_reason: null,
  was_issued: true,
  organizer_word: '',
  slip: null,
  paid_at: null,
  refund: null,
}
const said = (given: Partial<SignedTicket>) => nextSteps({ ...ticket, ...given }, now)

test('on the waiting list the applicant reads their place', () => {
  expect(said({ status: 'WAITING', position: 1_012 })).toEqual([
    'You are on the waiting list. We will email you when you get a seat.',
    'You are number 1,012 in line.',
  ])
})

test('before approval the applicant reads that the organizer decides', () => {
  expect(said({ status: 'PENDING' })).toEqual(['You have applied. We will email you when the organizer has decided.'])
})

test('an unpaid application shows its deadline and the time left, or that it is over', () => {
  const [, until] = said({ status: 'UNPAID', pay_by: '2026-12-05T11:00:00.000Z' })
  const [, over] = said({ status: 'UNPAID', pay_by: '2026-12-05T08:50:00.000Z' })

  expect(until).toBe('Pay until Saturday, December 5, 2026 at 6:00 PM (2 hours 10 minutes left).')
  expect(over).toBe('The time to pay is over.')
})

test('while a slip is checked nobody is asked to pay again', () => {
  expect(said({ status: 'UNPAID', seats: 2 })).toEqual([
    'Your payment is being checked. The deadline is paused until then.',
    'It is for 2 seats together.',
  ])
  const pay_by = '2026-12-05T11:00:00.000Z'
  expect([payLabel({ pay_by: null, slip: null }), payLabel({ pay_by, slip: null })]).toEqual([
    'View Payment',
    'Pay now',
  ])
})

test('whose slip was refused reads why, and is asked for the right one instead of another payment', () => {
  const pay_by = '2026-12-05T11:00:00.000Z'
  const slip = { state: 'refused' as const, reason: 'It is of another day.', sent_at: pay_by, readable: true }

  expect(said({ status: 'UNPAID', pay_by, slip })).toEqual([
    'Your slip was not accepted. Send the right one before the time to pay is over.',
    'The reason: It is of another day.',
    'Pay until Saturday, December 5, 2026 at 6:00 PM (2 hours 10 minutes left).',
  ])
  expect(said({ status: 'UNPAID', pay_by, slip: { ...slip, reason: '' } })).toHaveLength(2)
  expect(payLabel({ pay_by, slip })).toBe('View Payment')
})

test('the remaining time can be shown alone, but not when it is over or paused', () => {
  const now = Date.parse('2026-11-21T03:00:00Z')

  expect(timeLeft('2026-11-21T03:12:30Z', now)).toBe('12 minutes 30 seconds left')
  expect([timeLeft('2026-11-21T03:00:00Z', now), timeLeft(null, now), timeLeft('2026-11-21T03:12:30Z', null)]).toEqual([
    null,
    null,
    null,
  ])
})

test('after a paid application has ended, its holder reads whether a refund is due or done', () => {
  const [, due] = said({ status: 'CANCELLED', cancel_reason: 'by_holder', refund: 'due' })
  const [, refunded] = said({ status: 'CANCELLED', cancel_reason: 'by_holder', refund: 'refunded' })

  expect(due).toBe('The organizer owes you a refund of what you paid. It is in their list of refunds.')
  expect(refunded).toBe('The organizer has marked what you paid as refunded.')
})

test('the payer reads how much was refunded and when, and the PromptPay number that they gave', () => {
  const saidOf = (refund_to: string) => {
    const refunded = { amount_satang: 25_050, refund_to, refunded_at: '2026-11-21T11:30:00.000Z' }
    return said({ status: 'CANCELLED', cancel_reason: 'by_holder', refund: 'refunded', refunded })[1]
  }

  expect(saidOf('0898765432')).toBe(
    'On November 21, 2026 at 6:30 PM the organizer marked 250.50 baht as refunded. For refunds you gave the PromptPay number 089-876-5432.',
  )
  expect(saidOf('')).toBe('On November 21, 2026 at 6:30 PM the organizer marked 250.50 baht as refunded.')
})

test('an application that has ended says why, and a ticket says nothing', () => {
  expect(said({ status: 'CANCELLED', cancel_reason: 'refused' })).toEqual([
    'The organizer has refused your application.',
  ])
  expect(said({ status: 'ACTIVE' })).toEqual([])
})

const event = {
  is_called_off: false,
  seats_left: 1,
  waiting: 0,
  ticket_types: [] as EventDetail['ticket_types'],
  waiting_list: true,
  needs_approval: false,
  takes_promptpay: true,
  start_date_register: '2026-11-21T08:00:00.000Z',
  end_date_register: '2026-11-21T10:00:00.000Z',
  start_date_event: '2026-11-21T12:00:00.000Z',
  end_date_event: '2026-11-21T14:00:00.000Z',
  standing: visitorStanding,
} as EventDetail
const open = Date.parse('2026-11-21T09:00:00Z')
const full = { ...event, seats_left: 0 }

test('whose seat was not paid in time reads so, and that they can apply again or stand in line', () => {
  expect(endedWords('unpaid', event, open)).toEqual([
    'The price was not paid in time, so the seat is no longer held for you.',
    'If you have paid already, write to the organizer.',
    'You can apply again.',
  ])
  expect(endedWords('unpaid', full, open).at(-1)).toBe('You can join the waiting list.')
})

test('whose line was closed reads who gets the next seat', () => {
  expect(endedWords('line_closed', { ...full, waiting_list: false }, open)).toEqual([
    'The organizer has closed the waiting list.',
    'If a seat comes free, whoever applies first gets it.',
  ])
})

test('once registration is closed nobody reads that they can apply again', () => {
  expect(endedWords('refused', event, Date.parse(event.end_date_register))).toEqual([
    'The organizer has refused your application.',
  ])
})

test('a ticket without a status is shown as active', () => {
  expect(statusLabel('')).toBe('Active')
  expect(statusLabel('CANCELLED')).toBe('Cancelled')
})

test('a seat of a party that was given back is told apart from a withdrawal', () => {
  const ended = { status: 'CANCELLED', cancel_reason: 'by_holder' } as const

  expect(said({ ...ended, party_of: 2 })).toEqual(['This ticket was given back.'])
  expect(said(ended)).toEqual(['You have withdrawn from this event.'])
})
