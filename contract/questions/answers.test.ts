import { expect, test } from 'vitest'
import { answerText, readAnswers } from './answers.ts'
import { type Question, Questions } from './questions.ts'

const question = (given: Partial<Question>): Question => ({
  id: 'q',
  kind: 'short',
  text: 'What?',
  required: false,
  choices: [],
  ...given,
})
const meals = ['ปกติ', 'เจ', 'ฮาลาล']
const read = (asked: Partial<Question>, answer: unknown) => {
  const { answers, problems } = readAnswers([question(asked)], { q: answer })
  return problems[0]?.type ?? answers[0]?.answer ?? null
}

test.each<[string, Partial<Question>, unknown, unknown]>([
  ['a line is trimmed', { kind: 'short' }, '  ก้อง ', 'ก้อง'],
  ['a line may have 200 characters', { kind: 'short' }, 'ก'.repeat(200), 'ก'.repeat(200)],
  ['a line of 201 characters is too long', { kind: 'short' }, 'ก'.repeat(201), 'too_big'],
  ['a long text may have 2,000 characters', { kind: 'long' }, 'ก'.repeat(2_000), 'ก'.repeat(2_000)],
  ['a long text of 2,001 characters is too long', { kind: 'long' }, 'ก'.repeat(2_001), 'too_big'],
  ['a text may not be a list', { kind: 'long' }, ['a'], 'wrong_kind'],
  ['a text may not be a number', { kind: 'short' }, 7, 'wrong_kind'],
  ['a choice that is offered is accepted', { kind: 'one_of', choices: meals }, 'เจ', 'เจ'],
  ['a choice that is not offered is refused', { kind: 'one_of', choices: meals }, 'vegan', 'wrong_choice'],
  ['a single choice may not be a list', { kind: 'one_of', choices: meals }, ['เจ'], 'wrong_kind'],
  [
    'several choices are put in the order of the question, each once',
    { kind: 'any_of', choices: meals },
    ['ฮาลาล', 'ปกติ', 'ปกติ'],
    ['ปกติ', 'ฮาลาล'],
  ],
  ['several choices must all be offered', { kind: 'any_of', choices: meals }, ['เจ', 'vegan'], 'wrong_choice'],
  ['several choices may not be a text', { kind: 'any_of', choices: meals }, 'เจ', 'wrong_kind'],
  ['a ticked box is an answer', { kind: 'must_tick', required: true }, true, true],
  ['a box that must be ticked is refused unticked', { kind: 'must_tick', required: true }, false, 'must_tick'],
  ['a box may not be a text', { kind: 'must_tick', required: true }, 'yes', 'wrong_kind'],
  ['blanks are no answer', { kind: 'short' }, '  ', null],
  ['blanks do not answer a required question', { kind: 'short', required: true }, '  ', 'missing'],
  [
    'an empty list does not answer a required question',
    { kind: 'any_of', choices: meals, required: true },
    [],
    'missing',
  ],
  ['null is no answer', { kind: 'one_of', choices: meals }, null, null],
])('%s', (_, asked, answer, expected) => {
  expect(read(asked, answer)).toEqual(expected)
})

test('a problem names its question, and an answer to no question is refused', () => {
  const asked = [question({ id: 'name', required: true }), question({ id: 'toString' })]

  const { problems } = readAnswers(asked, { other: 'x' })

  expect(problems.map(({ loc, type }) => [...loc, type].join(' '))).toEqual([
    'body answers name missing',
    'body answers other unknown_question',
  ])
})

test('an answer is refused if the question has changed since it was read', () => {
  const questions = [question({ id: 'a', text: 'Do you eat meat?' }), question({ id: 'b' })]

  const read = readAnswers(questions, { a: 'No' }, { a: 'Are you a vegetarian?', b: 'Why?' })

  expect(read.problems).toEqual([{ loc: ['body', 'answers', 'a'], msg: expect.any(String), type: 'question_changed' }])
  expect(readAnswers(questions, { a: 'No' }, { a: 'Do you eat meat?' }).problems).toEqual([])
})

test('at most ten answers to unknown questions are reported', () => {
  const given = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`q${index}`, 'x']))

  expect(readAnswers([], given).problems).toHaveLength(10)
})

test('an answer is stored with the question as it was asked', () => {
  expect(readAnswers([question({ id: 'a', text: 'Which size?' })], { a: 'L' }).answers).toEqual([
    { question_id: 'a', kind: 'short', question: 'Which size?', answer: 'L' },
  ])
})

test('answers are shown as text', () => {
  expect(answerText({ answer: true }, 'Yes')).toBe('Yes')
  expect(answerText({ answer: ['ปกติ', 'เจ'] }, 'Yes')).toBe('ปกติ, เจ')
})

const typed = (given: object) => ({ kind: 'short', text: 'What?', ...given })
const problemsOf = (given: unknown) =>
  Questions.safeParse(given).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

test('questions are accepted as a list or as JSON, and get an id if they have none', () => {
  const list = [typed({ id: 'a' }), typed({})]

  const [first, second] = Questions.parse(JSON.stringify(list))

  expect(first).toEqual({ id: 'a', kind: 'short', text: 'What?', required: false, choices: [] })
  expect(second?.id).toMatch(/^[\da-f]{12}$/)
  expect(Questions.parse('')).toEqual([])
})

test('a box to tick is always required, and only choice questions have choices', () => {
  const [box, line] = Questions.parse([
    typed({ kind: 'must_tick', choices: ['a', 'b'] }),
    typed({ choices: ['a'], required: 'on' }),
  ])

  expect(box).toMatchObject({ required: true, choices: [] })
  expect(line).toMatchObject({ required: true, choices: [] })
})

test.each<[string, unknown, string]>([
  ['something other than a list', 'yes', ': Must be a list of questions, as JSON.'],
  ['a text that cannot be stored', '[{"kind":"short","text":"a\\u0000b"}]', ': Must be a list of questions, as JSON.'],
  ['eleven questions', Array.from({ length: 11 }, () => typed({})), ': Ask at most 10 questions.'],
  ['a blank question', [typed({ text: ' ' })], '0.text: Question is required.'],
  ['a long question', [typed({ text: 'ก'.repeat(201) })], '0.text: Question may have at most 200 characters.'],
  ['an unknown kind', [typed({ kind: 'number' })], '0.kind: Select an option'],
  [
    'one choice and a blank line',
    [typed({ kind: 'one_of', choices: ['a', ' '] })],
    '0.choices: Give 2 to 20 choices, each on a line of its own.',
  ],
  [
    'the same choice twice',
    [typed({ kind: 'any_of', choices: ['a', 'a '] })],
    '0.choices: Give each choice only once.',
  ],
  ['the same id twice', [typed({ id: 'a' }), typed({ id: 'a' })], '1.id: Each question needs a different id.'],
])('questions with %s are refused', (_, given, problem) => {
  expect(problemsOf(given)).toEqual([problem])
})
