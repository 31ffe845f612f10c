import type { FieldProblem } from '#contract/errors.ts'
import { fieldProblem } from '#contract/fields.ts'
import type { EventDraft } from './event-draft.ts'

const dateLabels = {
  start_date_register: 'Registration opening',
  end_date_register: 'Registration closing',
  start_date_event: 'Event start',
  end_date_event: 'Event end',
} as const

type EventDates = Pick<EventDraft, keyof typeof dateLabels>

/** The years that an event's dates may lie in (specification, section 5). */
export function eventYears(now: Date): { first: number; last: number } {
  const year = now.getUTCFullYear()
  return { first: year, last: year + 100 }
}

/** Lists everything that is wrong with an event's four dates. Dates lie between January 1 of this year and
 *  December 31 of the year 100 years later (specification, section 5); registration opens before it closes, closes
 *  before the event ends, and the event starts before it ends. With `before`, an edited event's dates until now, the
 *  years of those that stay are not asked about: an event of last year can still be corrected. Dates that are not given (yet) are
 *  compared with none. */
export function eventDateProblems(dates: Partial<EventDates>, now: Date, before?: EventDates): FieldProblem[] {
  const years = eventYears(now)
  const first = `${years.first}-01-01T00:00:00.000Z`
  const last = `${years.last}-12-31T23:59:59.999Z`
  // The organizer's calendar may be half a day ahead of or behind UTC.
  const slack = 14 * 3_600_000
  const problems = (Object.keys(dateLabels) as (keyof EventDates)[]).flatMap((field) => {
    const instant = Date.parse(dates[field] ?? '')
    if (before !== undefined && instant === Date.parse(before[field])) return []
    const isPast = instant < Date.parse(first) - slack
    if (!isPast && !(instant > Date.parse(last) + slack)) return []
    const words = `${dateLabels[field]} must lie between this year and 100 years from now.`
    return fieldProblem(field, words, isPast ? 'date_past' : undefined)
  })

  const { start_date_register, end_date_register, start_date_event, end_date_event } = dates
  if (isBefore(end_date_register, start_date_register)) {
    problems.push(fieldProblem('end_date_register', 'Registration must close after it opens.'))
  }
  if (isBefore(end_date_event, end_date_register)) {
    problems.push(fieldProblem('end_date_register', 'Registration must close before the event ends.'))
  }
  if (isBefore(end_date_event, start_date_event) || (end_date_event && end_date_event === start_date_event)) {
    problems.push(fieldProblem('end_date_event', 'The event must end after it starts.'))
  }
  return problems
}

/** Whether both are given, and the one lies before the other. */
const isBefore = (one: string | undefined, other: string | undefined) => Boolean(one && other && one < other)
