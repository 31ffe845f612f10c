import { expect, test } from 'vitest'
import {
  type Applied,
  approvalNote,
  lineClosedNote,
  payersNote,
  placesLost,
  placesLostWords,
  seatsNote,
} from './current-applicants.tsx'

const nobody = {
  all: 0,
  to_approve: 0,
  to_pay: 0,
  slips_to_check: 0,
  waiting: 0,
  approved: 0,
  cancelled: 0,
  refunds_due: 0,
}
const applied = (counts: Partial<Applied['counts']>): Applied => ({ eventId: 1, counts: { ...nobody, ...counts } })

test('closing the waiting list says how many people will be told', () => {
  expect(lineClosedNote(applied({ waiting: 1200 }))).toMatch(/^1,200 people stand in line\. .*each of them is told/)
  expect(lineClosedNote(applied({ waiting: 1 }))).toMatch(/^1 person stands in line/)
  expect(lineClosedNote(applied({}))).toBeNull()
})

test('who closes the waiting list is asked with how many lose their place: those for whom there is no seat either', () => {
  const line = applied({ waiting: 12, approved: 40, to_pay: 10 })

  expect(placesLost(line, { waiting_list: false, max_attendee: 50 })).toBe(12)
  expect(placesLost(line, { waiting_list: false, max_attendee: 55 })).toBe(7)
  expect(placesLost(line, { waiting_list: false, max_attendee: 80 })).toBe(0)
  expect(placesLost(line, { waiting_list: true, max_attendee: 50 })).toBe(0)
  expect(placesLostWords(12)).toMatch(/^12 people stand in line, and lose their places\./)
  expect(placesLostWords(1)).toMatch(/^1 person stands in line, and loses their place\./)
})

test('the limit says how many seats are held, and for whom more are', () => {
  expect(seatsNote(applied({ approved: 2, to_pay: 1 }))).toMatch(/^3 seats are held already/)
  expect(seatsNote(applied({ approved: 2, waiting: 4 }))).toMatch(/More seats go to the waiting list at once\.$/)
  expect(seatsNote(applied({ cancelled: 3 }))).toBeNull()
})

test('approval says what becomes of the line, and what is to be decided before it ends', () => {
  expect(approvalNote(applied({ waiting: 2 }), true)).toMatch(/^2 people stand in line/)
  expect(approvalNote(applied({ to_approve: 2 }), true)).toMatch(/^2 applications wait for your approval/)
  expect(approvalNote(applied({ waiting: 2 }), false)).toBeNull()
})

test('payment says who has still to pay', () => {
  expect(payersNote(applied({ to_pay: 2 }))).toMatch(/^2 people have still to pay/)
  expect(payersNote(applied({ approved: 2 }))).toBeNull()
})
