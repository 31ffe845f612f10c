import { expect, test } from 'vitest'
import { readTicketCode } from '#contract/tickets/ticket-code.ts'
import { type KeptScan, nextBatch, ofDeleted, withoutNames } from './scan.ts'
import type { Snapshot } from './snapshot.ts'

function scans(...kinds: ('sent' | 'waits' | 'undone' | 'refused')[]): KeptScan[] {
  return kinds.map((kind, place) => ({
    seq: place,
    event_id: 7,
    scan_id: `3f1b1f0e-6f57-4f3b-9c59-${String(place).padStart(12, '0')}`,
    code: 'K7PM-3QXA',
    scanned_at: '2026-11-28T11:10:00.000Z',
    let_in: kind !== 'refused',
    verdict: kind === 'refused' ? 'unknown' : 'checked_in',
    ticket: null,
    waiting: kind !== 'sent',
    asked: true,
    undone: kind === 'undone',
  }))
}

const places = (batch: KeptScan[]) => batch.map(({ seq }) => seq)

test('scans that wait are sent in their order, without those that were sent', () => {
  expect(places(nextBatch(scans('sent', 'waits', 'sent', 'waits')))).toEqual([1, 3])
  expect(nextBatch(scans('sent'))).toEqual([])
})

test('at most a hundred scans are sent at once', () => {
  const batch = nextBatch(scans(...Array.from({ length: 130 }, () => 'waits' as const)))

  expect(places(batch)).toEqual(Array.from({ length: 100 }, (_, place) => place))
})

test.each(['undone', 'refused'] as const)('a scan that was %s is sent alone, before all that came later', (kind) => {
  const all = scans('waits', kind, 'waits')

  expect(places(nextBatch(all))).toEqual([0])
  expect(places(nextBatch(all.slice(1)))).toEqual([1])
})

test('scans that were made under different names of the phone are sent apart', () => {
  const all = scans('waits', 'waits', 'waits').map((scan, n) => ({ ...scan, device: n < 2 ? 'Gate A' : 'Gate B' }))

  expect(places(nextBatch(all))).toEqual([0, 1])
  expect(places(nextBatch(all.slice(2)))).toEqual([2])
})

const code = JSON.stringify({
  ticket_id: '7d9f5a52-6a53-4a2b-9a5b-0c6d0f6e4b11',
  event_id: 5,
  ticket_number: 'K7PM-3QXA',
  event_name: 'Loy Krathong Night',
  fullname: 'Malee Suksan',
  signature: 'c2lnbmVk',
})
const scan: KeptScan = {
  seq: 1,
  scan_id: '0b6f2f6e-2f0c-4c55-8a55-2d7a0c3f4e21',
  event_id: 5,
  code,
  scanned_at: '2026-11-24T11:00:00.000Z',
  let_in: true,
  verdict: 'checked_in',
  ticket: {
    ticket_number: 'K7PM-3QXA',
    fullname: 'Malee Suksan',
    status: 'USED',
    used_at: '2026-11-24T11:00:00.000Z',
    used_door: null,
  },
  waiting: true,
  asked: false,
  undone: false,
}

test('a scan without names says of its guest what a door checks, and no more', () => {
  const nameless = withoutNames(scan)

  expect(JSON.stringify(nameless)).not.toContain('Malee')
  expect(readTicketCode(nameless.code)).toEqual(readTicketCode(code))
  expect(nameless).toMatchObject({ scan_id: scan.scan_id, waiting: true, ticket: { ticket_number: 'K7PM-3QXA' } })
})

test('a typed number, and a scan of no ticket, stay as they are without names', () => {
  const typed = { ...scan, code: 'K7PM-3QXA', ticket: null }

  expect(withoutNames(typed)).toEqual(typed)
})

test('scans of whoever has deleted their account since are known by what the door says now', () => {
  const ticketAs = (fullname: string) => scan.ticket && { ...scan.ticket, fullname }
  const doorWith = (fullname: string) =>
    ({ tickets: new Map([['K7PM-3QXA', ticketAs(fullname)]]) }) as Pick<Snapshot, 'tickets'>
  const other = { ...scan, ticket: scan.ticket && { ...scan.ticket, ticket_number: 'BBBB-BBBB' } }
  const nameless = { ...withoutNames(scan), ticket: ticketAs('Deleted account') }

  expect(ofDeleted([scan, other], doorWith('Deleted account'))).toEqual([scan])
  expect(ofDeleted([nameless, { ...scan, ticket: null }], doorWith('Deleted account'))).toEqual([])
  expect(ofDeleted([scan], doorWith('Malee Suksan'))).toEqual([])
})
