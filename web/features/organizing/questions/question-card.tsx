import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { FieldErrors } from 'react-hook-form'
import { type questionKinds, questionLimits } from '#contract/questions/kinds.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Select, Switch, TextArea, TextInput } from '#web/ui/forms/inputs.tsx'
import { controlName, type TypedQuestion } from './edit-list.ts'

type Kind = (typeof questionKinds)[number]

const kinds: Record<Kind, string> = {
  short: 'Short text',
  long: 'Long text',
  one_of: 'One of several choices',
  any_of: 'Any of several choices',
  must_tick: 'A box that must be ticked',
}
const options = (Object.keys(kinds) as Kind[]).map((value) => ({ value, label: kinds[value] }))

interface QuestionCardProps {
  question: TypedQuestion
  /** Its place in the list, from 1. */
  number: number
  isLast: boolean
  problems: FieldErrors<TypedQuestion> | undefined
  onChange: (question: TypedQuestion) => void
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

export function QuestionCard({ question, number, isLast, problems, onChange, onMove, onRemove }: QuestionCardProps) {
  const { kind, text, choices = [] } = question
  const hasChoices = kind === 'one_of' || kind === 'any_of'
  const isBox = kind === 'must_tick'
  return (
    <li data-question={question.id} className="rounded-md border border-line p-[min(1rem,4vw)]">
      <fieldset className="flex min-w-0 flex-col gap-4">
        <legend className="float-left w-full">
          <span className="flex flex-wrap items-center justify-between gap-x-2">
            <span className="font-medium">Question {number}</span>
            <span className="flex flex-wrap">
              <Step label={`Move question ${number} up`} step={-1} isEnd={number === 1} onMove={onMove} />
              <Step label={`Move question ${number} down`} step={1} isEnd={isLast} onMove={onMove} />
              <button type="button" className="icon-button" aria-label={`Remove question ${number}`} onClick={onRemove}>
                <Trash2 aria-hidden className="size-5" />
              </button>
            </span>
          </span>
        </legend>
        <Field
          label="Question"
          hint={isBox ? 'People tick a box beside these words, or they cannot apply.' : undefined}
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
        <Field label="Kind of answer" error={problems?.kind?.message}>
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
          <Field label="Choices" hint="Each on a line of its own, 2 to 20." error={messageOf(problems?.choices)} marked>
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
            label="Must be answered"
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
  /** There is no place to move to: the button stays, so that the keyboard does not lose its place. */
  isEnd: boolean
  onMove: (step: -1 | 1) => void
}

function Step({ label, step, isEnd, onMove }: StepProps) {
  const Icon = step === -1 ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      className="icon-button aria-disabled:opacity-40"
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

/** What is wrong with the choices as a whole, or with the first of them that is wrong. */
function messageOf(problem: FieldErrors<TypedQuestion>['choices']): string | undefined {
  if (problem === undefined) return undefined
  return problem.message ?? problem.find?.((one) => one !== undefined)?.message
}
