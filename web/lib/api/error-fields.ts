import { errors } from '#contract/errors.ts'
import type { KnownError } from '#contract/events/page-errors.ts'
import type { ApiError } from './api-error.ts'

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
