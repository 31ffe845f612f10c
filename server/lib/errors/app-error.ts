import { dayDate } from '#contract/dates.ts'
import { codeOfProblems, type ErrorCode, errors, type FieldProblem, type Refusal } from '#contract/errors.ts'
import type { Language } from '#contract/language/languages.ts'
import { translated } from '#server/lib/language/translated.ts'

interface More {
  problems?: FieldProblem[]
  message?: string
  date?: string
  retryAfter?: number
  extra?: Pick<Refusal, 'seats_free' | 'applications_fit' | 'state'>
  cause?: unknown
}

/** A refusal: thrown by services, rendered once by the API. `retryAfter` is in seconds, `message` replaces the one of the
 *  list, `date` is the date of a series that it is about, `extra` is what the body contains in addition, and `cause` is for the
 *  log. Messages are in English until it is rendered. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly problems: FieldProblem[] | null
  readonly date: string | null
  readonly retryAfter: number | null
  readonly extra: More['extra']

  constructor(code: ErrorCode, more: More = {}) {
    const { stackTraceLimit } = Error
    // A refused call is no bug, and stacks would cost a rush a twentieth of its speed.
    if (errors[code].status < 500) Error.stackTraceLimit = 0
    super(more.problems?.[0]?.msg ?? more.message ?? errors[code].message, more)
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.problems = more.problems ?? null
    this.date = more.date ?? null
    this.extra = more.extra
    this.retryAfter = more.retryAfter ?? (this.status === 503 ? 2 : null)
  }

  get status(): number {
    return errors[this.code].status
  }

  /** As the body of an answer. */
  inLanguage(language: Language): Refusal {
    const say = (text: string) => {
      const said = translated(text, language)
      return this.date === null ? said : `${dayDate(this.date, language)}: ${said}`
    }
    const message = say(this.message)
    const problems = this.problems?.map((problem) => ({ ...problem, msg: say(problem.msg) }))
    return { error: message, message, detail: problems ?? message, code: this.code, ...this.extra }
  }
}

/** Invalid fields; the first one's message becomes the refusal's message. */
export function invalidFields(problems: FieldProblem[]): AppError {
  return new AppError(codeOfProblems(problems), { problems })
}
