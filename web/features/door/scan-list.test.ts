import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DoorTicket } from '#contract/tickets/door.ts'
import type { SavedScan } from '#web/features/door/phone/scan.ts'
import { isUndoable, timesOf, withName } from './scan-list.tsx'

beforeEach(() => vi.setSystemTime('2026-11-28T13:00:00.000Z'))
afterEach(() => vi.useRealTimers())

const ticket: DoorTicket = {
  ticket_number: 'K7PM-3QXA',
  fullname: 'Malee Suksan',
  ticket_type: '',
  party: null,
  status: 'USED',
  used_at: '2026-11-28T11:04:00.000Z',
  used_door: null,
}
const entry: SavedScan = {
  seq: 1,
  event_id: 7,
  scan_id: '3f1b1f0e-6f57-4f3b-9c59-0c8f3f4f6a10',
  code: 'K7PM-3QXA',
  scanned_at: '2026-11-28T11:04:00.000Z',
  let_in: false,
  verdict: 'checked_in',
  ticket,
  waiting: false,
  asked: true,
  undone: false,
}

test('an entry can be undone until its ticket is cancelled, or as long as it waits to be sent', () => {
  const door = (status: DoorTicket['status']) => ({ tickets: new Map([[ticket.ticket_number, { ...ticket, status }]]) })

  expect(isUndoable(entry, door('USED'))).toBe(true)
  expect(isUndoable(entry, door('CANCELLED'))).toBe(false)
  expect(isUndoable({ ...entry, waiting: true }, door('CANCELLED'))).toBe(true)
  expect(isUndoable({ ...entry, undone: true }, door('USED'))).toBe(false)
  expect(isUndoable({ ...entry, verdict: 'already_used' }, door('USED'))).toBe(false)
})

test('the two times of a double entry are in order, whichever entry counts', () => {
  const [early, late] = [
    { at: '2026-11-28T11:02:00.000Z', device: 'Gate A' },
    { at: '2026-11-28T11:05:00.000Z', device: 'Gate B' },
  ]
  const inOrder = 'at 18:02 by Gate A, and again at 18:05 by Gate B'

  expect(timesOf({ first: early, again: late })).toBe(inOrder)
  expect(timesOf({ first: late, again: early })).toBe(inOrder)
  expect(timesOf({ first: null, again: late })).toBe('at 18:05 by Gate B')
})

test("a scan without a name has the one of the phone's list, but not that of an invitation", () => {
  const nameless = { ...entry, ticket: { ...ticket, fullname: '' } }
  const door = (listed: DoorTicket) => ({ tickets: new Map([[ticket.ticket_number, listed]]) })

  expect(withName(nameless, door(ticket))).toEqual(entry)
  expect(withName(nameless, door({ ...ticket, status: 'INVITED' }))).toBe(nameless)
  expect(withName(entry, door({ ...ticket, fullname: 'Nok' }))).toBe(entry)
})
