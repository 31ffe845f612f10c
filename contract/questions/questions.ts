import { z } from 'zod'
import { Flag, Instant, listOrJson, requiredText } from '#contract/fields.ts'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/fields.json'
import { questionLimits as limits, newQuestionId, questionKinds } from './answers.ts'

const QuestionKind = z.enum(questionKinds, m.selectOption)

/** A question to applicants. `choices` is empty except for `one_of` and `any_of`. */
export const Question = z.object({
  id: z.string(),
  kind: QuestionKind,
  text: z.string(),
  required: z.boolean(),
  choices: z.array(z.string()),
})
export type Question = z.infer<typeof Question>

const wrongChoices = fill(m.questionChoices, limits.choices)

/** Choices, trimmed and without blank ones. */
const Choices = z
  .array(
    z
      .string()
      .trim()
      .max(limits.choice, fill(m.choiceAtMost, { most: limits.choice })),
  )
  .max(1_000, wrongChoices)
  .transform((choices) => choices.filter((choice) => choice !== ''))

/** A question as an organizer types it. Gets an `id` if it has none. */
const QuestionFields = z
  .object({
    // Not `default`: the API description would show a random id.
    id: z
      .string()
      .regex(/^[a-z\d-]{1,36}$/i, m.questionId)
      .optional()
      .transform((id) => id ?? newQuestionId()),
    kind: QuestionKind,
    text: requiredText(m.question, limits.text),
    required: Flag.default(false),
    choices: Choices.default([]),
  })
  .transform((question) => ({
    ...question,
    required: question.required || question.kind === 'must_tick',
    choices: hasChoices(question.kind) ? question.choices : [],
  }))
  .superRefine(({ kind, choices }, context) => {
    if (!hasChoices(kind)) return
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['choices'], message })
    if (choices.length < limits.choices.least || choices.length > limits.choices.most) refuse(wrongChoices)
    else if (new Set(choices).size < choices.length) refuse(m.choicesDiffer)
  })

/** An event's questions in order. */
export const QuestionList = z
  .array(QuestionFields)
  .max(limits.questions, fill(m.askAtMost, { most: limits.questions }))
  .superRefine((questions, context) => {
    const seen = new Set<string>()
    for (const [index, { id }] of questions.entries()) {
      if (seen.has(id)) context.addIssue({ code: 'custom', path: [index, 'id'], message: m.questionIdsDiffer })
      seen.add(id)
    }
  })

/** JSON text in forms. */
export const Questions = listOrJson(QuestionList, m.questions)

function hasChoices(kind: Question['kind']): boolean {
  return kind === 'one_of' || kind === 'any_of'
}

/** An applicant's answers by question id: a text (`short`, `long`, `one_of`), a list of texts (`any_of`) or true (`must_tick`).
 *  Checked by `readAnswers`, which knows the questions. */
export const Answers = z.record(z.string(), z.unknown())
export type Answers = z.output<typeof Answers>

/** The texts of the questions that the applicant saw, by id. An answer is refused if its question has changed since then: it may
 *  mean something else now. Questions that are not included are not compared. */
export const QuestionTexts = z.record(z.string(), z.string())
export type QuestionTexts = z.output<typeof QuestionTexts>

/** An answer with its question as asked at the time. */
export const GivenAnswer = z.object({
  question_id: z.string(),
  kind: QuestionKind,
  question: z.string(),
  answer: z.union([z.string(), z.array(z.string()), z.literal(true)]),
})
export type GivenAnswer = z.infer<typeof GivenAnswer>

/** An application's answers, including those to former questions, and the current questions. `change_until` is the end of
 *  registration; null for viewers who may not change the answers. */
export const TicketAnswers = z.object({
  given: z.array(GivenAnswer),
  questions: z.array(Question),
  change_until: Instant.nullable(),
})
export type TicketAnswers = z.infer<typeof TicketAnswers>
