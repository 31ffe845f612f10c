import { isRouteErrorResponse } from 'react-router'
import { type ErrorCode, errors, type FieldProblem, type Refusal } from '#contract/errors.ts'

/** `no_answer`: the server was not reached, or the answer got lost. */
export type ApiErrorCode = ErrorCode | 'no_answer'

const noAnswer = 'No response received from server. Please check your connection.'

/** A refusal of the API, or its silence. `message` is what a person reads; `status` is 0 where there was no answer. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly problems: FieldProblem[]

  constructor(code: ApiErrorCode, more: { status?: number; message?: string; problems?: FieldProblem[] } = {}) {
    super(more.message ?? (code === 'no_answer' ? noAnswer : errors[code].message))
    this.name = 'ApiError'
    this.code = code
    this.status = more.status ?? (code === 'no_answer' ? 0 : errors[code].status)
    this.problems = more.problems ?? []
  }

  /** What is wrong with each field, first problem only: `{ email: 'Enter a valid email address.' }`. */
  get fields(): Record<string, string> {
    const named = this.problems.map(({ loc, msg }) => [loc.at(-1) ?? '', msg] as const)
    return Object.fromEntries(named.reverse())
  }
}

/** The refusal in an answer's body; a body that is none (a proxy's page) is told by its status. */
export function refusalOf(status: number, body: unknown): ApiError {
  if (!isRefusal(body))
    return new ApiError(status === 404 ? 'not_found' : status < 500 ? 'malformed' : 'unavailable', { status })
  const problems = Array.isArray(body.detail) ? body.detail : []
  return new ApiError(body.code, { status, message: body.error, problems })
}

/** What an error boundary caught, as an ApiError; null where it is something else: a bug, or a page's own status. */
export function errorOf(caught: unknown): ApiError | null {
  if (caught instanceof ApiError) return caught
  return isRouteErrorResponse(caught) && isRefusal(caught.data) ? refusalOf(caught.status, caught.data) : null
}

/** The server's words where it said any, else `fallback`. */
export function messageOf(caught: unknown, fallback: string): string {
  return errorOf(caught)?.message ?? fallback
}

/** What the server said; null where it said nothing, and the screen has words of its own for that (specification, section 8). */
export function serverWords(error: unknown): string | null {
  return error instanceof ApiError && error.code !== 'no_answer' ? error.message : null
}

function isRefusal(body: unknown): body is Refusal {
  return (
    typeof body === 'object' && body !== null && 'code' in body && 'error' in body && typeof body.error === 'string'
  )
}
