import { isRouteErrorResponse } from 'react-router'
import type { ErrorCode, FieldProblem, Refusal } from '#contract/errors.ts'
import type { ApplicationState } from '#contract/events/application.ts'
import { type KnownError, type PageErrorCode, pageErrors } from '#contract/events/page-errors.ts'
import * as m from '#messages/api.json'
import { isOffline } from '#web/lib/online.ts'

/** `no_answer`: the server was not reached, or the answer got lost. */
export type ApiErrorCode = ErrorCode | 'no_answer'

const known: Partial<Record<string, KnownError>> = pageErrors

interface AnswerFacts {
  status: number
  message: string
  problems?: FieldProblem[]
  hasNoMessage?: boolean
  detail?: string | null
  seatsFree?: number | undefined
  applicationsFit?: number | undefined
  applicationState?: ApplicationState | undefined
}

/** A refusal by the API, or a missing answer. `message` is for users; `status` is 0 without an answer. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly problems: FieldProblem[]
  /** The server sent no message: there was no answer, or a proxy's page. */
  readonly hasNoMessage: boolean
  /** The answer's `detail` if it is a text, otherwise its `message`, from this API or a proxy; null without either. */
  readonly detail: string | null
  /** There was no answer because the device was offline at that time. */
  readonly isOffline: boolean
  /** The number of free seats, if a refusal says that there are too few. */
  readonly seatsFree: number | null
  /** For how many of the applications to approve they are enough. */
  readonly applicationsFit: number | null
  /** For `application_changed`: the application's current state. */
  readonly applicationState: ApplicationState | null

  constructor(code: PageErrorCode | 'no_answer', more?: Partial<AnswerFacts>)
  constructor(code: ErrorCode, more: AnswerFacts)
  constructor(code: ApiErrorCode, more: Partial<AnswerFacts> = {}) {
    super(more.message ?? known[code]?.message ?? m.noAnswer)
    this.name = 'ApiError'
    this.code = code
    this.status = more.status ?? known[code]?.status ?? 0
    this.problems = more.problems ?? []
    this.hasNoMessage = more.hasNoMessage ?? code === 'no_answer'
    this.detail = more.detail ?? null
    this.isOffline = code === 'no_answer' && isOffline()
    this.seatsFree = more.seatsFree ?? null
    this.applicationsFit = more.applicationsFit ?? null
    this.applicationState = more.applicationState ?? null
  }
}

/** The refusal in an answer's body. For any other body, such as a proxy's page, only the status counts. */
export function refusalOf(status: number, body: unknown): ApiError {
  const detail = detailOf(body)
  if (!isRefusal(body)) return new ApiError(codeOf(status), { status, hasNoMessage: true, detail })
  const problems = Array.isArray(body.detail) ? body.detail : (body.problems ?? [])
  return new ApiError(body.code, {
    status,
    message: body.error,
    problems,
    detail,
    seatsFree: body.seats_free,
    applicationsFit: body.applications_fit,
    applicationState: body.state,
  })
}

/** False if an application changed and goes on in another state, usually as a ticket. */
export function isFailure(error: unknown): boolean {
  const state = error instanceof ApiError ? error.applicationState : null
  return state === null || state === 'CANCELLED'
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
  return error === null || error.hasNoMessage ? fallback : error.message
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

/** No answer, or a server failure: the request was neither accepted nor refused. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'no_answer' || error.status >= 500)
}
