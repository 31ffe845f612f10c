import { expect, test } from 'vitest'
import { firstWrong, moved } from './form-list.tsx'

test('an entry moves by one place and stays at the ends', () => {
  const list = ['a', 'b', 'c']

  expect(moved(list, 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(list, 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moved(list, 0, -1)).toEqual(list)
  expect(moved(list, 2, 1)).toEqual(list)
})

test('the first error is that of the topmost entry; a list error is at the add button', () => {
  const problem = { message: 'x' }
  const first = (given: unknown) => firstWrong('questions', ['text', 'kind', 'choices'], given)
  const problems = [undefined, { choices: problem, text: problem }, { kind: problem }]

  expect(first(problems)).toBe('[name="questions.1.text"]')
  expect(first({ message: 'Ask at most 10 questions.' })).toBe('[data-add="questions"]')
  expect(first(undefined)).toBe('[data-add="questions"]')
})
