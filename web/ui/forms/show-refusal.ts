import { flushSync } from 'react-dom'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/lib/api/api-error.ts'
import { notify } from '#web/lib/notices/notice.tsx'

interface Telling<Field> {
  /** The fields at which the form can say something now, in its order. */
  fields: readonly Field[]
  /** What the form says of the failure as a whole. */
  notice: string
  /** Says it; a notice of the page unless the form has a place of its own. */
  say?: (words: string) => void
  /** Whether it is left unsaid once a field says what is wrong: for a place within the form, right beside the field. */
  fieldsSuffice?: boolean
  /** Leads to a field where that takes more than the focus: its step, its tab. */
  leadTo?: (field: Field) => void
}

/**
 * Shows why the server refused what a form sent: every field that is named says what is wrong with it, and the first of
 * them gets the focus. Words about anything that the form has no field for take the notice's place: nothing that was
 * told is lost. Returns whether a field was led to.
 */
export function showRefusal<V extends FieldValues>(
  form: Pick<UseFormReturn<V>, 'setError' | 'setFocus'>,
  error: unknown,
  { fields, notice, say = notify.failure, fieldsSuffice = false, leadTo }: Telling<FieldPath<V>>,
): boolean {
  const told: Record<string, string> = error instanceof ApiError ? error.fields : {}
  const wrong = fields.filter((field) => told[field])
  const elsewhere = Object.keys(told).filter((field) => told[field] && !wrong.some((shown) => shown === field))

  if (elsewhere.length > 0) say(elsewhere.map((field) => told[field]).join(' '))
  else if (wrong.length === 0 || !fieldsSuffice) say(notice)

  // On the screen before the focus comes: a hidden field shows itself first, and screen readers read its words along.
  flushSync(() => {
    for (const field of wrong) form.setError(field, { message: told[field] ?? '' })
  })
  const first = wrong[0]
  if (first === undefined) return false
  if (leadTo) leadTo(first)
  else form.setFocus(first)
  return true
}
