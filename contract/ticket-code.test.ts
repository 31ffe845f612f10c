import { expect, test } from 'vitest'
import { TicketCode, ticketCodeText } from './ticket-code.ts'
import type { SignedTicket } from './tickets.ts'

const ticket: SignedTicket = {
  id: 1,
  ticket_id: '7e4f2a35-0d0b-4d8e-9a35-3f8c3c1f0a11',
  ticket_number: 'K7PM-3QXA',
  event_id: 7,
  fullname: 'มาลี สุขสันต์',
  register_date: '2026-11-21T18:00:00.000Z',
  status: 'ACTIVE',
  signature: 'x'.repeat(86),
}

test('the QR code says what the specification names, with the date as in Bangkok, and what a door checks', () => {
  const said = JSON.parse(ticketCodeText(ticket, 'งานวัด 2026'))

  expect(said).toEqual({
    ticket_id: '7e4f2a35-0d0b-4d8e-9a35-3f8c3c1f0a11',
    event_id: 7,
    ticket_number: 'K7PM-3QXA',
    event_name: 'งานวัด 2026',
    fullname: 'มาลี สุขสันต์',
    profile_picture: 'placeholder',
    register_date: '11/22/2026',
    status: 'Active',
    signature: 'x'.repeat(86),
  })
  expect(TicketCode.parse(said)).toEqual(said)
})

test('a very long name is cut in the QR code, between letters', () => {
  const { fullname } = JSON.parse(ticketCodeText({ ...ticket, fullname: '😀'.repeat(300) }, 'Jazz'))

  expect(fullname).toBe('😀'.repeat(40))
})
