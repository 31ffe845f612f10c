import { expect, test } from 'vitest'
import { asCode, doorLimits, Scan } from './door.ts'
import { readTicketCode, readTicketNumber, TicketCode, ticketCodeText } from './ticket-code.ts'
import type { SignedTicket } from './tickets.ts'

const ticket: SignedTicket = {
  id: 1,
  ticket_id: '7e4f2a35-0d0b-4d8e-9a35-3f8c3c1f0a11',
  ticket_number: 'K7PM-3QXA',
  event_id: 7,
  fullname: 'มาลี สุขสันต์',
  register_date: '2026-11-21T18:00:00.000Z',
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
  signature: 'x'.repeat(86),
}

test('the QR code has the fields of the specification, the date in Bangkok, and the signature', () => {
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

test('a very long name is cut in the QR code without splitting a character', () => {
  const { fullname } = JSON.parse(ticketCodeText({ ...ticket, fullname: '😀'.repeat(300) }, 'Jazz'))

  expect(fullname).toBe('😀'.repeat(40))
})

test.each([
  ['K7PM-3QXA', 'K7PM-3QXA'],
  ['k7pm3qxa', 'K7PM-3QXA'],
  [' k7pm – 3qxa\n', 'K7PM-3QXA'],
  ['K 7 P M 3 Q X A', 'K7PM-3QXA'],
  ['Ｋ７ＰＭ３ＱＸＡ', 'K7PM-3QXA'],
  ['k๗pm-๓qxa', 'K7PM-3QXA'],
  ['u7pm-3qxu', 'V7PM-3QXV'],
])('%j is the ticket number %s', (typed, number) => {
  expect(readTicketNumber(typed)).toBe(number)
})

test.each(['', 'K7PM-3QX', 'K7PM-3QXAA', 'K0PM-3QXA', 'KOPM-3QXA', 'K1PM-3QXA', 'KIPM-3QXA', 'KLPM-3QXA', 'K7PM_3QXA'])(
  '%j is not a ticket number',
  (typed) => expect(readTicketNumber(typed)).toBeNull(),
)

test('a ticket code may have additional fields; any other text is not a ticket code', () => {
  const code = {
    ticket_id: '0b0e8a53-6b5c-4d6e-9c5e-6a1d5f0c2a11',
    event_id: 7,
    ticket_number: 'K7PM-3QXA',
    signature: 'x',
  }

  expect(readTicketCode(JSON.stringify({ ...code, fullname: 'Somchai', status: 'ACTIVE', admin: true }))).toEqual(code)
  for (const text of ['', '7', 'null', '[]', '{', JSON.stringify({ ...code, event_id: '7' }), 'K7PM-3QXA']) {
    expect(readTicketCode(text)).toBeNull()
  }
})

test('any text that a camera reads can be sent as a scan', () => {
  const scan = { scan_id: '0b0e8a53-6b5c-4d6e-9c5e-6a1d5f0c2a11', scanned_at: '2026-11-21T03:00:00Z', let_in: true }

  for (const text of ['', '\0\0', '\ud800', ' K7PM ', '😀'.repeat(5_000), `x${'😀'.repeat(5_000)}`]) {
    const code = asCode(text)
    expect(code.isWellFormed() && !code.includes('\0') && code.length <= doorLimits.code).toBe(true)
    expect(Scan.parse({ ...scan, code }).code).toBe(code)
  }
})
