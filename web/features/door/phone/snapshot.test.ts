import { expect, test } from 'vitest'
import type { Door, DoorTicket } from '#contract/tickets/door.ts'
import type { SavedScan } from './scan.ts'
import {
  applyAnswer,
  applyRefresh,
  countedSince,
  countWithUnsent,
  reportedTickets,
  scansOfDeletedAccounts,
  snapshotOf,
  undoneElsewhere,
  withLaterAnswers,
} from './snapshot.ts'

const door: Door = {
  event_id: 7,
  event_name: 'Bangkok JavaScript Night',
  start_date_event: '2026-11-28T11:00:00.000Z',
  end_date_event: '2026-11-28T14:00:00.000Z',
  is_called_off: false,
  role: null,
  public_key: 'key',
  tickets: [ticket('AAAA-AAAA'), ticket('BBBB-BBBB')],
  sale: { types: [], promptpay_id: '', promptpay_name: '' },
  cursor: '2026-11-28T10:00:00.000Z',
  checked_in: 0,
  held: 2,
}

function ticket(ticket_number: string, given: Partial<DoorTicket> = {}): DoorTicket {
  return {
    ticket_number,
    fullname: 'Malee Suksan',
    status: 'ACTIVE',
    ticket_type: '',
    party: null,
    used_at: null,
    used_door: null,
    ...given,
  }
}

test('a refresh replaces changed tickets and leaves the others', () => {
  const used = ticket('BBBB-BBBB', { status: 'USED', used_at: '2026-11-28T11:02:00.000Z', used_door: null })
  const later = {
    ...door,
    tickets: [used, ticket('CCCC-CCCC')],
    cursor: '2026-11-28T11:02:30.000Z',
    checked_in: 1,
    held: 3,
  }

  const merged = applyRefresh(snapshotOf(door, 1), later, 2)

  expect([...merged.tickets.values()]).toEqual([ticket('AAAA-AAAA'), used, ticket('CCCC-CCCC')])
  expect(merged).toMatchObject({ asked_at: 2, cursor: later.cursor, checked_in: 1, held: 3 })
})

test('an answer about one ticket changes that ticket and the count, but not the cursor', () => {
  const used = ticket('AAAA-AAAA', { status: 'USED', used_at: '2026-11-28T11:02:00.000Z', used_door: null })

  const merged = applyAnswer(snapshotOf(door, 1), { checked_in: 1, held: 2 }, [used])

  expect(merged.tickets.get('AAAA-AAAA')).toEqual(used)
  expect(merged.tickets.get('BBBB-BBBB')).toEqual(ticket('BBBB-BBBB'))
  expect(merged).toMatchObject({ cursor: door.cursor, checked_in: 1 })
})

const used: DoorTicket = {
  ticket_number: 'K7PM-3QXA',
  fullname: 'Malee Suksan',
  ticket_type: '',
  party: null,
  status: 'USED',
  used_at: '2026-11-28T11:10:00.000Z',
  used_door: null,
}
const active: DoorTicket = { ...used, status: 'ACTIVE', ticket_type: '', party: null, used_at: null, used_door: null }

const doorOfOne: Door = { ...door, tickets: [active], cursor: '2026-11-28T11:05:00.000Z', held: 1 }

/** A scan that the server has answered, unless `given` says otherwise. */
function scan(given: Partial<SavedScan> = {}): SavedScan {
  return {
    seq: 1,
    event_id: 7,
    scan_id: '3f1b1f0e-6f57-4f3b-9c59-0c8f3f4f6a10',
    code: 'K7PM-3QXA',
    scanned_at: '2026-11-28T11:10:00.000Z',
    let_in: false,
    verdict: 'checked_in',
    ticket: used,
    waiting: false,
    asked: true,
    undone: false,
    ...given,
  }
}

test("a reported ticket has the server's state, not this phone's", () => {
  expect(reportedTickets([scan(), scan({ verdict: 'cancelled', ticket: active })])).toEqual([used, active])
  expect(reportedTickets([scan({ waiting: true, asked: false }), scan({ waiting: true })])).toEqual([])
  // Undone before it was sent.
  expect(reportedTickets([scan({ asked: false, undone: true })])).toEqual([])
})

test('a ticket that the server does not know is not reported', () => {
  expect(reportedTickets([scan({ verdict: 'unknown' }), scan({ verdict: 'unknown', ticket: null })])).toEqual([])
})

test('for an undone scan only the answer to the undo is reported', () => {
  expect(reportedTickets([scan({ undone: true, ticket: active })])).toEqual([active])
  expect(reportedTickets([scan({ undone: true, ticket: used })])).toEqual([])
})

