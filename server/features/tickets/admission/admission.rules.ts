import type { ErrorCode } from '#contract/errors.ts'
import { applyRefusal, type Standing } from '#contract/events/applying.ts'
import { isUnlisted } from '#contract/events/event-link.ts'
import { dayInBangkok, splitCommas } from '#contract/fields.ts'
import { emailDomain } from '#server/features/accounts/users/reader.ts'
import type { AdmissionEvent, Admitting, Applicant } from './admission.repository.ts'

/** Why this applicant is not admitted now, or null. To whoever may not see the event it does not exist; to all others the
 *  page has said the same before, by the same rule. */
export function refusalFor(applicant: Applicant, event: AdmissionEvent, now: Date): ErrorCode | null {
  const standing = standingOf(applicant, event)
  if (!(standing.is_from_domain && mayKnow(applicant, event)) && standing.ticket === null) return 'event_not_found'
  return applyRefusal(standing, asked(event), now.getTime())
}

/** The same of an event that its owner has deleted: it still exists only for them, and for those who applied before. */
export function refusalOfWithdrawn(
  applicant: Applicant | undefined,
  event: AdmissionEvent,
  formerApplicants: Set<number>,
  now: Date,
): ErrorCode {
  if (applicant === undefined) return 'session_expired'
  if (event.user_id !== applicant.id && !formerApplicants.has(applicant.id)) return 'event_not_found'
  // Never null, also not where the clocks of two processes differ.
  return applyRefusal(standingOf(applicant, event), asked(event), now.getTime()) ?? 'event_called_off'
}

/** What of a person decides whether they may apply. */
export function standingOf(applicant: Applicant, event: Admitting): Standing {
  return {
    is_owner: event.user_id === applicant.id,
    is_blocked: applicant.is_blocked,
    is_from_domain: isFromAllowedDomain(applicant, event),
    age: ageFor(applicant, event),
    ticket: applicant.ticket,
  }
}

/** An event that was deleted after its end was not called off. */
function asked({ withdrawn_at, capacity, taken, ...event }: AdmissionEvent) {
  const is_called_off = withdrawn_at !== null && Date.parse(withdrawn_at) < Date.parse(event.end_date_event)
  return { ...event, is_called_off, max_attendee: capacity, current_attendees: taken }
}

/** An unlisted event is there only for whoever has come by its link, as for every other call. */
function mayKnow(applicant: Applicant, event: Admitting): boolean {
  return !isUnlisted(event) || applicant.is_guest || event.user_id === applicant.id
}

function isFromAllowedDomain(applicant: Applicant, event: Admitting): boolean {
  if (event.visibility === 'PUBLIC' || event.allowed_email_domains === '' || event.user_id === applicant.id) return true
  return splitCommas(event.allowed_email_domains).includes(emailDomain(applicant.email))
}

function ageFor(applicant: Applicant, event: Admitting): Standing['age'] {
  if (event.min_age_requirement === 0) return 'enough'
  if (applicant.birth_date === null) return 'unknown'
  const dayOfEvent = dayInBangkok(new Date(event.start_date_event))
  return ageOn(dayOfEvent, applicant.birth_date) < event.min_age_requirement ? 'too_young' : 'enough'
}

/** Full years between two days, both YYYY-MM-DD. */
function ageOn(day: string, birthDate: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}
