import { dayInBangkok } from '#contract/dates.ts'
import { splitCommas } from '#contract/endpoint.ts'
import type { ErrorCode, FieldProblem } from '#contract/errors.ts'
import { cancelSentences, firstState, holdsSeat, type LiveState, stateSentences } from '#contract/events/application.ts'
import {
  applyRefusal,
  chosenType,
  ineligibility,
  isPaidBefore,
  mayWait,
  type Standing,
  unapplyRefusal,
} from '#contract/events/applying.ts'
import { isUnlisted } from '#contract/events/event-links.ts'
import { isForType } from '#contract/events/ticket-types.ts'
import { fill } from '#contract/language/messages.ts'
import { readAnswers } from '#contract/questions/answers.ts'
import type { Answers, GivenAnswer, QuestionTexts } from '#contract/questions/questions.ts'
import type { Guest } from '#contract/tickets/tickets.ts'
import * as m from '#messages/answers.json'
import * as names from '#messages/names.json'
import { emailDomain } from '#server/features/accounts/viewer.ts'
import type { UsableCode } from '#server/features/tickets/store/codes.repository.ts'
import type { Ending, HeldTicket } from '#server/features/tickets/store/endings.repository.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { AdmissionEvent, AdmissionType, Admitting, Candidate, NewTicket } from './admission.repository.ts'
import { codeRefusal, offeredWith } from './codes.rules.ts'
import { limitOf, registrationTerms, reservedWith } from './seats.rules.ts'

/** Somebody who applies, with their answers to the event's questions. With `wait` they join the waiting list if no seat is
 *  free. */
export interface Applying {
  userId: number
  wait: boolean
  answers?: Answers | undefined
  /** The wording of the questions when they answered. */
  asked?: QuestionTexts | undefined
  /** The chosen ticket type. */
  typeId?: number | null | undefined
  /** One for each seat beyond their own. */
  guests?: Guest[] | undefined
  /** In capitals; '' for none. */
  code?: string | undefined
}

/** Somebody who ends their application; if `seen` is given, only if it is still in that state. */
export interface Leaving {
  ticketId: number
  userId: number
  seen?: LiveState | undefined
}

/** The result of an application, with its position if it waits. */
export interface Admitted {
  event: AdmissionEvent
  candidate: Candidate
  status: NewTicket['status']
  /** Null if the event has no ticket types. */
  type: AdmissionType | null
  priceSatang: number
  codeId: number | null
  position: number | null
  answers: GivenAnswer[]
  /** The guests on the other seats. */
  guests: { name: string; answers: GivenAnswer[] }[]
  /** The seats reserved for waiting parties after this application; null if unchanged. */
  reserved: number | null
}

/** Why there is no application: an error code, or what is wrong with its answers. */
export type Refused = ErrorCode | { problems: FieldProblem[] }

export const isAdmitted = (decided: Admitted | Refused): decided is Admitted =>
  typeof decided !== 'string' && 'candidate' in decided

/** Decides these applications in the given order: each sees the seats, the waiting list and the codes as the ones before it
 *  left them. `codes` are those of the event that were entered. */
export function decideApplications(
  event: AdmissionEvent,
  people: Applying[],
  candidates: Map<number, Candidate>,
  now: Date,
  codes: Map<string, UsableCode> = new Map(),
): (Admitted | Refused)[] {
  const after = { ...event, ticket_types: event.ticket_types.map((type) => ({ ...type })) }
  return people.map(({ userId, wait, answers: given = {}, asked, typeId = null, code: text = '', guests = [] }) => {
    const candidate = candidates.get(userId)
    if (candidate === undefined) return 'session_expired'
    const size = 1 + guests.length
    const code = codes.get(text) ?? null
    const wrongCode = text === '' ? null : code === null ? 'code_not_found' : codeRefusal(code, now, size)
    const offered = offeredWith(after, wrongCode === null ? code : null)
    const chosen = typeFor(offered, now, typeId, code, size)
    const type = after.ticket_types.find(({ id }) => id === chosen?.id) ?? null
    const otherType = code === null ? null : typeProblem(code, chosen, offered, typeId)
    const status = stateFor(
      candidate,
      offered,
      { wait, type: chosen, typeId: chosen?.id ?? typeId, size, wrong: wrongCode ?? otherType },
      now,
    )
    if (!isState(status)) return status
    if (!event.guest_names_optional && guests.some(({ name }) => name === '')) return 'guest_name_missing'
    const { answers, problems } = readAnswers(event.questions, given, asked)
    const answered = event.questions_per_guest
      ? guests.map((guest) => readAnswers(event.questions, guest.answers, guest.asked))
      : []
    problems.push(...answered.flatMap((one, place) => one.problems.map((problem) => ofGuest(problem, place))))
    if (problems.length > 0) return { problems }
    const reserved = status === 'WAITING' && size > 1 ? reservedWith(after, type, size) : null
    after.reserved = reserved ?? after.reserved
    for (const seats of type === null ? [after] : [after, type]) {
      if (holdsSeat(status)) seats.taken += size
      if (status === 'WAITING') seats.waiting += 1
    }
    if (code !== null) code.used += size
    const priceSatang = chosen === null ? offered.price_satang : Math.round(chosen.price * 100)
    const written = guests.map(({ name }, place) => ({
      name: name || fill(names.guestOf, { name: candidate.fullname }),
      answers: answered[place]?.answers ?? [],
    }))
    const position = status === 'WAITING' ? after.waiting : null
    return {
      event,
      candidate,
      status,
      type,
      priceSatang,
      codeId: code?.id ?? null,
      position,
      answers,
      guests: written,
      reserved,
    }
  })
}

