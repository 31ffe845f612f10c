import type { LiveState } from '#contract/events/application.ts'
import { ConfirmDialog } from '#web/ui/controls/confirm-dialog.tsx'
import { isOpen } from './next-step.ts'

interface WithdrawDialogProps {
  open: boolean
  /** Of a ticket nothing is asked here. */
  state: LiveState
  eventName: string
  busy: string | false
  onConfirm: () => void
  onClose: () => void
}

const questions = {
  WAITING: {
    title: 'Leave the waiting list?',
    label: 'Leave the line',
    text: 'Your place in line is lost. Who comes back stands last.',
  },
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

/** Asks before what is no ticket yet is given up. */
export function WithdrawDialog({ state, eventName, ...dialog }: WithdrawDialogProps) {
  const { title, label, text } = questions[isOpen(state) ? state : 'WAITING']
  return (
    <ConfirmDialog {...dialog} title={title} confirmLabel={label}>
      <p className="font-medium text-ink wrap-anywhere">{eventName}</p>
      <p>{text}</p>
    </ConfirmDialog>
  )
}
