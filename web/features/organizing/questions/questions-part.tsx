import { CircleAlert, Plus } from 'lucide-react'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext, useWatch } from 'react-hook-form'
import { newQuestionId, questionLimits } from '#contract/questions/kinds.ts'
import type { DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { moved, type TypedQuestion } from './edit-list.ts'
import { QuestionCard } from './question-card.tsx'

/** The part of the form in which an organizer writes the questions that applicants answer. */
export function QuestionsPart() {
  const { setValue, formState } = useFormContext<DraftValues>()
  const questions = useWatch<DraftValues, 'questions'>({ name: 'questions' }) ?? []
  const problems = formState.errors.questions
  const part = useRef<HTMLFieldSetElement>(null)
  const full = useId()
  const isFull = questions.length >= questionLimits.questions

  /** Shows the list at once, and leads to a control of the part. */
  function change(next: TypedQuestion[], focus?: string) {
    const check = { shouldDirty: true, shouldValidate: formState.isSubmitted }
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
        <h2 className="text-lg">Questions for applicants</h2>
      </legend>
      <p className="text-ink-soft">
        People answer these before they apply. Only you read the answers. You may change the questions at any time:
        whoever has applied is not asked again, and keeps the answers with the words that were asked.
      </p>
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
          Add a Question
        </Button>
        {isFull ? (
          <p id={full} className="text-sm text-ink-soft">
            An event may ask ten questions.
          </p>
        ) : null}
      </div>
    </fieldset>
  )
}
