import { ArrowDown, ArrowUp, CircleAlert, Plus, Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { type FieldErrors, useFormContext, useWatch } from 'react-hook-form'
import { fill } from '#contract/language/messages.ts'
import { newQuestionId, type questionKinds, questionLimits } from '#contract/questions/answers.ts'
import * as m from '#messages/event-ticketing.json'
import type { FormValues } from '#web/features/organizing/draft/form-schema.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select, Switch, TextArea, TextInput } from '#web/ui/forms/inputs.tsx'

/** The questions for applicants. */
export function QuestionsPart() {
  const { setValue, formState } = useFormContext<FormValues>()
  const questions = useWatch<FormValues, 'questions'>({ name: 'questions' }) ?? []
  const problems = formState.errors.questions
  const part = useRef<HTMLFieldSetElement>(null)
  const full = useId()
  const isFull = questions.length >= questionLimits.questions

  /** Renders the new list at once, then focuses a control in it. */
  function change(next: TypedQuestion[], focus?: string) {
    // A new question is not wrong before anything is typed into it.
    const isAdded = next.length > questions.length
    const check = { shouldDirty: true, shouldValidate: formState.isSubmitted && !isAdded }
    flushSync(() => setValue('questions', next, check))
    if (focus) part.current?.querySelector<HTMLElement>(focus)?.focus()
  }

  function handleAdd() {
    const id = newQuestionId()
    change(
      [...questions, { id, kind: 'short', text: '', required: false, choices: [] }],
      `[data-question="${id}"] input`,
    )
  }

  return (
    <fieldset ref={part} className="flex min-w-0 flex-col gap-4">
      <legend className="mb-1">
        <h2 className="text-lg">{m.questionsTitle}</h2>
      </legend>
      <p className="text-ink-soft">{m.questionsIntro}</p>
      {questions.length > 0 ? (
        <ol className="flex flex-col gap-4">
          {questions.map((question, index) => (
            <QuestionCard
              key={question.id ?? index}
              question={question}
              number={index + 1}
              isLast={index === questions.length - 1}
              problems={problems?.[index]}
              onChange={(changed) => change(questions.map((one, place) => (place === index ? changed : one)))}
              onMove={(step) =>
                change(moved(questions, index, step), `[data-question="${question.id}"] [data-step="${step}"]`)
              }
              onRemove={() =>
                change(
                  questions.filter((_, place) => place !== index),
                  '[data-add]',
                )
              }
            />
          ))}
        </ol>
      ) : null}
      {typeof problems?.message === 'string' ? (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" />
          {problems.message}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          data-add
          variant="secondary"
          unavailable={isFull}
          aria-describedby={isFull ? full : undefined}
          onClick={handleAdd}
        >
          <Plus aria-hidden className="size-5" />
          {m.addQuestion}
        </Button>
        {isFull ? (
          <p id={full} className="text-sm text-ink-soft">
            {m.questionsFull}
          </p>
        ) : null}
      </div>
    </fieldset>
  )
}

type Kind = (typeof questionKinds)[number]

const kinds: Record<Kind, string> = {
  short: m.kindShort,
  long: m.kindLong,
  one_of: m.kindOneOf,
  any_of: m.kindAnyOf,
  must_tick: m.kindMustTick,
}
const options = (Object.keys(kinds) as Kind[]).map((value) => ({ value, label: kinds[value] }))

interface QuestionCardProps {
  question: TypedQuestion
  /** From 1. */
  number: number
  isLast: boolean
  problems: FieldErrors<TypedQuestion> | undefined
  onChange: (question: TypedQuestion) => void
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

function QuestionCard({ question, number, isLast, problems, onChange, onMove, onRemove }: QuestionCardProps) {
  const { kind, text, choices = [] } = question
  const hasChoices = kind === 'one_of' || kind === 'any_of'
  const isBox = kind === 'must_tick'
  return (
    <li data-question={question.id} className="rounded-md border border-line p-[min(1rem,4vw)]">
      <fieldset className="flex min-w-0 flex-col gap-4">
        <legend className="float-left w-full">
          <span className="flex flex-wrap items-center justify-between gap-x-2">
            <span className="font-medium">{fill(m.questionNumber, { number })}</span>
            <span className="flex flex-wrap">
              <Step label={fill(m.moveQuestionUp, { number })} step={-1} isEnd={number === 1} onMove={onMove} />
              <Step label={fill(m.moveQuestionDown, { number })} step={1} isEnd={isLast} onMove={onMove} />
              <button
                type="button"
                className="icon-button"
                aria-label={fill(m.removeQuestion, { number })}
                onClick={onRemove}
              >
                <Trash2 aria-hidden className="size-5" />
              </button>
            </span>
          </span>
        </legend>
        <Field
          label={m.question}
          hint={isBox ? m.mustTickHint : undefined}
          error={problems?.text?.message}
          marked
          count={{ used: text.trim().length, max: questionLimits.text }}
        >
          {(control) => (
            <TextInput
              {...control}
              name={controlName(number - 1, 'text')}
              value={text}
              onChange={({ target }) => onChange({ ...question, text: target.value })}
            />
          )}
        </Field>
        <Field label={m.kindOfAnswer} error={problems?.kind?.message}>
          {(control) => (
            <Select
              {...control}
              name={controlName(number - 1, 'kind')}
              options={options}
              value={kind}
              onChange={({ target }) => onChange({ ...question, kind: kindOf(target.value) })}
            />
          )}
        </Field>
        {hasChoices ? (
          <Field label={m.choices} hint={m.choicesHint} error={messageOf(problems?.choices)} marked>
            {(control) => (
              <TextArea
                {...control}
                name={controlName(number - 1, 'choices')}
                value={choices.join('\n')}
                onChange={({ target }) => onChange({ ...question, choices: target.value.split('\n') })}
              />
            )}
          </Field>
        ) : null}
        {isBox ? null : (
          <Switch
            label={m.answerRequired}
            checked={question.required === true}
            onChange={({ target }) => onChange({ ...question, required: target.checked })}
          />
        )}
      </fieldset>
    </li>
  )
}

interface StepProps {
  label: string
  step: -1 | 1
  /** At the end of the list the button stays, so that the keyboard keeps its place. */
  isEnd: boolean
  onMove: (step: -1 | 1) => void
}

/** Moves an entry of a list by one. */
export function Step({ label, step, isEnd, onMove }: StepProps) {
  const Icon = step === -1 ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-disabled={isEnd}
      data-step={step}
      onClick={() => (isEnd ? undefined : onMove(step))}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  )
}

const kindOf = (value: string): Kind => (value in kinds ? (value as Kind) : 'short')

/** The error of the choices as a whole, or the first error among them. */
function messageOf(problem: FieldErrors<TypedQuestion>['choices']): string | undefined {
  if (problem === undefined) return undefined
  return problem.message ?? problem.find?.((one) => one !== undefined)?.message
}

type TypedQuestion = NonNullable<FormValues['questions']>[number]

/** Moves a question by one step, -1 towards the start; unchanged at the ends. */
export function moved<Item>(list: readonly Item[], index: number, step: -1 | 1): Item[] {
  const [item, other] = [list[index], list[index + step]]
  if (item === undefined || other === undefined) return [...list]
  return list.map((one, place) => (place === index ? other : place === index + step ? item : one))
}

const controlName = (index: number, field: keyof TypedQuestion) => `questions.${index}.${field}`

/** A selector of the first control with an error, or of the add button for an error of the list. */
export function firstWrong(problems: unknown): string {
  const each: Partial<Record<keyof TypedQuestion, unknown>>[] = Array.isArray(problems) ? problems : []
  const index = each.findIndex(Boolean)
  const field = (['text', 'kind', 'choices'] as const).find((name) => each[index]?.[name])
  return field === undefined ? '[data-add]' : `[name="${controlName(index, field)}"]`
}
