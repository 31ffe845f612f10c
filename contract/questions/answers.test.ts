import { expect, test } from 'vitest'
import { answerInWords, readAnswers } from './answers.ts'
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
  ['a line has 200 characters', { kind: 'short' }, 'ก'.repeat(200), 'ก'.repeat(200)],
  ['and not 201', { kind: 'short' }, 'ก'.repeat(201), 'too_big'],
  ['a longer text has 2,000', { kind: 'long' }, 'ก'.repeat(2_000), 'ก'.repeat(2_000)],
  ['and not 2,001', { kind: 'long' }, 'ก'.repeat(2_001), 'too_big'],
  ['a text is no list', { kind: 'long' }, ['a'], 'wrong_kind'],
  ['a text is no number', { kind: 'short' }, 7, 'wrong_kind'],
  ['one choice is one that is offered', { kind: 'one_of', choices: meals }, 'เจ', 'เจ'],
  ['one choice is no other', { kind: 'one_of', choices: meals }, 'vegan', 'wrong_choice'],
  ['one choice is no list', { kind: 'one_of', choices: meals }, ['เจ'], 'wrong_kind'],
  [
    'several choices stand in the order of the offer, each once',
    { kind: 'any_of', choices: meals },
    ['ฮาลาล', 'ปกติ', 'ปกติ'],
    ['ปกติ', 'ฮาลาล'],
  ],
  ['several choices are all offered', { kind: 'any_of', choices: meals }, ['เจ', 'vegan'], 'wrong_choice'],
  ['several choices are no text', { kind: 'any_of', choices: meals }, 'เจ', 'wrong_kind'],
  ['a box is ticked', { kind: 'must_tick', required: true }, true, true],
  ['a box that is not ticked is a refusal', { kind: 'must_tick', required: true }, false, 'must_tick'],
  ['a box is no text', { kind: 'must_tick', required: true }, 'yes', 'wrong_kind'],
  ['blanks are no answer', { kind: 'short' }, '  ', null],
  ['blanks are no answer to what must be answered', { kind: 'short', required: true }, '  ', 'missing'],
  [
    'no choice is no answer to what must be answered',
    { kind: 'any_of', choices: meals, required: true },
    [],
    'missing',
  ],
  ['null is no answer', { kind: 'one_of', choices: meals }, null, null],
])('%s', (_, asked, answer, expected) => {
  expect(read(asked, answer)).toEqual(expected)
})

test('a refusal names its question, and an answer to none is one', () => {
  const asked = [question({ id: 'name', required: true }), question({ id: 'toString' })]

  const { problems } = readAnswers(asked, { other: 'x' })

  expect(problems.map(({ loc, type }) => [...loc, type].join(' '))).toEqual([
    'body answers name missing',
    'body answers other unknown_question',
  ])
})

test('an answer to other words than those of today is refused, and a blank is not', () => {
  const questions = [question({ id: 'a', text: 'Do you eat meat?' }), question({ id: 'b' })]

  const read = readAnswers(questions, { a: 'No' }, { a: 'Are you a vegetarian?', b: 'Why?' })

  expect(read.problems).toEqual([{ loc: ['body', 'answers', 'a'], msg: expect.any(String), type: 'question_changed' }])
  expect(readAnswers(questions, { a: 'No' }, { a: 'Do you eat meat?' }).problems).toEqual([])
})

test('of thousands of answers to no question no more are named than an event can ask', () => {
  const given = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`q${index}`, 'x']))

  expect(readAnswers([], given).problems).toHaveLength(10)
})

test('an answer keeps the question as it was asked', () => {
  expect(readAnswers([question({ id: 'a', text: 'Which size?' })], { a: 'L' }).answers).toEqual([
    { question_id: 'a', kind: 'short', question: 'Which size?', answer: 'L' },
  ])
})

test('answers are read aloud as words', () => {
  expect(answerInWords({ answer: true }, 'Yes')).toBe('Yes')
  expect(answerInWords({ answer: ['ปกติ', 'เจ'] }, 'Yes')).toBe('ปกติ, เจ')
})

const typed = (given: object) => ({ kind: 'short', text: 'What?', ...given })
const problemsOf = (given: unknown) =>
  Questions.safeParse(given).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

test('questions come as a list or as its JSON, and each has an id that is given or new', () => {
  const list = [typed({ id: 'a' }), typed({})]

  const [first, second] = Questions.parse(JSON.stringify(list))

  expect(first).toEqual({ id: 'a', kind: 'short', text: 'What?', required: false, choices: [] })
  expect(second?.id).toMatch(/^[\da-f]{12}$/)
  expect(Questions.parse('')).toEqual([])
})

test('a box must be ticked, and only questions with choices keep them', () => {
  const [box, line] = Questions.parse([
    typed({ kind: 'must_tick', choices: ['a', 'b'] }),
    typed({ choices: ['a'], required: 'on' }),
  ])

  expect(box).toMatchObject({ required: true, choices: [] })
  expect(line).toMatchObject({ required: true, choices: [] })
})

test.each<[string, unknown, string]>([
  ['what is no list', 'yes', ': Must be a list of questions, as JSON.'],
  ['a text that cannot be stored', '[{"kind":"short","text":"a\\u0000b"}]', ': Must be a list of questions, as JSON.'],
  ['eleven questions', Array.from({ length: 11 }, () => typed({})), ': Ask at most 10 questions.'],
  ['no question', [typed({ text: ' ' })], '0.text: Question is required.'],
  ['a long question', [typed({ text: 'ก'.repeat(201) })], '0.text: Question may have at most 200 characters.'],
  ['another kind', [typed({ kind: 'number' })], '0.kind: Select an option'],
  [
    'one choice, beside a blank line',
    [typed({ kind: 'one_of', choices: ['a', ' '] })],
    '0.choices: Give 2 to 20 choices, each on a line of its own.',
  ],
  [
    'the same choice twice',
    [typed({ kind: 'any_of', choices: ['a', 'a '] })],
    '0.choices: Each choice may be there once.',
  ],
  ['the same id twice', [typed({ id: 'a' }), typed({ id: 'a' })], '1.id: Each question needs an id of its own.'],
])('of questions is refused: %s', (_, given, problem) => {
  expect(problemsOf(given)).toEqual([problem])
})
