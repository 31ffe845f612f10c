import { type ReactNode, useEffect } from 'react'
import type { EventDetail } from '#contract/events/events.ts'
import { readSession } from '#web/lib/session/session.ts'
import { QuestionDialog } from '#web/ui/controls/dialog.tsx'
import { AnswerFields } from './answer-fields.tsx'
import { keepAnswers, readKeptAnswers } from './kept-answers.ts'
import { type ToSend, useAnswers } from './use-answers.ts'

interface AnswerToApplyProps {
  open: boolean
  title: string
  confirmLabel: string
  keepLabel: string
  event: EventDetail
  busy: string | false
  /** Applies, and says whether that succeeded. */
  onConfirm: (given: ToSend) => Promise<boolean>
  onClose: () => void
  /** What to know before. */
  children: ReactNode
}

/** Asks an event's questions after Apply Now, and whoever pressed it before they logged in. Only the press in here applies. The
 *  dialog stays when the last seat is taken meanwhile, and asks for a place in line then. */
export function AnswerToApply({ event, onConfirm, children, ...question }: AnswerToApplyProps) {
  const { open, onClose } = question
  const personId = readSession()?.id ?? 0
  const answers = useAnswers(event.questions, (typed) => keepAnswers(personId, event.id, typed))
  const { replace } = answers

  useEffect(() => {
    if (!open) return
    let gone = false
    readKeptAnswers(personId, event.id).then((kept) => {
      // What is typed by then is newer.
      if (kept && !gone) replace((typed) => ({ ...kept, ...typed }))
    })
    return () => {
      gone = true
    }
  }, [open, personId, event.id, replace])

  async function handleConfirm() {
    const given = answers.check()
    if (given === null || !(await onConfirm(given))) return
    keepAnswers(personId, event.id, undefined)
    replace({})
    onClose()
  }

  return (
    <QuestionDialog {...question} onConfirm={handleConfirm}>
      <p className="text-ink-soft">The organizer asks you this, and alone reads what you answer.</p>
      <AnswerFields questions={event.questions} answers={answers} />
      {children}
    </QuestionDialog>
  )
}
