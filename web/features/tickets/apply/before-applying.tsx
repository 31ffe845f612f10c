import type { ReactNode } from 'react'
import type { EventDetail } from '#contract/events/events.ts'
import type { ToSend } from '#web/features/tickets/answers/use-answers.ts'
import { late } from '#web/lib/page/late.tsx'
import { AskToApply } from './ask-to-apply.tsx'
import type { Outcome } from './use-application.ts'

/** Few events ask questions. */
const AnswerToApply = late(
  async () => (await import('#web/features/tickets/answers/answer-to-apply.tsx')).AnswerToApply,
  ({ open }) => open,
)

interface BeforeApplyingProps {
  open: boolean
  event: EventDetail
  /** Every seat is taken: what is asked is whether to stand in line. */
  waits: boolean
  busy: string | false
  onApply: (given?: ToSend) => Promise<Outcome>
  onClose: () => void
  /** What to know before. */
  children: ReactNode
}

/** What is asked before an application: the event's questions; where it has none, whether to apply now. */
export function BeforeApplying({ onApply, waits, ...dialog }: BeforeApplyingProps) {
  const { event_name, questions } = dialog.event
  const hasQuestions = questions.length > 0
  const question = hasQuestions ? `Apply for ${event_name}` : `Apply for ${event_name} now?`
  const words = {
    title: waits ? 'Every seat is taken. Join the waiting list?' : question,
    confirmLabel: waits ? 'Join the waiting list' : 'Apply',
    keepLabel: 'Not Now',
  }

  async function handleConfirm() {
    await onApply()
    dialog.onClose()
  }

  return hasQuestions ? (
    <AnswerToApply {...dialog} {...words} onConfirm={async (given) => (await onApply(given)) === 'done'} />
  ) : (
    <AskToApply {...dialog} {...words} onConfirm={handleConfirm} />
  )
}
