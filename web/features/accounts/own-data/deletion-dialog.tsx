import { useState } from 'react'
import type { DeletionPreview } from '#contract/accounts/deletion.ts'
import { paths } from '#contract/paths.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { DeletionConsequences, EventsToCallOff } from './deletion-consequences.tsx'
import { DeletionForm, type DeletionFormProps } from './deletion-form.tsx'

export interface DeletionDialogProps extends Pick<DeletionFormProps, 'hasPassword' | 'googleButton'> {
  preview: DeletionPreview
  onClose: () => void
}

/** Asks twice: first with all that will be lost, then for the password. Events to come must be called off before. */
export function DeletionDialog({ preview, onClose, ...proof }: DeletionDialogProps) {
  const [isSure, setSure] = useState(false)
  if (preview.upcoming_events > 0) {
    return (
      <Dialog
        open
        title="Call off your upcoming events first"
        onClose={onClose}
        hasWayOut
        actions={
          <>
            <Button variant="secondary" onClick={onClose}>
              Keep Account
            </Button>
            <ButtonLink to={paths.myEvents}>Go to My Events</ButtonLink>
          </>
        }
      >
        <EventsToCallOff preview={preview} />
      </Dialog>
    )
  }
  if (isSure) {
    return (
      <Dialog open title="Are you sure?" onClose={onClose} hasWayOut>
        <DeletionForm {...proof} onCancel={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      title="Delete your account?"
      onClose={onClose}
      hasWayOut
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep Account
          </Button>
          <Button variant="danger" onClick={() => setSure(true)}>
            Continue
          </Button>
        </>
      }
    >
      <DeletionConsequences preview={preview} />
    </Dialog>
  )
}
