import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { readAnswers } from '#contract/questions/answers.ts'
import type { Question, TicketAnswers } from '#contract/questions/questions.ts'
import { changeAnswers } from '#contract/tickets/tickets.ts'
import { isSilence, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { AnswerFields } from './answer-fields.tsx'
import { type TypedAnswer, useAnswers } from './use-answers.ts'

interface ChangeAnswersProps {
  open: boolean
  ticketId: number
  answers: TicketAnswers
  onClose: () => void
}

/** The applicant's own answers, to be changed. They stay as typed where the call fails. */
export function ChangeAnswers({ open, ticketId, answers: { given, questions }, onClose }: ChangeAnswersProps) {
  const answers = useAnswers(questions)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const { replace } = answers

  // Each opening begins with what is known; a page that is read anew meanwhile takes nothing that is typed away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the opening counts.
  useEffect(() => {
    if (open) replace(answersTo(questions, given))
  }, [open])

  async function handleSave() {
    const typed = answers.check()
    if (typed === null) return
    setBusy(true)
    try {
      await call(changeAnswers, { params: { ticketId }, body: typed })
      notify.success('Your answers were changed.')
      onClose()
      await revalidate()
    } catch (error) {
      notify.failure(messageOf(error, 'Your answers could not be changed. Please try again.'))
      // The questions may have changed, or registration has closed.
      if (!isSilence(error)) await revalidate()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      title="Change your answers"
      onClose={onClose}
      hasWayOut
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button onClick={handleSave} busy={busy && 'Saving...'}>
            Save Answers
          </Button>
        </>
      }
    >
      <AnswerFields questions={questions} answers={answers} />
    </Dialog>
  )
}

/** What was answered before, as far as it fits the questions of today. */
function answersTo(questions: readonly Question[], given: TicketAnswers['given']): Record<string, TypedAnswer> {
  const before = new Map(given.map(({ question_id, answer }) => [question_id, answer]))
  return Object.fromEntries(
    questions.flatMap((question) => {
      const answer = before.get(question.id)
      const fits = readAnswers([question], { [question.id]: answer }).problems.length === 0
      return answer === undefined || !fits ? [] : [[question.id, { answer, asked: question.text }]]
    }),
  )
}