/** The problems of a guest's answers, with paths such as `body.guests.0.answers.meal`. */
function ofGuest({ loc: [body = 'body', ...field], ...problem }: FieldProblem, place: number): FieldProblem {
  return { ...problem, loc: [body, 'guests', String(place), ...field] }
}

/** The initial state of an application, or the code of its refusal. */
function stateFor(
  candidate: Candidate,
  event: AdmissionEvent,
  { wait, type, typeId, size, wrong }: Wanted,
  now: Date,
): NewTicket['status'] | ErrorCode {
  const refusal = refusalFor(candidate, event, now, typeId, size)
  // Refusals about the person or the event come first, then the code, then the type and its seats.
  if (wrong !== null && (refusal === null || isOfSeats(refusal))) return wrong
  const isFull = refusal === 'event_full' || refusal === 'ticket_type_full' || refusal === 'too_few_seats'
  if (refusal !== null && !isFull) return refusal
  // A party larger than the event could never leave the waiting list.
  if (size > Math.min(event.max_party, limitOf(event), limitOf(type))) return 'party_too_large'
  if (refusal === null) return firstState({ ...event, takes_promptpay: isPaidBefore(event, type) })
  return wait && mayWait(registrationTerms(event), now.getTime()) ? 'WAITING' : refusal
}

interface Wanted {
  wait: boolean
  type: AdmissionType | null
  typeId: number | null
  /** Of the party. */
  size: number
  /** Why the code cannot be used; null if it can. */
  wrong: ErrorCode | null
}

const isOfSeats = (refusal: ErrorCode) =>
  refusal === 'event_full' || refusal === 'too_few_seats' || refusal.startsWith('ticket_type_')

const isState = (state: NewTicket['status'] | ErrorCode): state is NewTicket['status'] => state in stateSentences

/** Decides in the given order who ends their application, and in which state it is. Stops early at somebody on the waiting
 *  list who may have just got a seat, for example one that was reserved for a party. */
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
    isSeatFree ||= holdsSeat(ticket.status) || ticket.seats > 1
    ticket.status = 'CANCELLED'
    if (ticket.seats === 1) continue
    for (const one of tickets.values()) if (one.party_of === ticketId) one.status = 'CANCELLED'
  }
  return decided
}

function leavingRefusal(ticket: HeldTicket, seen: LiveState | undefined, now: Date): AppError | null {
  if (seen !== undefined && ticket.status !== seen) return changed(ticket)
  // Until it has tickets, a party ends as a whole.
  if (ticket.party_of !== null && ticket.status !== 'ACTIVE') return new AppError('ticket_not_active')
  const refusal = unapplyRefusal(ticket.status, ticket, now.getTime())
  return refusal === null ? null : new AppError(refusal)
}

/** The new state comes first in the message: usually it is a seat. One that ended in this batch was withdrawn. */
function changed({ status: state, cancel_reason }: HeldTicket): AppError {
  const message =
    state === 'CANCELLED'
      ? cancelSentences[cancel_reason ?? 'by_holder']
      : fill(m.applicationChanged, { problem: stateSentences[state] })
  return new AppError('application_changed', { extra: { state }, message })
}

