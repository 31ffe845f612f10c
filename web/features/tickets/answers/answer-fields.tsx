import { CircleAlert } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { questionLimits } from '#contract/questions/kinds.ts'
import type { Question } from '#contract/questions/questions.ts'
import { Field, RequiredNote } from '#web/ui/forms/field.tsx'
import { TextArea, TextInput } from '#web/ui/forms/inputs.tsx'
import type { TypedAnswers } from './use-answers.ts'

interface AnswerFieldsProps {
  questions: readonly Question[]
  answers: TypedAnswers
}

/** A control for each question of an event. */
export function AnswerFields({ questions, answers }: AnswerFieldsProps) {
  const { values, problems, set, form } = answers
  return (
    <div ref={form} className="flex flex-col gap-5">
      {questions.some(({ required }) => required) ? <RequiredNote /> : null}
      {questions.map((question) => {
        const { id } = question
        const value = Object.hasOwn(values, id) ? values[id] : undefined
        const control = { question, value, error: problems[id], onAnswer: (answer: unknown) => set(question, answer) }
        return question.kind === 'short' || question.kind === 'long' ? (
          <TextAnswer key={id} {...control} />
        ) : (
          <ChosenAnswer key={id} {...control} />
        )
      })}
    </div>
  )
}

interface AnswerProps {
  question: Question
  value: unknown
  error: string | undefined
  onAnswer: (answer: unknown) => void
}

function TextAnswer({ question: { kind, text, required }, value, error, onAnswer }: AnswerProps) {
  const typed = typeof value === 'string' ? value : ''
  const max = questionLimits.answer[kind === 'long' ? 'long' : 'short']
  return (
    <Field label={text} error={error} required={required} marked={required} count={{ used: typed.trim().length, max }}>
      {(control) =>
        kind === 'long' ? (
          <TextArea {...control} value={typed} onChange={({ target }) => onAnswer(target.value)} />
        ) : (
          <TextInput {...control} value={typed} onChange={({ target }) => onAnswer(target.value)} />
        )
      }
    </Field>
  )
}

/** One choice, any of them, or the box that must be ticked. A choice can be taken back where none is needed. */
function ChosenAnswer({ question: { kind, text, required, choices }, value, error, onAnswer }: AnswerProps) {
  const name = useId()
  const problem = `${name}problem`
  const described = { 'aria-describedby': error ? problem : undefined, 'aria-invalid': error ? true : undefined }
  const shown = error ? (
    <p id={problem} className="flex items-start gap-1.5 text-sm text-danger">
      <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" />
      {error}
    </p>
  ) : null

  if (kind === 'must_tick') {
    return (
      <div className="flex flex-col gap-1">
        <Choice
          {...described}
          type="checkbox"
          label={text}
          marked
          aria-required
          checked={value === true}
          onChange={({ target }) => onAnswer(target.checked)}
        />
        {shown}
      </div>
    )
  }

  const chosen: unknown[] = Array.isArray(value) ? value : [value]
  const offered = kind === 'one_of' && !required ? [...choices, ''] : choices
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 font-medium wrap-anywhere">
        {text}
        {required ? <Mark /> : null}
      </legend>
      {offered.map((choice) =>
        kind === 'one_of' ? (
          <Choice
            key={choice}
            {...described}
            type="radio"
            label={choice || 'No answer'}
            name={name}
            checked={(chosen[0] ?? '') === choice}
            onChange={() => onAnswer(choice)}
          />
        ) : (
          <Choice
            key={choice}
            {...described}
            type="checkbox"
            label={choice}
            checked={chosen.includes(choice)}
            onChange={({ target }) =>
              onAnswer(choices.filter((one) => (one === choice ? target.checked : chosen.includes(one))))
            }
          />
        ),
      )}
      {shown}
    </fieldset>
  )
}

interface ChoiceProps extends ComponentProps<'input'> {
  label: string
  /** Shows that the box must be ticked. */
  marked?: boolean
}

/** The whole line can be pressed. */
function Choice({ label, marked, ...rest }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-start gap-3 py-2">
      <input {...rest} className="mt-0.5 size-5 shrink-0 accent-accent" />
      <span className="min-w-0 wrap-anywhere">
        {label}
        {marked ? <Mark /> : null}
      </span>
    </label>
  )
}

function Mark() {
  return (
    <span aria-hidden className="ml-1 font-medium text-danger">
      *
    </span>
  )
}
