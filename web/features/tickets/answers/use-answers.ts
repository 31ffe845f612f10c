import { type Dispatch, type RefObject, type SetStateAction, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { readAnswers } from '#contract/questions/answers.ts'
import type { Answers, AskedWords, Question } from '#contract/questions/questions.ts'

/** An answer with the words of its question as it was read. */
export interface TypedAnswer {
  answer: unknown
  asked: string
}

type Typed = Record<string, TypedAnswer>

/** Answers as they are sent. */
export interface ToSend {
  answers: Answers
  asked: AskedWords
}

export interface TypedAnswers {
  /** By the ids of the questions. */
  values: Answers
  /** What is wrong with an answer, by the id of its question. */
  problems: Record<string, string>
  set: (question: Question, answer: unknown) => void
  /** Puts other answers in the place of all. */
  replace: Dispatch<SetStateAction<Typed>>
  /** The answers to send; null where one does not fit, which is then led to. */
  check: () => ToSend | null
  form: RefObject<HTMLDivElement | null>
}

/** Answers to `questions` as they are typed, checked as the server will check them. `onChange` hears of every change. */
export function useAnswers(
  questions: readonly Question[],
  onChange: (answers: Typed) => void = () => undefined,
): TypedAnswers {
  const [typed, replace] = useState<Typed>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const form = useRef<HTMLDivElement>(null)

  function set({ id, text }: Question, answer: unknown) {
    const next = { ...typed, [id]: { answer, asked: text } }
    replace(next)
    setProblems(({ [id]: _, ...others }) => others)
    onChange(next)
  }

  function check(): ToSend | null {
    // Answers to questions that were taken back meanwhile are not sent.
    const read = questions.map(({ id, text }) => [id, Object.hasOwn(typed, id) ? typed[id] : undefined, text] as const)
    const answers = Object.fromEntries(read.map(([id, one]) => [id, one?.answer ?? null]))
    const asked = Object.fromEntries(read.map(([id, one, text]) => [id, one?.asked ?? text]))
    const wrong = readAnswers(questions, answers, asked).problems
    flushSync(() => {
      setProblems(Object.fromEntries(wrong.map(({ loc, msg }) => [loc[2] ?? '', msg])))
      // Whoever is told that a question has changed reads it now, and may leave the answer.
      replace(Object.fromEntries(read.flatMap(([id, one, text]) => (one ? [[id, { ...one, asked: text }]] : []))))
    })
    if (wrong.length === 0) return { answers, asked }
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    return null
  }

  const values = Object.fromEntries(Object.entries(typed).map(([id, { answer }]) => [id, answer]))
  return { values, problems, set, replace, check, form }
}
