import { expect, test } from 'vitest'
import type { DoorTicket } from '#contract/tickets/door.ts'
import { byName, findGuests } from './find-guests.ts'

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
