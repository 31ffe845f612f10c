import { expect, test } from 'vitest'
import type { DoorTicket } from '#contract/tickets/door.ts'
import type { KeptScan } from '#web/features/door/phone/scan.ts'
import { byName, findGuests, guestStatus } from './guest-list.tsx'

function guest(fullname: string, ticket_number: string, status: DoorTicket['status'] = 'ACTIVE'): DoorTicket {
  return { fullname, ticket_number, status, used_at: null, used_door: null }
}

const guests = [
  guest('Somchai Jaidee', 'AAAA-3QXA'),
  guest('José Álvarez', 'BBBB-3QXB'),
  guest('สมหญิง ใจดี', 'CCCC-3QXC'),
  guest('Malee 2nd', 'DDDD-3QXV'),
  guest('Nok Gone', 'EEEE-3QXE', 'CANCELLED'),
]
const list = byName(new Map(guests.map((each) => [each.ticket_number, each])))
const found = (search: string) => findGuests(list, search).shown.map(({ fullname }) => fullname)

test('without a search everybody who holds a ticket is listed by name', () => {
  expect(found(' ')).toEqual(['José Álvarez', 'Malee 2nd', 'Somchai Jaidee', 'สมหญิง ใจดี'])
})

test('guests are found by parts of their names, whatever their case, accents and tone marks, in any order', () => {
  expect(found('jose')).toEqual(['José Álvarez'])
  expect(found('ALVA jó')).toEqual(['José Álvarez'])
  expect(found('dee som')).toEqual(['Somchai Jaidee'])
  expect(found('สมห')).toEqual(['สมหญิง ใจดี'])
  expect(found('ใจ๋ดี')).toEqual(['สมหญิง ใจดี'])
  expect(found('๒nd')).toEqual(['Malee 2nd'])
  expect(found('nobody')).toEqual([])
})

test("guests are found by the last letters of their ticket's number, as it is read aloud or typed in Thai", () => {
  expect(found('3qxa')).toEqual(['Somchai Jaidee'])
  expect(found('aaaa-3qxa')).toEqual(['Somchai Jaidee'])
  expect(found('๓QXB')).toEqual(['José Álvarez'])
  expect(found('qxu')).toEqual(['Malee 2nd'])
  expect(found('AAAA')).toEqual([])
})

test('a cancelled ticket is found by a search only', () => {
  expect(found('nok')).toEqual(['Nok Gone'])
})

test('of ten thousand guests the first fifty are shown, and how many more there are', () => {
  const many = Array.from({ length: 10_000 }, (_, n) => guest(`Guest ${n}`, `AAAA-${n}`))
  const { shown, more } = findGuests(byName(new Map(many.map((each) => [each.ticket_number, each]))), 'guest')
  expect([shown.length, more]).toEqual([50, 9_950])
})

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
