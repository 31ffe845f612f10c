import type { UseFormReturn } from 'react-hook-form'
import type { OrganizerApplication } from '#contract/organizers.ts'
import { ApiError } from '#web/lib/api/api-error.ts'

/** Specification, section 8. */
export const nameTaken = 'The organizer name is already taken. Please choose a different name.'

const fields = ['organizer_name', 'email', 'organization_type'] as const

/** Shows what the server found wrong at the field that it is about, and leads to the first one. */
export function showOrganizerProblems(form: UseFormReturn<OrganizerApplication>, error: unknown): void {
  const problems = problemsOf(error)
  const wrong = fields.filter((field) => problems[field] !== undefined)
  for (const field of wrong) form.setError(field, { message: problems[field] ?? '' })
  // The control is disabled for as long as the form is being sent.
  const first = wrong[0]
  if (first) setTimeout(() => form.setFocus(first))
}

function problemsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return error.code === 'organizer_name_taken' ? { organizer_name: nameTaken } : error.fields
}

/** What to say when an application fails (specification, section 8): only an email's problem is told in its own words. */
export function applicationFailure(error: unknown): string {
  const fallback = 'Failed to submit the application. Please try again.'
  if (!(error instanceof ApiError)) return fallback
  if (error.code === 'organizer_name_taken') return nameTaken
  if (error.code === 'already_organizer') return error.message
  return error.problems.find(({ loc }) => loc.includes('email'))?.msg ?? fallback
}

/** The same for a change of the organizer profile. */
export function changeFailure(error: unknown): string {
  const taken = error instanceof ApiError && error.code === 'organizer_name_taken'
  return taken ? nameTaken : 'Failed to save changes. Please try again.'
}
