import type { UseFormReturn } from 'react-hook-form'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { type EditedProfile, type EditedProfileInput, profileFields } from './edited-profile.ts'

type Form = UseFormReturn<EditedProfileInput, unknown, EditedProfile>
type Field = keyof EditedProfileInput

const fields = [...Object.keys(profileFields), 'current_password', 'google_token'] as Field[]

/** The field that a refusal is about, where it does not name one itself. */
const fieldOf: Partial<Record<ErrorCode, Field>> = {
  username_taken: 'username',
  username_fixed: 'username',
  // A taken username has a code of its own.
  account_exists: 'email',
  password_missing: 'email',
  password_needed: 'current_password',
  wrong_password: 'current_password',
  google_sign_in_needed: 'google_token',
  google_account_differs: 'google_token',
  google_token_invalid: 'google_token',
}

/** Says that nothing was saved, and at the fields why, where the server told. */
export function showProfileProblems(form: Form, error: unknown): void {
  notify.failure('Failed to save changes. Please try again.')
  const told = error instanceof ApiError ? problemsOf(error) : {}
  const wrong = fields.filter((field) => told[field])
  // Google's word does for one attempt.
  form.setValue('google_token', '')
  for (const field of wrong) form.setError(field, { message: told[field] ?? '' })
  const first = wrong[0]
  if (first) form.setFocus(first)
}

function problemsOf({ code, message, fields: named }: ApiError): Partial<Record<string, string>> {
  const field = code === 'no_answer' ? undefined : fieldOf[code]
  return field ? { [field]: message } : named
}
