import { useEffect, useState } from 'react'
import type { Event } from '#contract/events/events.ts'
import { listApplicants } from '#contract/tickets/applicants.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { callCounted } from '#web/lib/api/call.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ApplicantsButton } from './applicants-button.tsx'

/** The applicants on an event's page, for its owner and for those who applied themselves; hidden while there are
 *  none. */
export function EventApplicants({ event }: { event: Event }) {
  const session = useSession()
  const owner = session !== null && event.user_id === session.id
  const allowed = owner || (session !== null && event.user_engaged.is_applied)
  const count = useApplicantCount(event.id, allowed, event.current_attendees)
  return count > 0 ? <ApplicantsButton event={event} owner={owner} /> : null
}

/** How many applied, for readers who may know; 0 for others. It is loaded again when `seats` changes. */
function useApplicantCount(eventId: number, allowed: boolean, seats: number): number {
  const [count, setCount] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of applicants changes with the number of seats.
  useEffect(() => {
    if (!allowed) return
    let gone = false
    callCounted(listApplicants, { params: { eventId }, query: { limit: 1 } }).then(
      ({ total }) => {
        if (!gone) setCount(total)
      },
      (error) => {
        // The page works without the list (specification, section 8).
        if (error instanceof ApiError && error.status === 403) console.warn(error.message)
      },
    )
    return () => {
      gone = true
    }
  }, [eventId, allowed, seats])
  return allowed ? count : 0
}
