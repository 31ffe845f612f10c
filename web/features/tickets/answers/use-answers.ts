import { type Dispatch, type RefObject, type SetStateAction, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { readAnswers } from '#contract/questions/answers.ts'
import type { Answers, Question } from '#contract/questions/questions.ts'

export interface TypedAnswers {
  /** By the ids of the questions. */
  values: Answers
  /** What is wrong with an answer, by the id of its question. */
  problems: Record<string, string>
  set: (id: string, answer: unknown) => void
  /** Puts other answers in the place of all. */
  replace: Dispatch<SetStateAction<Answers>>
  /** The answers to send; null where one does not fit, which is then led to. */
  check: () => Answers | null
  form: RefObject<HTMLDivElement | null>
}

/** Answers to `questions` as they are typed, checked as the server will check them. `onChange` hears of every change. */
export function useAnswers(
  questions: readonly Question[],
  initial: Answers,
  onChange: (answers: Answers) => void = () => undefined,
): TypedAnswers {
  const [values, replace] = useState(initial)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const form = useRef<HTMLDivElement>(null)

  function set(id: string, answer: unknown) {
    const next = { ...values, [id]: answer }
    replace(next)
    setProblems(({ [id]: _, ...others }) => others)
    onChange(next)
  }

  function check(): Answers | null {
    // Answers to questions that were taken back meanwhile are not sent.
    const given = Object.fromEntries(questions.map(({ id }) => [id, Object.hasOwn(values, id) ? values[id] : null]))
    const wrong = readAnswers(questions, given).problems
    flushSync(() => setProblems(Object.fromEntries(wrong.map(({ loc, msg }) => [loc[2] ?? '', msg]))))
    if (wrong.length === 0) return given
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    return null
  }

  return { values, problems, set, replace, check, form }
}
