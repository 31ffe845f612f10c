import { expect, test } from 'vitest'
import { timesOf } from './scan-list.tsx'

test('the two times of a double entry are in order, whichever entry counts', () => {
  const [early, late] = [
    { at: '2026-11-28T11:02:00.000Z', device: 'Gate A' },
    { at: '2026-11-28T11:05:00.000Z', device: 'Gate B' },
  ]
  const inOrder = 'at 18:02 by Gate A, and again at 18:05 by Gate B'

  expect(timesOf({ first: early, again: late })).toBe(inOrder)
  expect(timesOf({ first: late, again: early })).toBe(inOrder)
  expect(timesOf({ first: null, again: late })).toBe('at 18:05 by Gate B')
})
