import type { LiveState } from '#contract/events/application.ts'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'

interface WithdrawDialogProps {
  open: boolean
  /** Nothing is asked here about a ticket, or a place in line. */
  state: LiveState
  eventName: string
  busy: string | false
  onConfirm: () => void
  onClose: () => void
}

const questions = {
  PENDING: {
    title: 'Withdraw your application?',
    label: 'Withdraw',
    text: 'The organizer will not decide about it any more.',
  },
  UNPAID: {
    title: 'Withdraw your application?',
    label: 'Withdraw',
    text: 'The seat is no longer held for you, and somebody else may take it at once. If you have paid already, do not withdraw: wait until your payment is confirmed.',
  },
} as const

/** Asks before an application is withdrawn. A place in line is left without a question. */
export function WithdrawDialog({ state, eventName, ...dialog }: WithdrawDialogProps) {
  const { title, label, text } = questions[state === 'UNPAID' ? state : 'PENDING']
  return (
    <ConfirmDialog {...dialog} title={title} confirmLabel={label}>
      <p className="font-medium text-ink wrap-anywhere">{eventName}</p>
      <p>{text}</p>
    </ConfirmDialog>
  )
}
