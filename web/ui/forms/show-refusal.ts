import { flushSync } from 'react-dom'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { errors } from '#contract/errors.ts'
import type { KnownError } from '#contract/events/page-errors.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { notify } from '#web/lib/notices/notice.tsx'

interface Telling<Field> {
  /** The fields that can show a message now, in the form's order. */
  fields: readonly Field[]
  /** The form's words for the failure as a whole. */
  notice: string
  /** Shows the words; a notice of the page unless the form shows them itself. */
  say?: (words: string) => void
  /** Whether the words are left out once a field says what is wrong, for forms that would show them right beside the
   *  field. */
  fieldsSuffice?: boolean
  /** Leads to a field that needs more than the focus, such as its step or its tab. */
  leadTo?: (field: Field) => void
}

/**
 * Shows why the server refused a form: every named field says what is wrong with it, and the first of them gets the
 * focus. Messages about anything without a field replace the notice, so that none is lost. Returns whether a field was
 * led to.
 */
export function showRefusal<V extends FieldValues>(
  form: Pick<UseFormReturn<V>, 'setError' | 'setFocus'>,
  error: unknown,
  { fields, notice, say = notify.failure, fieldsSuffice = false, leadTo }: Telling<FieldPath<V>>,
): boolean {
  const told: Record<string, string> = error instanceof ApiError ? fieldsOf(error) : {}
  const wrong = fields.filter((field) => told[field])
  const elsewhere = Object.keys(told).filter((field) => told[field] && !wrong.some((shown) => shown === field))

  if (elsewhere.length > 0) say(elsewhere.map((field) => told[field]).join(' '))
  else if (wrong.length === 0 || !fieldsSuffice) say(notice)

  // The messages are rendered before the focus moves, so that a hidden field shows itself first, and screen readers
  // read its message along.
  flushSync(() => {
    for (const field of wrong) form.setError(field, { type: 'refused', message: told[field] ?? '' })
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
