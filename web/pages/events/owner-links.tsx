import type { EventDetail } from '#contract/events/events.ts'
import { EventCheckIn } from '#web/features/door/screen/event-check-in.tsx'
import { EditOwnEvent } from '#web/features/organizing/own/edit-own-event.tsx'

/** The ways of the event's owner to its door and to its form. */
export function OwnerLinks({ event, checkedIn }: { event: EventDetail; checkedIn: number | null }) {
  return (
    <>
      <EventCheckIn event={event} checkedIn={checkedIn} />
      <EditOwnEvent event={event} />
    </>
  )
}
