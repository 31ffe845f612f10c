import type { Event } from '#contract/events/events.ts'
import { useSession } from '#web/lib/session/session.ts'
import { CheckInLink } from './check-in-link.tsx'

/** On an event's page: for its owner alone. */
export function EventCheckIn({ event }: { event: Pick<Event, 'id' | 'event_name' | 'user_id'> }) {
  const session = useSession()
  return session?.id === event.user_id ? <CheckInLink event={event} /> : null
}
