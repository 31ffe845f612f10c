import { expect, test } from 'vitest'
import type { Door, DoorTicket } from '#contract/tickets/door.ts'
import { mergeAnswer, mergeDoor, snapshotOf } from './snapshot.ts'

const door: Door = {
  event_id: 7,
  event_name: 'Bangkok JavaScript Night',
  start_date_event: '2026-11-28T11:00:00.000Z',
  end_date_event: '2026-11-28T14:00:00.000Z',
  is_called_off: false,
  public_key: 'key',
  tickets: [ticket('AAAA-AAAA'), ticket('BBBB-BBBB')],
  cursor: '2026-11-28T10:00:00.000Z',
  checked_in: 0,
  held: 2,
}

function ticket(ticket_number: string, given: Partial<DoorTicket> = {}): DoorTicket {
  return { ticket_number, fullname: 'Malee Suksan', status: 'ACTIVE', used_at: null, used_door: null, ...given }
}

test('what changed replaces what was known, and the rest stays', () => {
  const used = ticket('BBBB-BBBB', { status: 'USED', used_at: '2026-11-28T11:02:00.000Z', used_door: null })
  const later = {
    ...door,
    tickets: [used, ticket('CCCC-CCCC')],
    cursor: '2026-11-28T11:02:30.000Z',
    checked_in: 1,
    held: 3,
  }

  const merged = mergeDoor(snapshotOf(door, 1), later, 2)

  expect([...merged.tickets.values()]).toEqual([ticket('AAAA-AAAA'), used, ticket('CCCC-CCCC')])
  expect(merged).toMatchObject({ asked_at: 2, cursor: later.cursor, checked_in: 1, held: 3 })
})

test('an answer about one ticket changes that ticket and the count, and not the cursor', () => {
  const used = ticket('AAAA-AAAA', { status: 'USED', used_at: '2026-11-28T11:02:00.000Z', used_door: null })

  const merged = mergeAnswer(snapshotOf(door, 1), { checked_in: 1, held: 2 }, [used])

  expect(merged.tickets.get('AAAA-AAAA')).toEqual(used)
  expect(merged.tickets.get('BBBB-BBBB')).toEqual(ticket('BBBB-BBBB'))
  expect(merged).toMatchObject({ cursor: door.cursor, checked_in: 1 })
})
