import { type ErrorCode, errors, type FieldProblem, type Refusal } from '#contract/errors.ts'

/** A refusal: thrown by services, rendered once by the API. `retryAfter` is in seconds; `message` says more than the
 *  words of the list. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly problems: FieldProblem[] | null
  readonly retryAfter: number | null

  constructor(code: ErrorCode, more: { problems?: FieldProblem[]; message?: string; retryAfter?: number } = {}) {
    super(more.problems?.[0]?.msg ?? more.message ?? errors[code].message)
    this.code = code
    this.problems = more.problems ?? null
    this.retryAfter = more.retryAfter ?? (this.status === 503 ? 2 : null)
  }

  get status(): number {
    return errors[this.code].status
  }

  toJSON(): Refusal {
    return { error: this.message, message: this.message, detail: this.problems ?? this.message, code: this.code }
  }
}

/** Fields that cannot be taken; the first one's message becomes the sentence for a person. */
export function invalidFields(problems: FieldProblem[]): AppError {
  return new AppError('invalid_fields', { problems })
}
