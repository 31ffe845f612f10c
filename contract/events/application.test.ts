import { expect, test } from 'vitest'
import {
  applicationStates,
  cancelReasons,
  cancelSentences,
  firstState,
  holdsSeat,
  liveStates,
  stateSentences,
  transitions,
} from './application.ts'

test('every live state can be reached and left, and CANCELLED is final', () => {
  const reached = new Set(transitions.map(({ to }) => to))
  const ended = new Set(transitions.filter(({ to }) => to === 'CANCELLED').map(({ from }) => from))

  expect([...reached].sort()).toEqual([...applicationStates].sort())
  expect([...ended].sort()).toEqual([...liveStates, 'INVITED', null].sort())
  expect(transitions.filter(({ from }) => from === 'CANCELLED')).toEqual([])
})

test('every end has a known reason, and every state and reason a full sentence', () => {
  const why = transitions.filter(({ to }) => to === 'CANCELLED').map((one) => one.why)

  expect([...new Set(why)].sort()).toEqual([...cancelReasons].sort())
  for (const sentence of [...Object.values(stateSentences), ...Object.values(cancelSentences)]) {
    expect(sentence).toMatch(/^[A-Z].*\.$/)
  }
})

test('approval comes before payment and takes no seat', () => {
  expect(firstState({ needs_approval: true, takes_promptpay: true })).toBe('PENDING')
  expect(firstState({ needs_approval: false, takes_promptpay: true })).toBe('UNPAID')
  expect(firstState({ needs_approval: false, takes_promptpay: false })).toBe('ACTIVE')
  expect(applicationStates.filter(holdsSeat)).toEqual(['INVITED', 'UNPAID', 'ACTIVE', 'USED'])
})
