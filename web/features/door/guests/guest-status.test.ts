import { expect, test } from 'vitest'
import type { DoorTicket } from '#contract/tickets/door.ts'
import type { KeptScan } from '#web/features/door/phone/kept-scan.ts'
import { guestStatus } from './guest-status.ts'

/** 18:04 in Bangkok. */
const used_at = '2026-11-28T11:04:00.000Z'
const ticket: DoorTicket = {
  ticket_number: 'K7PM-3QXA',
  fullname: 'Malee Suksan',
  status: 'ACTIVE',
  used_at: null,
  used_door: null,
}
const inside: DoorTicket = { ...ticket, status: 'USED', used_at, used_door: 'North' }
const scan: KeptScan = {
  seq: 1,
  event_id: 7,
  scan_id: '3f1b1f0e-6f57-4f3b-9c59-0c8f3f4f6a10',
  code: 'K7PM-3QXA',
  scanned_at: used_at,
  let_in: true,
  verdict: 'checked_in',
  ticket: inside,
  waiting: false,
  asked: true,
  undone: false,
}

test('a guest is not in, or in since when and by which door', () => {
  expect(guestStatus(ticket, [])).toEqual({ is: 'out', words: 'Not in' })
  expect(guestStatus(inside, [])).toEqual({ is: 'in', words: 'In since 18:04 by door North', own: null })
  expect(guestStatus({ ...inside, used_door: null }, [])).toMatchObject({ words: 'In since 18:04 by the organizer' })
})

test('whom this phone let in by itself is in before the server knows of it, and not once that is undone', () => {
  const waiting = { ...scan, waiting: true, asked: false }
  expect(guestStatus(ticket, [waiting])).toEqual({
    is: 'in',
    words: 'In since 18:04 by this phone, waits to be sent',
    own: waiting,
  })
  expect(guestStatus(ticket, [{ ...waiting, undone: true }])).toMatchObject({ is: 'out' })
})

test('the entry of a guest is known as this phone’s own where it is', () => {
  expect(guestStatus(inside, [scan])).toMatchObject({ own: scan })
  expect(guestStatus(inside, [{ ...scan, undone: true }])).toMatchObject({ own: null })
})

test('nobody is checked in with a cancelled ticket or after the event', () => {
  expect(guestStatus({ ...ticket, status: 'CANCELLED' }, [])).toMatchObject({ is: 'gone' })
  expect(guestStatus({ ...ticket, status: 'EXPIRED' }, [])).toEqual({ is: 'gone', words: 'The event is over' })
})
