import type { ErrorCode, FieldProblem } from '#contract/errors.ts'
import {
  type ApplicationState,
  firstState,
  holdsSeat,
  type LiveState,
  stateSentences,
} from '#contract/events/application.ts'
import { isPaidBefore, unapplyRefusal } from '#contract/events/applying.ts'
import { readAnswers } from '#contract/questions/answers.ts'
import type { Answers, GivenAnswer, QuestionTexts } from '#contract/questions/questions.ts'
import type { Ending, HeldTicket } from '#server/features/tickets/store/tickets.repository.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { AdmissionEvent, AdmissionType, Candidate, NewTicket } from './admission.repository.ts'
import { mayStandInLine, refusalFor, typeFor } from './admission.rules.ts'

/** Somebody who applies, with their answers to the event's questions; `wait` says that they stand in line where no seat is
 *  free. */
export interface Applying {
  userId: number
  wait: boolean
  answers?: Answers | undefined
  /** The words of the questions that they have read. */
  asked?: QuestionTexts | undefined
  /** The ticket type that they have chosen. */
  typeId?: number | null | undefined
}

/** Somebody who ends their application: only in the state that they have `seen`, where that is given. */
export interface Leaving {
  ticketId: number
  userId: number
  seen?: LiveState | undefined
}

/** What an application becomes, with the place in line of one that waits. */
export interface Admitted {
  candidate: Candidate
  status: NewTicket['status']
  /** Null where the event has no ticket types. */
  type: AdmissionType | null
  position: number | null
  answers: GivenAnswer[]
}

/** Why there is no application: a code, or what is wrong with its answers. */
export type Refused = ErrorCode | { problems: FieldProblem[] }

export const isAdmitted = (decided: Admitted | Refused): decided is Admitted =>
  typeof decided !== 'string' && 'candidate' in decided

/** Decides these applications in the order given: each finds the seats and the line as those before have left them. */
export function decideApplications(
  event: AdmissionEvent,
  people: Applying[],
  candidates: Map<number, Candidate>,
  now: Date,
): (Admitted | Refused)[] {
  const after = { ...event, ticket_types: event.ticket_types.map((type) => ({ ...type })) }
  return people.map(({ userId, wait, answers: given = {}, asked, typeId = null }) => {
    const candidate = candidates.get(userId)
    if (candidate === undefined) return 'session_expired'
    const type = typeFor(after, now, typeId)
    const status = stateFor(candidate, after, { wait, type, typeId }, now)
    if (!isState(status)) return status
    const { answers, problems } = readAnswers(event.questions, given, asked)
    if (problems.length > 0) return { problems }
    for (const seats of type === null ? [after] : [after, type]) {
      if (holdsSeat(status)) seats.taken += 1
      if (status === 'WAITING') seats.waiting += 1
    }
    return { candidate, status, type, position: status === 'WAITING' ? after.waiting : null, answers }
  })
}

/** The state in which an application begins, or the code of its refusal. */
function stateFor(
  candidate: Candidate,
  event: AdmissionEvent,
  { wait, type, typeId }: { wait: boolean; type: AdmissionType | null; typeId: number | null },
  now: Date,
): NewTicket['status'] | ErrorCode {
  const refusal = refusalFor(candidate, event, now, typeId)
  if (refusal === null) return firstState({ ...event, takes_promptpay: isPaidBefore(event, type) })
  const isFull = refusal === 'event_full' || refusal === 'ticket_type_full'
  return isFull && wait && mayStandInLine(event, now) ? 'WAITING' : refusal
}

const isState = (state: NewTicket['status'] | ErrorCode): state is NewTicket['status'] => state in stateSentences

/** Decides in the order given who ends their application, and in which state it is. Stops early at somebody in line behind whom
 *  a seat has come free: it may be theirs now. */
export function decideLeaving(leaving: Leaving[], held: HeldTicket[], now: Date): (Ending | AppError)[] {
  const tickets = new Map(held.map((ticket) => [ticket.id, { ...ticket }]))
  const decided: (Ending | AppError)[] = []
  let isSeatFree = false
  for (const { ticketId, userId, seen } of leaving) {
    const ticket = tickets.get(ticketId)
    if (isSeatFree && ticket?.status === 'WAITING') break
    const refusal = ticket?.user_id === userId ? leavingRefusal(ticket, seen, now) : new AppError('ticket_not_found')
    if (ticket === undefined || refusal !== null) {
      decided.push(refusal ?? new AppError('ticket_not_found'))
      continue
    }
    decided.push({ ticketId, userId, state: ticket.status })
    isSeatFree ||= holdsSeat(ticket.status)
    ticket.status = 'CANCELLED'
  }
  return decided
}

function leavingRefusal(ticket: HeldTicket, seen: LiveState | undefined, now: Date): AppError | null {
  if (seen !== undefined && ticket.status !== seen) return changed(ticket.status)
  const refusal = unapplyRefusal(ticket.status, ticket, now.getTime())
  return refusal === null ? null : new AppError(refusal)
}

/** The new state comes first in the message: most often it is a seat. */
function changed(state: ApplicationState): AppError {
  const unchanged = 'Nothing was given up, because your application had changed meanwhile.'
  const message =
    state === 'CANCELLED' ? 'This application has ended already.' : `${stateSentences[state]} ${unchanged}`
  return new AppError('application_changed', { state, message })
}
