import { expect, test } from 'vitest'
import { firstWrong, moved } from './questions.tsx'

test('a question moves by one place and stays at the ends', () => {
  const list = ['a', 'b', 'c']

  expect(moved(list, 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(list, 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moved(list, 0, -1)).toEqual(list)
  expect(moved(list, 2, 1)).toEqual(list)
})

test('the first error is that of the topmost question; a list error is at the add button', () => {
  const problem = { message: 'x' }
  const problems = [undefined, { choices: problem, text: problem }, { kind: problem }]

  expect(firstWrong(problems)).toBe('[name="questions.1.text"]')
  expect(firstWrong({ message: 'Ask at most 10 questions.' })).toBe('[data-add]')
  expect(firstWrong(undefined)).toBe('[data-add]')
})
