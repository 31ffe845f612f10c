import { type ReactNode, useEffect } from 'react'
import type { EventDetail } from '#contract/events/events.ts'
import { readSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { AnswerFields } from './answer-fields.tsx'
import { keepAnswers, readKeptAnswers } from './kept-answers.ts'
import { type ToSend, useAnswers } from './use-answers.ts'

interface AnswerToApplyProps {
  open: boolean
  event: EventDetail
  /** Every seat is taken: whoever answers stands in line. */
  waits: boolean
  busy: string | false
  /** Applies, and says whether that succeeded. */
  onConfirm: (given: ToSend) => Promise<boolean>
  onClose: () => void
  /** What to know before. */
  children: ReactNode
}

/** Asks an event's questions after Apply Now, and whoever pressed it before they logged in. Only the press in here applies. The
 *  dialog stays when the last seat is taken meanwhile, and asks for a place in line then. */
export function AnswerToApply({ open, event, waits, busy, onConfirm, onClose, children }: AnswerToApplyProps) {
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
    <Dialog
      open={open}
      title={waits ? 'Every seat is taken. Join the waiting list?' : `Apply for ${event.event_name}`}
      onClose={onClose}
      hasWayOut
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={Boolean(busy)}>
            Not Now
          </Button>
          <Button onClick={handleConfirm} busy={busy}>
            {waits ? 'Join the waiting list' : 'Apply'}
          </Button>
        </>
      }
    >
      <p className="text-ink-soft">The organizer asks you this, and alone reads what you answer.</p>
      <AnswerFields questions={event.questions} answers={answers} />
      {children}
    </Dialog>
  )
}
