import { flushSync } from 'react-dom'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { errors } from '#contract/errors.ts'
import type { KnownError } from '#contract/events/page-errors.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { notify } from '#web/lib/notices/notice.tsx'

interface RefusalOptions<Field> {
  /** The fields that can show a message now, in the form's order. */
  fields: readonly Field[]
  /** The form's text for the whole failure. */
  notice: string
  /** Shows that text; by default in a notice on the page. */
  say?: (text: string) => void
  /** Leaves the text out if a field shows an error, for forms where both would be side by side. */
  fieldsSuffice?: boolean
  /** For fields that need more than the focus, for example their step or tab opened. */
  leadTo?: (field: Field) => void
}

/**
 * Shows why the server refused a form: every named field shows its error, and the first one gets the focus. Messages
 * for fields that the form does not show replace the notice, so that none is lost. Returns whether a field got the
 * focus.
 */
export function showRefusal<V extends FieldValues>(
  form: Pick<UseFormReturn<V>, 'setError' | 'setFocus'>,
  error: unknown,
  { fields, notice, say = notify.failure, fieldsSuffice = false, leadTo }: RefusalOptions<FieldPath<V>>,
): boolean {
  const problems: Record<string, string> = error instanceof ApiError ? fieldsOf(error) : {}
  const wrong = fields.filter((field) => problems[field])
  const elsewhere = Object.keys(problems).filter((field) => problems[field] && !wrong.some((shown) => shown === field))

  if (elsewhere.length > 0) say(elsewhere.map((field) => problems[field]).join(' '))
  else if (wrong.length === 0 || !fieldsSuffice) say(notice)

  // Renders the messages before the focus moves, so that a hidden field is visible and screen readers read its error.
  flushSync(() => {
    for (const field of wrong) form.setError(field, { type: 'refused', message: problems[field] ?? '' })
  })
  const first = wrong[0]
  if (first === undefined) return false
  if (leadTo) leadTo(first)
  else form.setFocus(first)
  return true
}

/** Not every code is known here: a newer server may have more. */
const known: Partial<Record<string, KnownError>> = errors

/** The first problem of each field: `{ email: 'Enter a valid email address.' }`. The fields are the one that the error
 *  list names for the code, otherwise those that the refusal lists; '' is the body as a whole. */
export function fieldsOf({ code, message, problems }: ApiError): Record<string, string> {
  const { field, shown } = known[code] ?? {}
  if (field !== undefined) return { [field]: shown ?? message }
  const named = problems.map(({ loc, msg }) => [loc[1] ?? '', msg] as const)
  return Object.fromEntries(named.reverse())
}
