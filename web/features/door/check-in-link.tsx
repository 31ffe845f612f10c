import { ScanLine } from 'lucide-react'
import type { Event } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'

/** A link to the door of an event. */
export function CheckInLink({ event }: { event: { id: number; event_name: string } }) {
  return (
    <ButtonLink to={paths.checkIn(event.id)} variant="secondary" aria-label={`Check in at ${event.event_name}`}>
      <ScanLine aria-hidden className="size-5" />
      Check in
    </ButtonLink>
  )
}

interface EventCheckInProps {
  event: Pick<Event, 'id' | 'event_name' | 'status' | 'current_attendees'>
  /** The number of people inside; null while unknown. */
  checkedIn: number | null
}

/** The team's link to the door on an event's page, with the number of people inside once the event has started. */
export function EventCheckIn({ event, checkedIn }: EventCheckInProps) {
  const isCounted = checkedIn !== null && (checkedIn > 0 || event.status === 'ONGOING')
  return (
    <>
      <CheckInLink event={event} />
      {isCounted ? (
        <p className="figures text-center text-ink-soft">
          {formatNumber(checkedIn)} of {formatNumber(event.current_attendees)} checked in
        </p>
      ) : null}
    </>
  )
}
