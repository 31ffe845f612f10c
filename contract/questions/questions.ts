import { z } from 'zod'
import { Flag, Instant, requiredText } from '#contract/fields.ts'
import { questionLimits as limits, newQuestionId, questionKinds } from './kinds.ts'

export const QuestionKind = z.enum(questionKinds, 'Select an option')

/** A question that applicants are asked, as the API answers it. `choices` is empty but for `one_of` and `any_of`. */
export const Question = z.object({
  id: z.string(),
  kind: QuestionKind,
  text: z.string(),
  required: z.boolean(),
  choices: z.array(z.string()),
})
export type Question = z.infer<typeof Question>

const wrongChoices = `Give ${limits.choices.least} to ${limits.choices.most} choices, each on a line of its own.`

/** Choices, trimmed and without blank ones. */
const Choices = z
  .array(z.string().trim().max(limits.choice, `A choice may have at most ${limits.choice} characters.`))
  .max(1_000, wrongChoices)
  .transform((choices) => choices.filter((choice) => choice !== ''))

/** A question as an organizer types it. It is known by its `id` from then on; one that comes without gets one. */
const QuestionDraft = z
  .object({
    id: z
      .string()
      .regex(/^[a-z\d-]{1,36}$/i, 'Use 1 to 36 letters, digits and dashes.')
      .default(newQuestionId),
    kind: QuestionKind,
    text: requiredText('Question', limits.text),
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
    else if (new Set(choices).size < choices.length) refuse('Each choice may be there once.')
  })

/** An event's questions in the order in which they are asked. */
export const QuestionList = z
  .array(QuestionDraft)
  .max(limits.questions, `Ask at most ${limits.questions} questions.`)
  .superRefine((questions, context) => {
    const seen = new Set<string>()
    for (const [index, { id }] of questions.entries()) {
      const message = 'Each question needs an id of its own.'
      if (seen.has(id)) context.addIssue({ code: 'custom', path: [index, 'id'], message })
      seen.add(id)
    }
  })

/** The same list, or its JSON as a text, as forms send it; '' is the empty list. */
export const Questions = z
  .union([z.string(), z.array(z.unknown())], 'Must be a list of questions.')
  .transform((given, context): unknown => {
    if (typeof given !== 'string') return given
    try {
      return given.trim() === '' ? [] : JSON.parse(given, storable)
    } catch {
      context.addIssue({ code: 'custom', message: 'Must be a list of questions, as JSON.' })
      return z.NEVER
    }
  })
  .pipe(QuestionList)

/** Escapes in a text within a text can stand for what no text may hold. */
function storable(_: string, value: unknown): unknown {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) throw new Error('not storable')
  return value
}

function hasChoices(kind: Question['kind']): boolean {
  return kind === 'one_of' || kind === 'any_of'
}

/** Answers as an applicant gives them, by the ids of the questions: a text (`short`, `long`, `one_of`), a list of texts
 *  (`any_of`) or true (`must_tick`). `readAnswers` checks them, because only it knows the questions. */
export const Answers = z.record(z.string(), z.unknown())
export type Answers = z.output<typeof Answers>

/** The words of questions as whoever answers has read them, by the ids. An answer to a question that has other words by now is
 *  refused: it may mean something else there. What is not said is taken to be answered as it is asked. */
export const AskedWords = z.record(z.string(), z.string())
export type AskedWords = z.output<typeof AskedWords>

/** One answer, with the question as it was asked when the answer was given. */
export const GivenAnswer = z.object({
  question_id: z.string(),
  kind: QuestionKind,
  question: z.string(),
  answer: z.union([z.string(), z.array(z.string()), z.literal(true)]),
})
export type GivenAnswer = z.infer<typeof GivenAnswer>

/** An application's answers, also to questions that are not asked any more, and the questions of today. `change_until` is
 *  the end of registration; null for whoever may not change them at all. */
export const TicketAnswers = z.object({
  given: z.array(GivenAnswer),
  questions: z.array(Question),
  change_until: Instant.nullable(),
})
export type TicketAnswers = z.infer<typeof TicketAnswers>
