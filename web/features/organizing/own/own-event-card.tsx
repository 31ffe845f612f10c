import { PencilLine, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/confirm-dialog.tsx'
import { loss } from './loss.ts'
import { type DeletableEvent, useDeletion } from './use-deletion.ts'

interface OwnEventCardProps {
  event: DeletableEvent
  card: ReactNode
  /** The button that opens the list of applicants. */
  applicants: ReactNode
  /** The link to the event's door. */
  door: ReactNode
  /** The button that copies the link of an unlisted event. */
  link: ReactNode
}

/** An event's card with its organizer's actions. */
export function OwnEventCard({ event, card, applicants, door, link }: OwnEventCardProps) {
  return (
    <div className="flex h-full flex-col gap-3">
      <div className="flex-1">{card}</div>
      <div className="grid grid-cols-2 gap-2 [&>:first-child]:col-span-2 [&>:is(a,button)]:px-3 [&>:is(a,button)]:whitespace-nowrap">
        {applicants}
        <div className="col-span-2 grid">{door}</div>
        {link ? <div className="col-span-2 grid">{link}</div> : null}
        <ButtonLink to={paths.editEvent(event.id)} variant="secondary" aria-label={`Edit Event ${event.event_name}`}>
          <PencilLine aria-hidden className="size-5" />
          Edit Event
        </ButtonLink>
        <DeleteEvent event={event} />
      </div>
    </div>
  )
}

function DeleteEvent({ event }: { event: DeletableEvent }) {
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