/** Why this candidate is not admitted now, or null. For somebody who may not see the event it does not exist; for the others
 *  the page has already shown the same refusal, by the same rule. */
function refusalFor(
  candidate: Candidate,
  event: AdmissionEvent,
  now: Date,
  typeId: number | null,
  size: number,
): ErrorCode | null {
  const standing = standingOf(candidate, event)
  if (!(standing.is_from_domain && mayKnow(candidate, event)) && standing.ticket === null) return 'event_not_found'
  return applyRefusal(standing, registrationTerms(event), now.getTime(), typeId, size)
}

/** The ticket type of an application: the one asked for, else the contract's choice, among the types of its code if the code has
 *  some. Null for an event without types. */
function typeFor(
  event: AdmissionEvent,
  now: Date,
  typeId: number | null,
  code: UsableCode | null,
  size: number,
): AdmissionType | null {
  if (event.ticket_types.length === 0) return null
  const terms = registrationTerms(event)
  const ofCode = terms.ticket_types.filter(({ id }) => code?.type_ids?.includes(id))
  const type = chosenType(
    ofCode.length > 0 && typeId === null ? { ...terms, ticket_types: ofCode } : terms,
    now.getTime(),
    typeId,
    size,
  )
  return event.ticket_types.find(({ id }) => id === type?.id) ?? null
}

/** Why the code cannot be used for this type; null if it can, or if there is no such type. */
function typeProblem(
  code: UsableCode,
  type: AdmissionType | null,
  event: AdmissionEvent,
  typeId: number | null,
): ErrorCode | null {
  if (type !== null) return isForType(code, type) ? null : 'code_other_type'
  if (event.ticket_types.length === 0) return code.type_ids === null ? null : 'code_other_type'
  return typeId === null ? 'ticket_type_not_on_sale' : null
}

/** Whether this candidate may still attend when a seat becomes free for them. */
export function isStillEligible(candidate: Candidate, event: AdmissionEvent): boolean {
  const standing = standingOf(candidate, event)
  return mayKnow(candidate, event) && !standing.is_owner && !standing.is_blocked && ineligibility(standing) === null
}

/** The payment deadline of a seat that is given now: never after the event's start. */
export function payBy(event: Pick<AdmissionEvent, 'payment_minutes' | 'start_date_event'>, now: Date): Date {
  return new Date(Math.min(now.getTime() + event.payment_minutes * 60_000, Date.parse(event.start_date_event)))
}

/** Why nobody is admitted to an event that is called off. It still exists only for its owner, and for those who applied
 *  before. */
export function refusalOfCalledOff(
  candidate: Candidate | undefined,
  event: AdmissionEvent,
  formerApplicants: Set<number>,
  now: Date,
): ErrorCode {
  if (candidate === undefined) return 'session_expired'
  if (event.user_id !== candidate.id && !formerApplicants.has(candidate.id)) return 'event_not_found'
  // Never null, even if the clocks of two processes differ.
  return applyRefusal(standingOf(candidate, event), registrationTerms(event), now.getTime()) ?? 'event_called_off'
}

/** A person's standing with an event, from their rows in the database. */
export function standingOf(candidate: Candidate, event: Admitting): Standing {
  return {
    is_owner: event.user_id === candidate.id,
    is_blocked: candidate.is_blocked,
    is_from_domain: isFromAllowedDomain(candidate, event),
    age: ageFor(candidate, event),
    ticket: candidate.ticket,
  }
}

/** Whether the candidate may know that the event exists: an unlisted one only if they opened its link, as in other calls. */
function mayKnow(candidate: Candidate, event: Admitting): boolean {
  return !isUnlisted(event) || candidate.is_guest || event.user_id === candidate.id
}

function isFromAllowedDomain(candidate: Candidate, event: Admitting): boolean {
  if (event.visibility === 'PUBLIC' || event.allowed_email_domains === '' || event.user_id === candidate.id) return true
  return splitCommas(event.allowed_email_domains).includes(emailDomain(candidate.email))
}

function ageFor(candidate: Candidate, event: Admitting): Standing['age'] {
  if (event.min_age_requirement === 0) return 'enough'
  if (candidate.birth_date === null) return 'unknown'
  const dayOfEvent = dayInBangkok(new Date(event.start_date_event))
  return ageOn(dayOfEvent, candidate.birth_date) < event.min_age_requirement ? 'too_young' : 'enough'
}

/** Full years between two days, both YYYY-MM-DD. */
function ageOn(day: string, birthDate: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}
