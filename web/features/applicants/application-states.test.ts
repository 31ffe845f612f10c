import { expect, test } from 'vitest'
import { applicationStates, cancelReasons, transitions } from '#contract/events/application.ts'
import { type DeedName, deedsFor, slipMark, standing } from './application-states.ts'

const application = { position: null, pay_by: null, price_satang: 25_000, cancel_reason: null }
const why: Partial<Record<string, DeedName>> = { approved: 'approve', paid: 'paid', refused: 'refuse' }

test.each(applicationStates)(
  'about an application that is %s its owner can do what the life of applications lets them',
  (state) => {
    const changes = transitions.filter(({ from, by }) => from === state && by === 'organizer')
    const allowed = changes.flatMap(({ why: deed }) => why[deed] ?? [])

    expect([...deedsFor(state)].sort()).toEqual([...new Set(allowed)].sort())
  },
)

test('a seat that is held says how much is to be paid, and until which day of the week', () => {
  const unpaid = { ...application, state: 'UNPAID' } as const

  expect(standing({ ...unpaid, pay_by: '2026-11-21T11:30:00.000Z' })).toBe(
    'They have 250฿ to pay until Saturday, November 21, 2026 at 6:30 PM. Their seat is held until then.',
  )
  expect(standing(unpaid)).toMatch(/until you have looked at the payment/)
})

test('the place in line is told, and why an application has ended', () => {
  expect(standing({ ...application, state: 'WAITING', position: 3 })).toBe('They are at place 3 of the waiting list.')
  const ended = cancelReasons.map((cancel_reason) => standing({ ...application, state: 'CANCELLED', cancel_reason }))
  expect(new Set(ended).size).toBe(cancelReasons.length)
})

test('a seat whose slip waits for the owner is marked, until it is decided or the application has ended', () => {
  const slip = { state: 'in_review', reason: '', sent_at: '2026-11-21T11:30:00.000Z', readable: true } as const

  expect(slipMark({ state: 'UNPAID', slip })).toBe('Slip to check')
  expect(slipMark({ state: 'UNPAID', slip: null })).toBeUndefined()
  expect(slipMark({ state: 'UNPAID', slip: { ...slip, state: 'refused' } })).toBeUndefined()
  expect(slipMark({ state: 'CANCELLED', slip })).toBeUndefined()
})
