import type { UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/lib/api/api-error.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { type EditedProfile, type EditedProfileInput, profileFields } from './edited-profile.ts'

type Form = UseFormReturn<EditedProfileInput, unknown, EditedProfile>

/** Says that nothing was saved, and at the fields why, where the server told. */
export function showProfileProblems(form: Form, error: unknown): void {
  notify.failure('Failed to save changes. Please try again.')
  const told = error instanceof ApiError ? problemsOf(error) : {}
  const wrong = (Object.keys(profileFields) as (keyof EditedProfileInput)[]).filter((field) => told[field])
  for (const field of wrong) form.setError(field, { message: told[field] ?? '' })
  const first = wrong[0]
  if (first) form.setFocus(first)
}

function problemsOf({ code, message, fields }: ApiError): Record<string, string> {
  if (code === 'username_taken') return { username: message }
  // A taken username has a code of its own.
  if (code === 'account_exists') return { email: message }
  return fields
}
