import { expect, test } from 'vitest'
import type { GivenAnswer, Question } from '#contract/questions/questions.ts'
import { answerRows } from './edit-answers.tsx'

const asked = (id: string) => ({ id, text: `${id}?`, kind: 'short', required: false }) as Question
const given = (question_id: string) =>
  ({ question_id, question: `${question_id}?`, kind: 'short', answer: 'Yes' }) as GivenAnswer

test('answers stand in the order of the questions, those to questions that were removed at the end', () => {
  const questions = ['meal', 'workshops', 'rules'].map(asked)

  const rows = answerRows({ questions, given: ['removed', 'meal', 'rules'].map(given) })

  expect(rows.map(({ id, answer }) => [id, answer !== undefined])).toEqual([
    ['meal', true],
    ['workshops', false],
    ['rules', true],
    ['removed', true],
  ])
})
