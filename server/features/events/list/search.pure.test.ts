import { expect, test } from 'vitest'
import { isOneMistake } from './search.service.ts'

test.each([
  ['chaing', 'chiang', 'two letters in the wrong order'],
  ['worksop', 'workshop', 'a letter too few'],
  ['confference', 'conference', 'a letter too many'],
  ['semimar', 'seminar', 'another letter'],
  ['robotic', 'robotics', 'a letter too few at the end'],
  ['เชียงไหม', 'เชียงใหม', 'another Thai letter'],
])('%s and %s are one mistake apart: %s', (typed, meant) => {
  expect(isOneMistake(typed, meant)).toBe(true)
  expect(isOneMistake(meant, typed)).toBe(true)
})

test.each([
  ['music', 'music'],
  ['chaing', 'changi'],
  ['music', 'magic'],
  ['cooking', 'cook'],
  ['abcde', 'edcba'],
])('%s and %s are not', (typed, meant) => {
  expect(isOneMistake(typed, meant)).toBe(false)
})
