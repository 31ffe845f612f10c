import { expect, test } from 'vitest'
import { readTicketCode } from '#contract/tickets/ticket-code.ts'
import {
  changedInOtherTabs,
  isShownTo,
  nextBatch,
  type SavedScan,
  seatsToSell,
  withKept,
  withoutGuest,
  withoutNames,
} from './scan.ts'

const code = JSON.stringify({
  ticket_id: '7d9f5a52-6a53-4a2b-9a5b-0c6d0f6e4b11',
  event_id: 7,
  ticket_number: 'K7PM-3QXA',
  event_name: 'Loy Krathong Night',
  fullname: 'Malee Suksan',
  ticket_type: '',
  party: null,
  signature: 'c2lnbmVk',
})

/** A scan that let its holder in and waits to be sent. */
function scanOf(seq: number, given: Partial<SavedScan> = {}): SavedScan {
  return {
    seq,
    event_id: 7,
    scan_id: `3f1b1f0e-6f57-4f3b-9c59-${String(seq).padStart(12, '0')}`,
    code,
    scanned_at: '2026-11-28T11:10:00.000Z',
    let_in: true,
    verdict: 'checked_in',
    ticket: {
      ticket_number: 'K7PM-3QXA',
      fullname: 'Malee Suksan',
      ticket_type: '',
      party: null,
      status: 'USED',
      used_at: '2026-11-28T11:10:00.000Z',
      used_door: null,
    },
    waiting: true,
    asked: true,
    undone: false,
    ...given,
  }
}

const waiting = (count: number) => Array.from({ length: count }, (_, seq) => scanOf(seq))
const sequence = (batch: SavedScan[]) => batch.map(({ seq }) => seq)

test('waiting scans are sent in order', () => {
  const sent = { waiting: false }
  const scans = [scanOf(0, sent), scanOf(1), scanOf(2, sent), scanOf(3)]

  expect(sequence(nextBatch(scans))).toEqual([1, 3])
  expect(nextBatch([scanOf(0, sent)])).toEqual([])
})

test('a batch has at most a hundred scans', () => {
  expect(sequence(nextBatch(waiting(130)))).toEqual(sequence(waiting(100)))
})

test.each([
  ['was undone', { undone: true }],
  ['let nobody in', { let_in: false, verdict: 'unknown' }],
] as const)('a scan that %s is sent alone, before all later ones', (_, given) => {
  const scans = [scanOf(0), scanOf(1, given), scanOf(2)]

  expect(sequence(nextBatch(scans))).toEqual([0])
  expect(sequence(nextBatch(scans.slice(1)))).toEqual([1])
})

test('scans with different device names are sent in separate batches', () => {
  const scans = ['Gate A', 'Gate A', 'Gate B'].map((device, seq) => scanOf(seq, { device }))

  expect(sequence(nextBatch(scans))).toEqual([0, 1])
  expect(sequence(nextBatch(scans.slice(2)))).toEqual([2])
})

const walk_in = { name: 'Ton', ticket_type_id: null, payment: 'cash', price_satang: 100 } as const

test('scans and sales are sent in separate batches, in order', () => {
  const scans = [scanOf(0), scanOf(1, { walk_in }), scanOf(2, { walk_in }), scanOf(3)]

  expect(sequence(nextBatch(scans))).toEqual([0])
  expect(sequence(nextBatch(scans.slice(1)))).toEqual([1, 2])
})

test('a phone sells what it keeps, without what it has sold and what the server may not know yet', () => {
  const seats = { phone_id: '', want: 5, kept: [{ ticket_type_id: null, granted: 6, sold: 2 }] }
  const scans = [
    scanOf(0, { walk_in, waiting: false }),
    scanOf(1, { walk_in }),
    scanOf(2, { walk_in, undone: true }),
    scanOf(3, { walk_in: { ...walk_in, ticket_type_id: 7 } }),
    scanOf(4),
  ]

  expect(seatsToSell(seats, scans, null)).toBe(3)
  expect(seatsToSell(seats, scans, 7)).toBe(0)
  expect(seatsToSell({ ...seats, kept: [] }, scans, null)).toBe(0)
})

test('an answer that comes late gives a phone no seat twice', () => {
  const seats = { phone_id: '', want: 5, kept: [{ ticket_type_id: null, granted: 4, sold: 3 }] }
  const kept = (granted: number, sold: number) => [{ ticket_type_id: null, granted, sold }]

  expect(withKept(seats, kept(9, 2), false).kept).toEqual(kept(4, 3))
  expect(withKept(seats, kept(9, 2), true).kept).toEqual(kept(9, 3))
})

test('a scan that another tab added, sent or undid is found', () => {
  const [known, added] = [scanOf(0), scanOf(1)]

  expect(changedInOtherTabs([known], [known])).toEqual([])
  expect(changedInOtherTabs([known], [known, added])).toEqual([added])
  for (const changed of [scanOf(0, { waiting: false }), scanOf(0, { undone: true })]) {
    expect(changedInOtherTabs([known], [changed])).toEqual([changed])
  }
})

test('a scan without names has only the fields that the door checks', () => {
  const nameless = withoutNames(scanOf(0))

  expect(JSON.stringify(nameless)).not.toContain('Malee')
  expect(readTicketCode(nameless.code)).toEqual(readTicketCode(code))
  expect(nameless).toMatchObject({ waiting: true, ticket: { ticket_number: 'K7PM-3QXA' } })
})

test('a typed number without a ticket has no name to remove', () => {
  const typed = scanOf(0, { code: 'K7PM-3QXA', ticket: null })

  expect(withoutNames(typed)).toEqual(typed)
})

test('after the door closed, sent scans stay without guest and code, for whoever made them', () => {
  const sent = withoutGuest(scanOf(0, { waiting: false, keeper: 7 }))

  expect(JSON.stringify(sent)).not.toMatch(/Malee|signature/)
  expect(sent).toMatchObject({ verdict: 'checked_in', code: 'K7PM-3QXA', ticket: { ticket_number: 'K7PM-3QXA' } })
  expect([7, 8, 'link'].map((keeper) => isShownTo(sent, keeper))).toEqual([true, false, false])
  expect(withoutGuest(scanOf(0, { waiting: false, code: 'Malee Suksan', ticket: null })).code).toBe('')
})

test("waiting scans lose the guest's name but not the one typed for a walk-in, and are sent by anybody", () => {
  const sale = scanOf(0, { code: '', walk_in })
  const scan = withoutGuest(scanOf(1, { keeper: 7 }))

  expect(JSON.stringify(scan)).not.toContain('Malee')
  expect(isShownTo(scan, 8)).toBe(true)
  expect(withoutGuest(sale)).toEqual(sale)
  expect(JSON.stringify(withoutGuest({ ...sale, waiting: false }))).not.toMatch(/Ton|Malee/)
})
