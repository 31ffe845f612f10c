import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DoorTicket } from '#contract/tickets/door.ts'
import type { SavedScan } from '#web/features/door/phone/scan.ts'
import { guestsOf } from '#web/features/door/phone/snapshot.ts'
import { byName, findGuests, guestStatus } from './guest-list.tsx'

function guest(fullname: string, ticket_number: string, status: DoorTicket['status'] = 'ACTIVE'): DoorTicket {
  return { fullname, ticket_number, status, ticket_type: '', party: null, used_at: null, used_door: null }
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

test('without a search all ticket holders are listed by name', () => {
  expect(found(' ')).toEqual(['สมหญิง ใจดี', 'José Álvarez', 'Malee 2nd', 'Somchai Jaidee'])
})

test('Thai names are sorted as in a dictionary, and other names word by word regardless of case', () => {
  const sorted = ['กานต์ ทอง', 'เกษม ใจดี', 'แก้ว มณี', 'ไก่ ดำ', 'ขวัญ ดี', 'ใจ งาม', 'Ann', 'ann Lee', 'Ann Zed', 'Anna Bee']
  const mixed = sorted.toReversed().map((name, place) => guest(name, `AAAA-${place}`))

  const listed = byName(new Map(mixed.map((each) => [each.ticket_number, each])))

  expect(listed.map(({ fullname }) => fullname)).toEqual(sorted)
})

test('guests are found by parts of their names, in any order, ignoring case and accents', () => {
  expect(found('jose')).toEqual(['José Álvarez'])
  expect(found('ALVA jó')).toEqual(['José Álvarez'])
  expect(found('dee som')).toEqual(['Somchai Jaidee'])
  expect(found('สมห')).toEqual(['สมหญิง ใจดี'])
  expect(found('ใจ๋ดี')).toEqual(['สมหญิง ใจดี'])
  expect(found('สมมหญิิง')).toEqual([])
  expect(found('สมหญิิง')).toEqual(['สมหญิง ใจดี'])
  expect(found('๒nd')).toEqual(['Malee 2nd'])
  expect(found('nobody')).toEqual([])
})

test('guests are found by the end of their ticket number, as read aloud or typed in Thai', () => {
  expect(found('3qxa')).toEqual(['Somchai Jaidee'])
  expect(found('aaaa-3qxa')).toEqual(['Somchai Jaidee'])
  expect(found('๓QXB')).toEqual(['José Álvarez'])
  expect(found('qxu')).toEqual(['Malee 2nd'])
  expect(found('AAAA')).toEqual([])
})

test('a cancelled ticket is found only by a search', () => {
  expect(found('nok')).toEqual(['Nok Gone'])
})

test('only fifty guests are shown at once, with the number of the others', () => {
  const many = Array.from({ length: 10_000 }, (_, n) => guest(`Guest ${n}`, `AAAA-${n}`))
  const { shown, more } = findGuests(byName(new Map(many.map((each) => [each.ticket_number, each]))), 'guest')
  expect([shown.length, more]).toEqual([50, 9_950])
})

beforeEach(() => vi.setSystemTime('2026-11-28T13:00:00.000Z'))
afterEach(() => vi.useRealTimers())

/** 18:04 in Bangkok. */
const used_at = '2026-11-28T11:04:00.000Z'
const ticket: DoorTicket = {
  ticket_number: 'K7PM-3QXA',
  fullname: 'Malee Suksan',
  ticket_type: '',
  party: null,
  status: 'ACTIVE',
  used_at: null,
  used_door: null,
}
const inside: DoorTicket = { ...ticket, status: 'USED', used_at, used_door: 'North' }
const scan: SavedScan = {
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

test('a guest inside is shown with the time, the day unless today, and the door', () => {
  expect(guestStatus(ticket, [])).toEqual({ is: 'out', text: 'Not in' })
  expect(guestStatus(inside, [])).toEqual({ is: 'in', text: 'In since 18:04, door North', own: null })
  expect(guestStatus({ ...inside, used_door: null }, [])).toMatchObject({
    text: 'In since 18:04, checked in by the team',
  })
  expect(guestStatus({ ...inside, used_at: '2026-11-27T11:04:00.000Z' }, [])).toMatchObject({
    text: 'In since 18:04 on Nov 27, door North',
  })
})

test('a guest let in offline by this phone is inside until the entry is undone', () => {
  const waiting = { ...scan, waiting: true, asked: false }
  expect(guestStatus(ticket, [waiting])).toEqual({
    is: 'in',
    text: 'In since 18:04, checked in on this phone, waiting to be sent',
    own: waiting,
  })
  expect(guestStatus(ticket, [{ ...waiting, undone: true }])).toMatchObject({ is: 'out' })
})

test('guests let in offline by codes newer than the list, and walk-ins, are found, each with its own entry', () => {
  const waiting = { ...scan, waiting: true, asked: false }
  const newer = { ...waiting, ticket: { ...inside, ticket_number: 'CCCC-3QXC', fullname: '' } }
  const sold = (fullname: string) => ({
    ...waiting,
    ticket: { ...inside, ticket_number: '', fullname },
    scan_id: fullname,
  })
  const scans = [newer, sold('Ton'), sold('Walk-in')]
  const guests = byName(guestsOf({ tickets: new Map([[ticket.ticket_number, ticket]]) }, scans))
  const entriesOf = (search: string) => findGuests(guests, search).shown.map((guest) => guestStatus(guest, scans))

  expect(findGuests(guests, '').shown).toHaveLength(4)
  expect(entriesOf('3qxc')).toMatchObject([{ is: 'in', own: newer }])
  expect(entriesOf('ton')).toMatchObject([{ is: 'in', own: scans[1] }])
  expect(entriesOf('walk')).toMatchObject([{ is: 'in', own: scans[2] }])
})

test('an invitation let in offline by its code is shown as that entry, without the name of the invitation', () => {
  const invitation: DoorTicket = { ...ticket, fullname: 'Inv Guest', status: 'INVITED', was_issued: false }
  const tickets = new Map([[invitation.ticket_number, invitation]])
  const entry = { ...scan, waiting: true, asked: false, ticket: { ...inside, fullname: '' } }

  expect([...guestsOf({ tickets }, [entry]).values()]).toEqual([entry.ticket])
  expect([...guestsOf({ tickets }, [{ ...entry, undone: true }]).values()]).toEqual([invitation])
})

test("an entry made on this phone is marked as the phone's own", () => {
  expect(guestStatus(inside, [scan])).toMatchObject({ own: scan })
  expect(guestStatus(inside, [{ ...scan, undone: true }])).toMatchObject({ own: null })
})

test('a guest cannot be checked in with a cancelled ticket or after the event', () => {
  expect(guestStatus({ ...ticket, status: 'CANCELLED' }, [])).toMatchObject({ is: 'gone' })
  expect(guestStatus({ ...ticket, status: 'EXPIRED' }, [])).toEqual({ is: 'gone', text: 'The event is over' })
})
