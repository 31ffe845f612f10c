import { expect, test } from 'vitest'
import { createCooldown } from './camera.tsx'

test('a code that stays in view is read once', () => {
  const isNew = createCooldown()

  const taken = Array.from({ length: 100 }, (_, frame) => isNew('one', frame * 120)).filter(Boolean)

  expect(taken).toHaveLength(1)
})

test('a code that was out of view for three seconds is read again', () => {
  const isNew = createCooldown()

  expect(isNew('one', 0)).toBe(true)
  expect(isNew('one', 2_900)).toBe(false)
  expect(isNew('one', 5_000)).toBe(false)
  expect(isNew('one', 8_000)).toBe(true)
})

test('a second code is read at once, and the first one does not count as new', () => {
  const isNew = createCooldown()

  expect([isNew('one', 0), isNew('two', 100), isNew('one', 200), isNew('two', 300)]).toEqual([true, true, false, false])
})
