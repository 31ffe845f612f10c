import { useEffect, useState } from 'react'
import { isAtLeast } from '#contract/endpoint.ts'
import { isTicket } from '#contract/events/application.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { listApplicants } from '#contract/tickets/applicants.ts'
import { ApiError, isSilence } from '#web/lib/api/api-error.ts'
import { callCounted } from '#web/lib/api/call.ts'
import { late } from '#web/lib/page/late.tsx'
import { useSession } from '#web/lib/session/session.ts'

/** Few viewers need it. */
const ApplicantsButton = late(async () => (await import('./applicants-button.tsx')).ApplicantsButton)

/** The applicants on an event's page, for its team and for ticket holders; hidden if there are none. If they cannot be
 *  counted, the list itself says why. */
export function EventApplicants({ event }: { event: EventDetail }) {
  const session = useSession()
  const decides = isAtLeast(event.role, 'desk')
  const { ticket } = event.standing
  const allowed = decides || (session !== null && ticket !== null && isTicket(ticket))
  const any = useAnyApplicant(event.id, allowed, event.current_attendees)
  return any ? <ApplicantsButton event={event} owner={decides} /> : null
}

/** Whether anyone has applied, for viewers who may know. Asks the server again when `seats` changes. */
function useAnyApplicant(eventId: number, allowed: boolean, seats: number): boolean {
  const [any, setAny] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of applicants changes with the number of seats.
  useEffect(() => {
    if (!allowed) return
    let gone = false
    callCounted(listApplicants, { params: { eventId }, query: { limit: 1 } }).then(
      ({ total }) => {
        if (!gone) setAny(total > 0)
      },
      (error) => {
        // The page works without the list (specification, section 8).
        if (error instanceof ApiError && error.status === 403) console.warn(error.message)
        else if (!gone && isSilence(error)) setAny(true)
      },
    )
    return () => {
      gone = true
    }
  }, [eventId, allowed, seats])
  return allowed && any
}
