import { expect, test } from 'vitest'
import type { LiveState } from '#contract/events/application.ts'
import { decideLeaving } from './admission.rules.ts'

const now = new Date('2026-11-21T03:00:00Z')

const held = (id: number, status: LiveState) => ({
  ...{ id, status, user_id: id * 10, event_id: 1, party_of: null, seats: 1, cancel_reason: null },
  start_date_event: '2026-12-01T03:00:00Z',
  end_date_event: '2026-12-01T06:00:00Z',
})

const leave = (ticketId: number, seen?: 'ACTIVE' | 'WAITING') => ({ ticketId, userId: ticketId * 10, seen })

test('of two calls that cancel one application the second is refused because it has ended', () => {
  const decided = decideLeaving([leave(1), leave(1), leave(1, 'ACTIVE')], [held(1, 'ACTIVE')], now)

  expect(decided).toMatchObject([
    { ticketId: 1, state: 'ACTIVE' },
    { code: 'ticket_not_active' },
    { code: 'application_changed' },
  ])
})

test('somebody who leaves the waiting list while a seat becomes free is decided after it is given', () => {
  const tickets = [held(1, 'ACTIVE'), held(2, 'WAITING'), held(3, 'WAITING')]

  const decided = decideLeaving([leave(2), leave(1), leave(3, 'WAITING')], tickets, now)

  expect(decided).toMatchObject([
    { ticketId: 2, state: 'WAITING' },
    { ticketId: 1, state: 'ACTIVE' },
  ])
})

test('nobody cancels another person’s application', () => {
  const decided = decideLeaving([{ ticketId: 1, userId: 20 }, leave(2)], [held(1, 'ACTIVE')], now)

  expect(decided).toMatchObject([{ code: 'ticket_not_found' }, { code: 'ticket_not_found' }])
})
