import { ChartColumn, PencilLine } from 'lucide-react'
import type { Event, EventDetail } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import { EventCheckIn } from '#web/features/door/check-in-link.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'

/** The owner's links to the event's home, to check-in and to the form. */
export function OwnerLinks({ event, checkedIn }: { event: EventDetail; checkedIn: number | null }) {
  return (
    <>
      <ButtonLink to={paths.manage(event.id)} variant="secondary">
        <ChartColumn aria-hidden className="size-5" />
        Manage
      </ButtonLink>
      <EventCheckIn event={event} checkedIn={checkedIn} />
      <EditOwnEvent event={event} />
    </>
  )
}

/** Hidden once the event is called off. */
export function EditOwnEvent({ event }: { event: Pick<Event, 'id' | 'user_id' | 'is_called_off'> }) {
  const session = useSession()
  if (session?.id !== event.user_id || event.is_called_off) return null
  return (
    <ButtonLink to={paths.editEvent(event.id)} variant="secondary">
      <PencilLine aria-hidden className="size-5" />
      Edit Event
    </ButtonLink>
  )
}
