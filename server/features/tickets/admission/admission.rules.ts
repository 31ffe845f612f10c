import type { ErrorCode } from '#contract/errors.ts'
import { isUnlisted } from '#contract/events/event-link.ts'
import { dayInBangkok, splitCommas } from '#contract/fields.ts'
import { emailDomain } from '#server/features/accounts/users/reader.ts'
import type { AdmissionEvent, Applicant } from './admission.repository.ts'

/** Why this applicant is not admitted now, or null. The order is that of the rules: what is asked first is said first. */
export function refusalFor(applicant: Applicant, event: AdmissionEvent, now: Date): ErrorCode | null {
  const fromDomain = isFromAllowedDomain(applicant, event)
  if (!(fromDomain && mayKnow(applicant, event)) && !applicant.holds_ticket) return 'event_not_found'
  if (event.user_id === applicant.id) return 'own_event'
  if (applicant.is_blocked) return 'blocked_by_organizer'
  if (now.getTime() < Date.parse(event.start_date_register)) return 'registration_not_open'
  if (now.getTime() >= Date.parse(event.end_date_register)) return 'registration_closed'
  if (!fromDomain) return 'email_domain_not_allowed'
  const age = refusalForAge(applicant, event)
  if (age !== null) return age
  if (applicant.holds_ticket) return 'already_applied'
  if (event.capacity !== null && event.taken >= event.capacity) return 'event_full'
  return null
}

/** An unlisted event is there only for whoever has come by its link, as for every other call. */
function mayKnow(applicant: Applicant, event: AdmissionEvent): boolean {
  return !isUnlisted(event) || applicant.is_guest || event.user_id === applicant.id
}

function isFromAllowedDomain(applicant: Applicant, event: AdmissionEvent): boolean {
  if (event.visibility === 'PUBLIC' || event.allowed_email_domains === '' || event.user_id === applicant.id) return true
  return splitCommas(event.allowed_email_domains).includes(emailDomain(applicant.email))
}

function refusalForAge(applicant: Applicant, event: AdmissionEvent): ErrorCode | null {
  if (event.min_age_requirement === 0) return null
  if (applicant.birth_date === null) return 'birth_date_missing'
  const dayOfEvent = dayInBangkok(new Date(event.start_date_event))
  return ageOn(dayOfEvent, applicant.birth_date) < event.min_age_requirement ? 'too_young' : null
}

/** Full years between two days, both YYYY-MM-DD. */
export function ageOn(day: string, birthDate: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}
