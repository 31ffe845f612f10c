import type { ComponentProps } from 'react'
import { useRevalidator } from 'react-router'
import { deleteEvent } from '#contract/events/own-events.ts'
import { isOutcomeUnknown, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'

interface DeleteEventDialogProps extends Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'busy' | 'onConfirm'> {
  /** Null while nothing is asked. */
  eventId: number | null
  busyLabel: string
  failed: string
  /** Called with the server's message. */
  onDeleted: (message: string) => unknown
}

/** Asks before deleting an event. The server calls it off instead if people have applied. */
export function DeleteEventDialog({ eventId, busyLabel, failed, onDeleted, ...rest }: DeleteEventDialogProps) {
  const { run, busy } = useAction()
  const { revalidate } = useRevalidator()

  async function handleConfirm() {
    if (eventId === null) return
    await run(
      async () => {
        const { message } = await call(deleteEvent, { params: { eventId } })
        await onDeleted(message)
      },
      (error) => {
        // The event may be gone already. Without an answer a reload would fail too, and replace the page.
        if (!isOutcomeUnknown(error)) void revalidate()
        return messageOf(error, failed)
      },
    )
    rest.onClose()
  }

  return <ConfirmDialog {...rest} open={eventId !== null} busy={busy && busyLabel} onConfirm={handleConfirm} />
}
