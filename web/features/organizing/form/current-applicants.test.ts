import { expect, test } from 'vitest'
import { TicketTypeFields } from '#contract/events/ticket-types.schemas.ts'
import {
  approvalNote,
  type CurrentApplicants,
  closedWaitingListNote,
  lostPlaces,
  lostPlacesText,
  payersNote,
  seatsNote,
} from './current-applicants.tsx'

const nobody = {
  all: 0,
  to_approve: 0,
  to_pay: 0,
  invited: 0,
  slips_to_check: 0,
  waiting: 0,
  approved: 0,
  cancelled: 0,
  refunds_due: 0,
  has_prices: false,
  seats_held: 0,
  set_aside: 0,
  seats_left: null,
}
const applicants = (
  counts: Partial<CurrentApplicants['counts']>,
  later: CurrentApplicants['later'] = [],
): CurrentApplicants => ({ eventId: 1, counts: { ...nobody, ...counts }, later })

test('closing the waiting list says how many people lose their place', () => {
  expect(closedWaitingListNote(applicants({ waiting: 1200 }))).toMatch(
    /^1,200 people are on the waiting list\. .*notified by email/,
  )
  expect(closedWaitingListNote(applicants({ waiting: 1 }))).toMatch(/^1 person is on the waiting list/)
  expect(closedWaitingListNote(applicants({}))).toBeNull()
})

const closed = { waiting_list: false, max_attendee: 50, ticket_types: [] }

test('the question counts only people who lose their place by the change', () => {
  const current = applicants({ waiting: 12, seats_held: 50 })

  expect(lostPlaces(current, closed)).toBe(12)
  expect(lostPlaces(current, { ...closed, max_attendee: 55 })).toBe(7)
  expect(lostPlaces(current, { ...closed, max_attendee: 80 })).toBe(0)
  expect(lostPlaces(current, { ...closed, waiting_list: true })).toBe(0)
  const weekAfter = { applicants: 10, waiting: 3, current_attendees: 40, set_aside: 9 }
  expect(lostPlaces(applicants({ waiting: 2, seats_held: 50 }, [weekAfter]), closed)).toBe(4)
  expect(lostPlaces(current, { ...closed, max_attendee: null })).toBe(0)
  expect(lostPlacesText(12)).toMatch(/^12 people on the waiting list lose their places/)
  expect(lostPlacesText(1)).toMatch(/^1 person on the waiting list loses their place/)
})

test('with limited ticket types, everybody waiting may lose their place', () => {
  const weekAfter = { applicants: 10, waiting: 3, current_attendees: 40, set_aside: 0 }
  const current = applicants({ waiting: 2, seats_held: 50 }, [weekAfter])
  const standing = TicketTypeFields.parse({ name: 'Standing' })
  const seated = TicketTypeFields.parse({ name: 'Seated', capacity: 20 })

  expect(lostPlaces(current, { ...closed, max_attendee: null, ticket_types: [standing, seated] })).toBe(5)
  expect(lostPlaces(current, { ...closed, ticket_types: [standing, seated], max_attendee: 80 })).toBe(5)
  expect(lostPlaces(current, { ...closed, max_attendee: null, ticket_types: [standing] })).toBe(0)
  expect(lostPlaces(current, { ...closed, ticket_types: [seated], waiting_list: true })).toBe(0)
})

test('the limit shows the seats taken and who gets additional ones', () => {
  expect(seatsNote(applicants({ approved: 1, seats_held: 3 }))).toMatch(/^3 seats are taken/)
  expect(seatsNote(applicants({ approved: 1, seats_held: 3, set_aside: 2 }))).toBe(
    '3 seats are taken or set aside for the door: the limit cannot be lower.',
  )
  expect(seatsNote(applicants({ seats_held: 2, waiting: 4 }))).toMatch(/More seats go to the waiting list at once\.$/)
  expect(seatsNote(applicants({ cancelled: 3 }))).toBeNull()
})

test('approval shows what happens to the waiting list and what is undecided', () => {
  expect(approvalNote(applicants({ waiting: 2 }), true)).toMatch(/^2 people are on the waiting list/)
  expect(approvalNote(applicants({ to_approve: 2 }), true)).toMatch(/^2 applications wait for your approval/)
  expect(approvalNote(applicants({ waiting: 2 }), false)).toBeNull()
})

test('payment shows how many people still have to pay', () => {
  expect(payersNote(applicants({ to_pay: 2 }))).toMatch(/^2 people still have to pay/)
  expect(payersNote(applicants({ approved: 2 }))).toBeNull()
})
