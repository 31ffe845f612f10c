import { type FieldErrors, useFormContext, useWatch } from 'react-hook-form'
import { newQuestionId, type questionKinds, questionLimits } from '#contract/questions/answers.ts'
import * as m from '#messages/event-ticketing.json'
import type { FormValues } from '#web/features/organizing/draft/form-schema.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Select, Switch, TextArea, TextInput } from '#web/ui/forms/inputs.tsx'
import { FormList } from './form-list.tsx'

/** The questions for applicants. */
export function QuestionsPart() {
  const { setValue, formState } = useFormContext<FormValues>()
  const questions = useWatch<FormValues, 'questions'>({ name: 'questions' }) ?? []
  const problems = formState.errors.questions
  return (
    <FormList
      name="questions"
      entries={questions}
      problem={problems?.message}
      most={questionLimits.questions}
      texts={{
        title: m.questionsTitle,
        intro: m.questionsIntro,
        add: m.addQuestion,
        full: m.questionsFull,
        entry: m.questionNumber,
        up: m.moveQuestionUp,
        down: m.moveQuestionDown,
        remove: m.removeQuestion,
      }}
      newEntry={newQuestion}
      onChange={(next, check) => setValue('questions', next, check)}
    >
      {(question, place, onChange) => (
        <QuestionControls question={question} place={place} problems={problems?.[place]} onChange={onChange} />
      )}
    </FormList>
  )
}

function newQuestion(): TypedQuestion {
  return { id: newQuestionId(), kind: 'short', text: '', required: false, choices: [] }
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

interface QuestionControlsProps {
  question: TypedQuestion
  place: number
  problems: FieldErrors<TypedQuestion> | undefined
  onChange: (question: TypedQuestion) => void
}

function QuestionControls({ question, place, problems, onChange }: QuestionControlsProps) {
  const { kind, text, choices = [] } = question
  const hasChoices = kind === 'one_of' || kind === 'any_of'
  const isBox = kind === 'must_tick'
  return (
    <>
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
            name={`questions.${place}.text`}
            value={text}
            onChange={({ target }) => onChange({ ...question, text: target.value })}
          />
        )}
      </Field>
      <Field label={m.kindOfAnswer} error={problems?.kind?.message}>
        {(control) => (
          <Select
            {...control}
            name={`questions.${place}.kind`}
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
              name={`questions.${place}.choices`}
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
    </>
  )
}

const kindOf = (value: string): Kind => (value in kinds ? (value as Kind) : 'short')

/** The error of the choices as a whole, or the first error among them. */
function messageOf(problem: FieldErrors<TypedQuestion>['choices']): string | undefined {
  if (problem === undefined) return undefined
  return problem.message ?? problem.find?.((one) => one !== undefined)?.message
}

type TypedQuestion = NonNullable<FormValues['questions']>[number]

/** In the order of their controls. */
export const questionFields = ['text', 'kind', 'choices'] as const satisfies (keyof TypedQuestion)[]
