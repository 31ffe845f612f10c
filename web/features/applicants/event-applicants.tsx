import type { Event } from '#contract/events/events.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ApplicantsButton } from './applicants-button.tsx'
import { useApplicantCount } from './use-applicant-count.ts'

/** On an event's page: who applied, for its owner and for those who applied themselves, once there is anybody. */
export function EventApplicants({ event }: { event: Event }) {
  const session = useSession()
  const owner = session !== null && event.user_id === session.id
  const allowed = owner || (session !== null && event.user_engaged.is_applied)
  const count = useApplicantCount(event.id, allowed, event.current_attendees)
  return count > 0 ? <ApplicantsButton event={event} owner={owner} /> : null
}