test('a door opened offline includes only answers that are newer than its last refresh', () => {
  const statusOf = (askedAt: string) =>
    withLaterAnswers(snapshotOf(doorOfOne, Date.parse(askedAt)), [scan()]).tickets.get(used.ticket_number)?.status

  expect(statusOf('2026-11-28T11:09:59.000Z')).toBe('USED')
  // Another phone undid the entry after this scan and before this refresh.
  expect(statusOf('2026-11-28T11:10:01.000Z')).toBe('ACTIVE')
})

test("a door opened offline shows the count from the server's last answer", () => {
  const asked = Date.parse('2026-11-28T11:10:05.000Z')
  const snapshot = { ...snapshotOf(doorOfOne, asked), checked_in: 2, held: 4 }
  const answered = (at: number, checked_in: number) => scan({ counted: { checked_in, held: 4, at } })
  // Scanned before the refresh, without an answer.
  const unanswered = scan({ waiting: true, asked: false, scanned_at: '2026-11-28T11:10:08.000Z' })
  const scans = [answered(asked + 400, 4), answered(asked + 100, 3), unanswered]

  expect(withLaterAnswers(snapshot, scans)).toMatchObject({ checked_in: 4, held: 4 })
  expect(withLaterAnswers(snapshot, scans).tickets.get(used.ticket_number)?.status).toBe('USED')
  expect(withLaterAnswers(snapshot, [answered(asked - 1, 1)])).toMatchObject({ checked_in: 2, held: 4 })
  expect(withLaterAnswers(snapshot, [])).toMatchObject({ checked_in: 2, held: 4 })
})

test('an entry undone by another phone is undone here, even if the holder entered again', () => {
  const door = (ticket: DoorTicket) => ({ tickets: new Map([[ticket.ticket_number, ticket]]) })
  const again = { ...used, used_at: '2026-11-28T11:20:00.000Z' }

  expect(undoneElsewhere([scan()], door(active))).toEqual([scan()])
  expect(undoneElsewhere([scan()], door(again))).toEqual([scan()])
  expect(undoneElsewhere([scan()], door(used))).toEqual([])
  // Not sent yet, undone here, or not an entry.
  const none = [scan({ waiting: true }), scan({ undone: true }), scan({ verdict: 'already_used' })]
  expect(undoneElsewhere(none, door(active))).toEqual([])
})

test('a double entry counts once the ticket was used at its time', () => {
  const door = (ticket: DoorTicket) => ({ tickets: new Map([[ticket.ticket_number, ticket]]) })
  const first = { ...used, used_at: '2026-11-28T11:01:00.000Z' }
  const second = scan({ verdict: 'already_used', let_in: true, ticket: first })

  expect(countedSince([second], door(first))).toEqual([])
  expect(countedSince([second], door(active))).toEqual([])
  expect(countedSince([second], door({ ...used, used_at: second.scanned_at }))).toEqual([second])
})

test('scans that name a deleted account are found', () => {
  const doorWith = (fullname: string) => ({ tickets: new Map([[used.ticket_number, { ...used, fullname }]]) })
  const other = scan({ ticket: { ...used, ticket_number: 'BBBB-BBBB' } })
  const nameless = scan({ ticket: { ...used, fullname: 'Deleted account' } })

  expect(scansOfDeletedAccounts([scan(), other], doorWith('Deleted account'))).toEqual([scan()])
  expect(scansOfDeletedAccounts([nameless, scan({ ticket: null })], doorWith('Deleted account'))).toEqual([])
  expect(scansOfDeletedAccounts([scan()], doorWith('Malee Suksan'))).toEqual([])
})

test("unsent entries count as inside, and as tickets too where the phone's list does not have them", () => {
  const invited = ticket('CCCC-CCCC', { status: 'INVITED', was_issued: false })
  const snapshot = { ...snapshotOf({ ...door, tickets: [active, invited] }, 1), checked_in: 1, held: 3 }
  const letIn = (ticket_number: string, given: Partial<SavedScan> = {}) =>
    scan({ ticket: { ...used, ticket_number }, let_in: true, waiting: true, asked: false, ...given })
  const walkIn = letIn('')

  expect(countWithUnsent(snapshot, [letIn('K7PM-3QXA')])).toEqual({ checked_in: 2, held: 3 })
  const newer = [letIn('DDDD-DDDD'), letIn('CCCC-CCCC'), walkIn]
  expect(countWithUnsent(snapshot, newer)).toEqual({ checked_in: 4, held: 6 })
  expect(countWithUnsent(snapshot, [{ ...walkIn, undone: true }, scan()])).toEqual({ checked_in: 1, held: 3 })
})
