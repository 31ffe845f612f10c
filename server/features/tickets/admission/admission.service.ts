import { randomInt } from 'node:crypto'
import type { ErrorCode, FieldProblem } from '#contract/errors.ts'
import { firstState, holdsSeat, stateSentences } from '#contract/events/application.ts'
import { type Standing, visitorStanding } from '#contract/events/applying.ts'
import { readAnswers } from '#contract/questions/answers.ts'
import type { Answers, GivenAnswer, QuestionTexts } from '#contract/questions/questions.ts'
import { ticketNumberAlphabet as alphabet } from '#contract/tickets/ticket-code.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { type CountedEmails, countedEmails } from '#server/features/accounts/viewer.ts'
import { lockSeats } from '#server/features/tickets/store/seats.repository.ts'
import { insertAnswers, selectFormerApplicants } from '#server/features/tickets/store/tickets.repository.ts'
import type { Context } from '#server/lib/context.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { type Database, type Db, violates } from '#server/lib/postgres/database.ts'
import {
  type AdmissionEvent,
  type Admitting,
  type Candidate,
  insertAdmitted,
  type NewTicket,
  selectAdmissionEvent,
  selectApplicants,
  type Written,
} from './admission.repository.ts'
import { mayStandInLine, payBy, refusalFor, refusalOfCalledOff, standingOf } from './admission.rules.ts'

/** The decision on one application: what it has become, the code of a refusal, or what is wrong with its answers. */
export type Decision = Ticket | ErrorCode | { problems: FieldProblem[] }

/** Somebody who applies, with their answers to the event's questions; `wait` says that they stand in line where no seat is
 *  free. */
export interface Applying {
  userId: number
  wait: boolean
  answers?: Answers | undefined
  /** The words of the questions that they have read. */
  asked?: QuestionTexts | undefined
}

const attempts = 3

/** Decides applications for one event in the order given, each user once, in one transaction. The decisions stand in
 *  the same order; none is known before the commit. */
export async function admit(
  db: Database,
  eventId: number,
  people: Applying[],
  now: Date,
  counted: CountedEmails = 'verified',
): Promise<Decision[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction((tx) => admitLocked(tx, eventId, people, now, counted))
    } catch (error) {
      // Two tickets drew the same number, or somebody deleted their account a moment ago. Both are very rare; the next attempt
      // draws anew, and leaves out whoever is gone.
      const isRare = violates(error, 'tickets_number_key') || violates(error, 'tickets_user_id_fkey')
      if (!isRare || attempt === attempts) throw error
    }
  }
}

async function admitLocked(
  tx: Db,
  eventId: number,
  people: Applying[],
  now: Date,
  counted: CountedEmails,
): Promise<Decision[]> {
  const userIds = people.map(({ userId }) => userId)
  // Three statements, sent at once and run in this order.
  const [locked, event, known] = await Promise.all([
    lockSeats(tx, eventId),
    selectAdmissionEvent(tx, eventId),
    selectApplicants(tx, eventId, userIds, counted),
  ])
  if (!locked || event === null) return userIds.map(() => 'event_not_found')
  const candidates = new Map(known.map((person) => [person.id, person]))
  if (event.called_off_at !== null) {
    const former = await selectFormerApplicants(tx, eventId, userIds)
    return userIds.map((userId) => refusalOfCalledOff(candidates.get(userId), event, former, now))
  }

  const after = { ...event }
  const admitted: NewTicket[] = []
  const answered = new Map<number, GivenAnswer[]>()
  const refusals = new Map<number, Exclude<Decision, Ticket>>()
  for (const { userId, wait, answers: given = {}, asked } of people) {
    const candidate = candidates.get(userId)
    const status = candidate ? stateFor(candidate, after, wait, now) : 'session_expired'
    if (candidate === undefined || !isState(status)) {
      refusals.set(userId, status as ErrorCode)
      continue
    }
    const { answers, problems } = readAnswers(event.questions, given, asked)
    if (problems.length > 0) {
      refusals.set(userId, { problems })
      continue
    }
    if (answers.length > 0) answered.set(userId, answers)
    if (holdsSeat(status)) after.taken += 1
    if (status === 'WAITING') after.waiting += 1
    admitted.push({ ticket_number: newTicketNumber(), user_id: userId, fullname: candidate.fullname, status })
  }

  const tickets = await written(tx, { ...event, id: eventId }, admitted, answered, now)
  return userIds.map((userId) => tickets.get(userId) ?? refusals.get(userId) ?? 'internal')
}

/** The state in which an application begins, or the code of its refusal. */
function stateFor(
  candidate: Candidate,
  event: AdmissionEvent,
  wait: boolean,
  now: Date,
): NewTicket['status'] | ErrorCode {
  const refusal = refusalFor(candidate, event, now)
  if (refusal === null) return firstState(event)
  return refusal === 'event_full' && wait && mayStandInLine(event, now) ? 'WAITING' : refusal
}

const isState = (state: NewTicket['status'] | ErrorCode): state is NewTicket['status'] => state in stateSentences

/** Writes the applications, and answers them by the person. Those who wait stand behind those who waited before. */
async function written(
  tx: Db,
  event: AdmissionEvent & { id: number },
  admitted: NewTicket[],
  answered: Map<number, GivenAnswer[]>,
  now: Date,
): Promise<Map<number, Ticket>> {
  if (admitted.length === 0) return new Map()
  const terms = { now, payBy: payBy(event, now), priceSatang: event.price_satang }
  const rows = await insertAdmitted(tx, event.id, admitted, terms)
  await insertAnswers(
    tx,
    rows.flatMap(({ id, user_id }) => {
      const answers = answered.get(user_id)
      return answers === undefined ? [] : [{ id, answers }]
    }),
  )
  let position = event.waiting
  const tickets = new Map<number, Ticket>()
  for (const row of rows.sort((one, other) => one.id - other.id)) {
    tickets.set(row.user_id, ticketOf(row, row.status === 'WAITING' ? ++position : null))
  }
  return tickets
}

/** Field by field: a rush makes thousands, and copies that leave some out are slow. */
function ticketOf(row: Written, position: number | null): Ticket {
  return {
    id: row.id,
    ticket_id: row.ticket_id,
    ticket_number: row.ticket_number,
    event_id: row.event_id,
    fullname: row.fullname,
    register_date: row.register_date,
    status: row.status,
    position,
    pay_by: row.pay_by,
    price_satang: row.price_satang,
    cancel_reason: null,
    organizer_word: '',
    slip: null,
    paid_at: null,
    refund: null,
  }
}

/** A random number such as `K7PM-3QXA`: one of 656 thousand million. */
function newTicketNumber(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

/** The standing of this reader with an event, read and judged as for an application. */
export async function standingFor(
  ctx: Context,
  user: SignedInUser | null,
  event: Admitting & { id: number },
): Promise<Standing> {
  if (user === null) return visitorStanding
  const [reader] = await selectApplicants(ctx.db, event.id, [user.id], countedEmails(ctx.settings))
  return reader === undefined ? visitorStanding : standingOf(reader, event)
}
