import { expect, test } from 'vitest'
import type { Ticket, TicketStatus } from '#contract/tickets/tickets.ts'
import { activeFirst, statusLabel } from './status.ts'

function ticketWith(id: number, status: TicketStatus): Ticket {
  return {
    id,
    ticket_id: '7e4f2a35-0d0b-4d8e-9a35-3f8c3c1f0a11',
    ticket_number: 'K7PM-3QXA',
    event_id: 7,
    fullname: 'มาลี สุขสันต์',
    register_date: '2026-11-21T18:00:00.000Z',
    status,
  }
}

test('a ticket without a status is shown as active', () => {
  expect(statusLabel('')).toBe('Active')
  expect(statusLabel('CANCELLED')).toBe('Cancelled')
})

test('active tickets come first, newest first among themselves', () => {
  const tickets = [
    ticketWith(4, 'CANCELLED'),
    ticketWith(3, 'ACTIVE'),
    ticketWith(2, 'EXPIRED'),
    ticketWith(1, 'ACTIVE'),
  ]

  expect(activeFirst(tickets).map(({ id }) => id)).toEqual([3, 1, 4, 2])
})
