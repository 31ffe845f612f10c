import type { Event } from '#contract/events.ts'
import { useSession } from '#web/lib/session.ts'
import { CheckInLink } from './check-in-link.tsx'

/** On an event's page: for its owner alone. */
export function EventCheckIn({ event }: { event: Pick<Event, 'id' | 'event_name' | 'user_id'> }) {
  const session = useSession()
  return session?.id === event.user_id ? <CheckInLink event={event} /> : null
}
