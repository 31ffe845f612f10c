import type { z } from 'zod'
import { digitsOnly } from './numbers.ts'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** The message for a problem whose schema has none of its own. */
export function sentenceFor(issue: Issue): string {
  if (issue.code === 'invalid_type')
    return missing(issue.input) ? 'This is required.' : (kinds[issue.expected] ?? other)
  if (issue.code === 'too_big') return tooBig(issue.origin, String(issue.maximum))
  if (issue.code === 'too_small') return tooSmall(issue.origin, String(issue.minimum))
  if (issue.code === 'invalid_value') return 'Select an option'
  return other
}

const other = 'This is not valid.'

const kinds: Record<string, string> = {
  string: 'Must be a text.',
  number: digitsOnly,
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  date: 'Must be a date.',
}

const missing = (input: unknown) => input === undefined || input === null || input === ''

function tooBig(origin: string, most: string): string {
  if (origin === 'string') return `Use at most ${most} characters.`
  return origin === 'array' ? `Give at most ${most}.` : `May not be above ${most}.`
}

function tooSmall(origin: string, least: string): string {
  if (origin === 'string') return `Use at least ${least} characters.`
  return origin === 'array' ? `Give at least ${least}.` : `May not be below ${least}.`
}
