import type { Event } from '#contract/events/events.ts'
import { useSession } from '#web/lib/session/session.ts'
import { CheckInLink } from './check-in-link.tsx'

interface EventCheckInProps {
  event: Pick<Event, 'id' | 'event_name' | 'user_id' | 'status' | 'current_attendees'>
  /** How many are inside; null where that is not known (yet). */
  checkedIn: number | null
}

/** On an event's page: for its owner alone. Counts once somebody may be inside. */
export function EventCheckIn({ event, checkedIn }: EventCheckInProps) {
  const session = useSession()
  if (session?.id !== event.user_id) return null
  const isCounted = checkedIn !== null && (checkedIn > 0 || event.status === 'ONGOING')
  return (
    <>
      <CheckInLink event={event} />
      {isCounted ? (
        <p className="figures text-center text-ink-soft">
          {count.format(checkedIn)} of {count.format(event.current_attendees)} checked in
        </p>
      ) : null}
    </>
  )
}

const count = new Intl.NumberFormat('en-US')
