import { Trash2 } from 'lucide-react'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/confirm-dialog.tsx'
import { loss } from './loss.ts'
import { type DeletableEvent, useDeletion } from './use-deletion.ts'

export function DeleteEvent({ event }: { event: DeletableEvent }) {
  const { asked, busy, ask, confirm, close } = useDeletion(event)
  return (
    <>
      <Button variant="secondary" onClick={ask} aria-label={`Delete Event ${event.event_name}`}>
        <Trash2 aria-hidden className="size-5" />
        Delete Event
      </Button>
      <ConfirmDialog
        open={asked !== null}
        title={`Delete “${event.event_name}”?`}
        confirmLabel="Delete Event"
        busy={busy && 'Deleting...'}
        onConfirm={confirm}
        onClose={close}
      >
        <p>{asked ? loss(asked) : null}</p>
      </ConfirmDialog>
    </>
  )
}
