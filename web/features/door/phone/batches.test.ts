import { expect, test } from 'vitest'
import { nextBatch } from './batches.ts'
import type { KeptScan } from './kept-scan.ts'

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
