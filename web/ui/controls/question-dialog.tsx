import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface QuestionDialogProps {
  open: boolean
  /** The question: 'Unapply from this event?' */
  title: string
  children: ReactNode
  /** The action, as a verb: 'Unapply'. */
  confirmLabel: string
  /** Text of the button that does nothing. */
  keepLabel?: string
  /** The specification's words while the action runs: 'Unapplying...'; false while it does not run. */
  busy?: string | false
  /** Whether something is deleted or given up. */
  danger?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** A question with two buttons: one does what is asked about, the other one nothing. */
export function QuestionDialog({
  title,
  children,
  confirmLabel,
  keepLabel = 'Keep',
  busy,
  danger = false,
  onConfirm,
  ...dialog
}: QuestionDialogProps) {
  return (
    <Dialog
      {...dialog}
      title={title}
      hasWayOut
      actions={
        <>
          <Button variant="secondary" onClick={dialog.onClose} disabled={Boolean(busy)}>
            {keepLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
