import { expect, test } from 'vitest'
import type { Ticket, TicketStatus } from '#contract/tickets/tickets.ts'
import { arrange } from './load-tickets.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')

const ticketOf = (event_id: number, status: TicketStatus = 'ACTIVE') => ({ id: event_id, event_id, status }) as Ticket

const from = (start: string, end: string, is_called_off = false) => ({
  start_date_event: `2026-11-${start}:00:00.000Z`,
  end_date_event: `2026-11-${end}:00:00.000Z`,
  is_called_off,
})

const events = new Map([
  [1, from('20T10', '20T12')],
  [2, from('28T10', '28T12')],
  [3, from('21T11', '21T13')],
  [4, from('22T10', '22T12', true)],
  [5, from('24T10', '24T12')],
  [6, null],
])

function placesOf(tickets: Ticket[], known: Parameters<typeof arrange>[1] = events) {
  const { next, later, apart } = arrange(tickets, known, now)
  return { next: next?.id ?? null, later: later.map(({ id }) => id), apart: apart.map(({ id }) => id) }
}

test('the ticket of the next event comes first, also while that is under way', () => {
  expect(placesOf([2, 3, 5].map((id) => ticketOf(id)))).toEqual({ next: 3, later: [5, 2], apart: [] })
})

test('tickets that are cancelled, and those of past and called off events, stand apart', () => {
  const tickets = [ticketOf(2), ticketOf(5, 'CANCELLED'), ticketOf(4, 'USED'), ticketOf(4), ticketOf(1, 'USED')]

  expect(placesOf(tickets)).toEqual({ next: 2, later: [], apart: [5, 4, 4, 1] })
})

test('a ticket that was checked in stays where it is until its event is over', () => {
  expect(placesOf([ticketOf(2), ticketOf(3, 'USED')])).toEqual({ next: 3, later: [2], apart: [] })
  expect(placesOf([ticketOf(5), ticketOf(2, 'USED')])).toEqual({ next: 5, later: [2], apart: [] })
})

test('a ticket whose event cannot be read is never the next one, and follows those that can', () => {
  expect(placesOf([ticketOf(6), ticketOf(5), ticketOf(2)])).toEqual({ next: 5, later: [2, 6], apart: [] })
  expect(placesOf([ticketOf(6)])).toEqual({ next: null, later: [6], apart: [] })
})

test('while no event is known, the tickets themselves tell which stand apart', () => {
  const tickets = [ticketOf(2), ticketOf(5, 'EXPIRED'), ticketOf(3), ticketOf(1, 'USED')]

  expect(placesOf(tickets, new Map())).toEqual({ next: null, later: [2, 3], apart: [5, 1] })
})
