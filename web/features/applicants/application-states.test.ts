import { expect, test } from 'vitest'
import { type ApplicationState, applicationStates, cancelReasons, transitions } from '#contract/events/application.ts'
import { type DecisionName, decisionsFor, describeState, labelOf, slipMark } from './application-states.ts'

const application = {
  id: 1,
  guests: [],
  position: null,
  pay_by: null,
  claim_by: null,
  walk_in: null,
  price_satang: 25_000,
  cancel_reason: null,
}
const why: Partial<Record<string, DecisionName>> = { approved: 'approve', paid: 'paid', refused: 'refuse' }

test.each(applicationStates)('the owner can decide about a %s application what its transitions allow', (state) => {
  const changes = transitions.filter(({ from, by }) => from === state && by === 'organizer')
  // Refusing an invitation is taking it back.
  const allowed = changes.flatMap(({ why: reason }) =>
    state === 'INVITED' && reason === 'refused' ? 'take_back' : (why[reason] ?? []),
  )

  expect([...decisionsFor(state)].sort()).toEqual([...new Set(allowed)].sort())
})

test('an unpaid application says how much is due, and until which day', () => {
  const unpaid = { ...application, state: 'UNPAID' } as const

  expect(describeState({ ...unpaid, pay_by: '2026-11-21T11:30:00.000Z' })).toBe(
    'They have 250฿ to pay until Saturday, November 21, 2026 at 6:30 PM. Their seat is held until then.',
  )
  expect(describeState(unpaid)).toMatch(/until you have looked at the payment/)
})

/** An application for the applicant and a guest in each of these states. */
function party(state: ApplicationState, ...guests: ApplicationState[]) {
  const seat = { id: 2, ticket_number: 'K7PM-3QXA', fullname: 'Nok', price_satang: 25_000, answers: [] }
  return { ...application, state, guests: guests.map((each) => ({ ...seat, state: each })) }
}

test('a party has seats and tickets', () => {
  expect(describeState(party('UNPAID', 'UNPAID'))).toMatch(/Their seats are held until/)
  expect(describeState(party('ACTIVE', 'ACTIVE', 'ACTIVE', 'CANCELLED'))).toBe('They hold 3 tickets.')
  expect(describeState(party('ACTIVE'))).toBe('They hold a ticket.')
})

test.each([
  [party('USED', 'ACTIVE', 'ACTIVE'), 'Approved', '1 of 3 is checked in.'],
  [party('ACTIVE', 'USED', 'USED'), 'Approved', '2 of 3 are checked in.'],
  [party('USED', 'USED', 'CANCELLED'), 'Checked in', '2 of 2 are checked in.'],
  [party('USED', 'CANCELLED'), 'Checked in', 'They have been checked in.'],
])('a party says how many of it are checked in, and is checked in once all are', (applicant, label, text) => {
  expect(labelOf(applicant)).toBe(label)
  expect(describeState(applicant)).toBe(text)
})

test('a waiting application says its place, and an ended one why', () => {
  expect(describeState({ ...application, state: 'WAITING', position: 3 })).toBe(
    'They are number 3 on the waiting list.',
  )
  const ended = cancelReasons.map((cancel_reason) =>
    describeState({ ...application, state: 'CANCELLED', cancel_reason }),
  )
  expect(new Set(ended).size).toBe(cancelReasons.length)
})

test('an invitation says until when it can be claimed, and a walk-in how they paid', () => {
  const invited = { ...application, id: -1, claim_by: '2026-11-21T11:30:00.000Z' }

  expect(describeState({ ...invited, state: 'INVITED' })).toBe(
    'They can claim their ticket until Saturday, November 21, 2026 at 6:30 PM. Their seat is held until then.',
  )
  expect(describeState({ ...invited, state: 'CANCELLED', cancel_reason: 'refused' })).toBe(
    'You have taken this invitation back.',
  )
  expect(describeState({ ...invited, state: 'CANCELLED', cancel_reason: 'by_holder' })).toBe(
    'They have said that they cannot come.',
  )
  expect(describeState({ ...invited, id: 1, state: 'CANCELLED', cancel_reason: 'by_holder' })).toBe(
    'They have withdrawn.',
  )
  expect(describeState({ ...application, state: 'USED', walk_in: 'cash' })).toBe(
    'They came without a ticket and paid 250฿ in cash.',
  )
})

test('a held seat is marked while its slip is in review', () => {
  const slip = { state: 'in_review', reason: '', sent_at: '2026-11-21T11:30:00.000Z', readable: true } as const

  expect(slipMark({ state: 'UNPAID', slip })).toBe('Slip to check')
  expect(slipMark({ state: 'UNPAID', slip: null })).toBeUndefined()
  expect(slipMark({ state: 'UNPAID', slip: { ...slip, state: 'refused' } })).toBeUndefined()
  expect(slipMark({ state: 'CANCELLED', slip })).toBeUndefined()
})
