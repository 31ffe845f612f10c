import type { FieldProblem } from '#contract/errors.ts'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/fields.json'
import type { Answers, GivenAnswer, Question, QuestionTexts } from './questions.ts'

// Without schemas: event pages check answers with this and must not load zod.

/** A line of text, a long text, one choice, any number of choices, and a box that must be ticked. */
export const questionKinds = ['short', 'long', 'one_of', 'any_of', 'must_tick'] as const

/** Lengths in characters. */
export const questionLimits = {
  questions: 10,
  text: 200,
  choices: { least: 2, most: 20 },
  choice: 100,
  answer: { short: 200, long: 2_000 },
} as const

/** Random, so that an id is never reused within an event. */
export function newQuestionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export interface ReadAnswers {
  /** In the order of the questions, without blank ones. */
  answers: GivenAnswer[]
  /** At `['body', 'answers', id]`. */
  problems: FieldProblem[]
}

/** Checks answers to an event's questions, on the page and on the server. */
export function readAnswers(questions: readonly Question[], given: Answers, asked: QuestionTexts = {}): ReadAnswers {
  const answers: GivenAnswer[] = []
  const problems: FieldProblem[] = []
  const refuse = (id: string, msg: string, type: string) => problems.push({ loc: ['body', 'answers', id], msg, type })
  for (const { id, kind, text: question, required, choices } of questions) {
    const read = readAnswer({ kind, choices }, Object.hasOwn(given, id) ? given[id] : undefined)
    const isChanged = Object.hasOwn(asked, id) && asked[id] !== question
    if ('problem' in read) refuse(id, read.problem, read.type)
    else if (read.answer !== null && isChanged) refuse(id, m.questionChanged, 'question_changed')
    else if (read.answer !== null) answers.push({ question_id: id, kind, question, answer: read.answer })
    else if (kind === 'must_tick') refuse(id, m.boxNotTicked, 'must_tick')
    else if (required) refuse(id, m.answerMissing, 'missing')
  }
  const known = new Set(questions.map(({ id }) => id))
  const unknown = Object.keys(given).filter((id) => !known.has(id))
  // Someone may send thousands, but no event has more questions than this.
  for (const id of unknown.slice(0, questionLimits.questions)) {
    refuse(id, m.questionGone, 'unknown_question')
  }
  return { answers, problems }
}

type Read = { answer: GivenAnswer['answer'] | null } | { problem: string; type: string }

const wrongKind: Read = { problem: m.answerNotValid, type: 'wrong_kind' }
const wrongChoice: Read = { problem: m.answerNotOffered, type: 'wrong_choice' }

/** `answer` is null if nothing was given. */
function readAnswer({ kind, choices }: Pick<Question, 'kind' | 'choices'>, given: unknown): Read {
  if (given === undefined || given === null) return { answer: null }
  switch (kind) {
    case 'short':
    case 'long':
      return readText(given, questionLimits.answer[kind])
    case 'one_of':
      if (typeof given !== 'string') return wrongKind
      if (given === '') return { answer: null }
      return choices.includes(given) ? { answer: given } : wrongChoice
    case 'any_of':
      return readChoices(given, choices)
    case 'must_tick':
      if (typeof given !== 'boolean') return wrongKind
      return { answer: given || null }
  }
}

function readText(given: unknown, max: number): Read {
  if (typeof given !== 'string') return wrongKind
  const text = given.trim()
  if (text.length > max) return { problem: fill(m.charactersAtMost, { most: max }), type: 'too_big' }
  return { answer: text === '' ? null : text }
}

/** In the order in which they are offered, each once. */
function readChoices(given: unknown, choices: string[]): Read {
  if (!Array.isArray(given) || given.some((one) => typeof one !== 'string')) return wrongKind
  if (given.some((one) => !choices.includes(one))) return wrongChoice
  const chosen = choices.filter((choice) => given.includes(choice))
  return { answer: chosen.length === 0 ? null : chosen }
}

/** An answer as text; `yes` is the text for a ticked box. */
export function answerText({ answer }: Pick<GivenAnswer, 'answer'>, yes: string): string {
  if (answer === true) return yes
  return Array.isArray(answer) ? answer.join(', ') : answer
}
