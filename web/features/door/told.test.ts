import { expect, test } from 'vitest'
import type { DoorTicket } from '#contract/door.ts'
import type { KeptScan } from './kept-scan.ts'
import { changedElsewhere, toldTickets } from './told.ts'

const used: DoorTicket = {
  ticket_number: 'K7PM-3QXA',
  fullname: 'Malee Suksan',
  status: 'USED',
  used_at: '2026-11-28T11:10:00.000Z',
}
const active: DoorTicket = { ...used, status: 'ACTIVE', used_at: null }

/** Answered by the server, unless something else is given. */
function scan(given: Partial<KeptScan> = {}): KeptScan {
  return {
    seq: 1,
    event_id: 7,
    scan_id: '3f1b1f0e-6f57-4f3b-9c59-0c8f3f4f6a10',
    code: 'K7PM-3QXA',
    scanned_at: '2026-11-28T11:10:00.000Z',
    let_in: false,
    verdict: 'admitted',
    ticket: used,
    waiting: false,
    asked: true,
    undone: false,
    ...given,
  }
}

test('what the server said of a ticket counts, and what this phone decided by itself does not', () => {
  expect(toldTickets([scan(), scan({ verdict: 'cancelled', ticket: active })])).toEqual([used, active])
  expect(toldTickets([scan({ waiting: true, asked: false }), scan({ waiting: true })])).toEqual([])
  // Let in, and taken back before the server could hear of it.
  expect(toldTickets([scan({ asked: false, undone: true })])).toEqual([])
})

test('a ticket that the server does not know is not known by what the phone made of it', () => {
  expect(toldTickets([scan({ verdict: 'unknown' }), scan({ verdict: 'unknown', ticket: null })])).toEqual([])
})

test('of a scan that was taken back only what the server said then counts', () => {
  expect(toldTickets([scan({ undone: true, ticket: active })])).toEqual([active])
  expect(toldTickets([scan({ undone: true, ticket: used })])).toEqual([])
})

test('another tab changed a scan that is new, that was sent or that was taken back', () => {
  const [waits, other] = [scan({ waiting: true }), scan({ scan_id: '3f1b1f0e-6f57-4f3b-9c59-0c8f3f4f6a11' })]

  expect(changedElsewhere([waits], [waits])).toEqual([])
  expect(changedElsewhere([waits], [waits, other])).toEqual([other])
  for (const changed of [scan(), scan({ waiting: true, undone: true })]) {
    expect(changedElsewhere([waits], [changed])).toEqual([changed])
  }
})
