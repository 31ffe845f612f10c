import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  /** The question: 'Unapply from this event?' */
  title: string
  /** Says what will be lost. */
  children: ReactNode
  /** The action, as a verb: 'Unapply'. */
  confirmLabel: string
  /** Text of the other button. */
  keepLabel?: string
  /** The specification's words while the action runs: 'Unapplying...'; false while it does not run. */
  busy?: string | false
  onConfirm: () => void
  onClose: () => void
}

/** Asks once before something is deleted or given up. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  keepLabel = 'Keep',
  busy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      hasWayOut
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={Boolean(busy)}>
            {keepLabel}
          </Button>
          <Button variant="danger" onClick={onConfirm} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-ink-soft wrap-anywhere [&>p+p]:mt-2">{children}</div>
    </Dialog>
  )
}
