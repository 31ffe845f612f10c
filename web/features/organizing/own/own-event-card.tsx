import { PencilLine, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/confirm-dialog.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { classes } from '#web/ui/display/classes.ts'
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
    <Card className="flex h-full flex-col">
      <div className="-m-px flex-1 [&>article]:rounded-b-none [&>article]:border-b-transparent [&>article]:shadow-none">
        {card}
      </div>
      <div className="grid grid-cols-2 gap-2 p-4 pt-2 [&>:first-child]:col-span-2 [&>:is(a,button)]:gap-1.5 [&>:is(a,button)]:px-2 [&>:is(a,button)]:whitespace-nowrap">
        {applicants}
        <div className={classes('grid [&>*]:px-3 [&>*]:whitespace-nowrap', !link && 'col-span-2')}>{door}</div>
        {link ? <div className="grid [&>*]:px-3 [&>*]:whitespace-nowrap">{link}</div> : null}
        <ButtonLink to={paths.editEvent(event.id)} variant="secondary" aria-label={`Edit Event ${event.event_name}`}>
          <PencilLine aria-hidden className="size-5" />
          Edit Event
        </ButtonLink>
        <DeleteEvent event={event} />
      </div>
    </Card>
  )
}

function DeleteEvent({ event }: { event: DeletableEvent }) {
  const { asked, counting, busy, ask, confirm, close } = useDeletion(event)
  return (
    <>
      <Button
        variant="secondary"
        onClick={ask}
        busy={counting && 'Loading...'}
        aria-label={`Delete Event ${event.event_name}`}
      >
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
