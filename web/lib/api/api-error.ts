import { isRouteErrorResponse } from 'react-router'
import type { ErrorCode, FieldProblem, Refusal } from '#contract/errors.ts'
import { type KnownError, type PageErrorCode, pageErrors } from '#contract/events/page-errors.ts'
import { isOffline } from '#web/lib/online.ts'

/** `no_answer`: the server was not reached, or the answer got lost. */
export type ApiErrorCode = ErrorCode | 'no_answer'

const known: Partial<Record<string, KnownError>> = pageErrors
const noAnswer = 'No response received from server. Please check your connection.'

interface AnswerFacts {
  status: number
  message: string
  problems?: FieldProblem[]
  wordless?: boolean
  detail?: string | null
  seatsFree?: number | undefined
}

/** A refusal of the API, or a missing answer. `message` is for people; `status` is 0 where there was no answer. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly problems: FieldProblem[]
  /** The message is not the server's: there was no answer, or a proxy's page. */
  readonly wordless: boolean
  /** The answer's `detail` if it is a text, otherwise its `message`, from this API or a proxy; null without either. */
  readonly detail: string | null
  /** There was no answer because there was no network; still true once the network is back. */
  readonly isOffline: boolean
  /** Free seats, if there are not enough. */
  readonly seatsFree: number | null

  constructor(code: PageErrorCode | 'no_answer', more?: Partial<AnswerFacts>)
  constructor(code: ErrorCode, more: AnswerFacts)
  constructor(code: ApiErrorCode, more: Partial<AnswerFacts> = {}) {
    super(more.message ?? known[code]?.message ?? noAnswer)
    this.name = 'ApiError'
    this.code = code
    this.status = more.status ?? known[code]?.status ?? 0
    this.problems = more.problems ?? []
    this.wordless = more.wordless ?? code === 'no_answer'
    this.detail = more.detail ?? null
    this.isOffline = code === 'no_answer' && isOffline()
    this.seatsFree = more.seatsFree ?? null
  }
}

/** The refusal in an answer's body. Any other body, such as a proxy's page, counts by its status. */
export function refusalOf(status: number, body: unknown): ApiError {
  const detail = detailOf(body)
  if (!isRefusal(body)) return new ApiError(codeOf(status), { status, wordless: true, detail })
  const problems = Array.isArray(body.detail) ? body.detail : (body.problems ?? [])
  return new ApiError(body.code, { status, message: body.error, problems, detail, seatsFree: body.seats_free })
}

/** An error boundary's error as an ApiError; null for a bug or a page's own status. */
export function errorOf(caught: unknown): ApiError | null {
  if (caught instanceof ApiError) return caught
  return isRouteErrorResponse(caught) && isRefusal(caught.data) ? refusalOf(caught.status, caught.data) : null
}

/** The status of an error boundary's error: 0 without an answer, 500 for a bug. */
export function statusOf(caught: unknown): number {
  return errorOf(caught)?.status ?? (isRouteErrorResponse(caught) ? caught.status : 500)
}

/** The server's message if it sent one, otherwise `fallback`, the screen's own text (specification, section 8). */
export function messageOf(caught: unknown, fallback: string): string {
  const error = errorOf(caught)
  return error === null || error.wordless ? fallback : error.message
}

function codeOf(status: number): PageErrorCode {
  if (status === 404) return 'not_found'
  return status < 500 ? 'malformed' : 'unavailable'
}

function detailOf(body: unknown): string | null {
  const { detail, message } = Object(body) as { detail?: unknown; message?: unknown }
  return ([detail, message].find((text) => typeof text === 'string' && text !== '') as string | undefined) ?? null
}

function isRefusal(body: unknown): body is Refusal {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    'error' in body &&
    typeof body.error === 'string' &&
    body.error !== ''
  )
}

/** No network, or the server itself is in trouble: the request was neither accepted nor refused. */
export function isSilence(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'no_answer' || error.status >= 500)
}
