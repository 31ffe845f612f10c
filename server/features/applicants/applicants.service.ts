import { isAtLeast } from '#contract/endpoint.ts'
import type { Language } from '#contract/language/languages.ts'
import { inLanguages } from '#contract/language/messages.ts'
import { answerText } from '#contract/questions/answers.ts'
import type { Question } from '#contract/questions/questions.ts'
import type { Applicant, ApplicantCounts, ApplicantQuery, FellowApplicant } from '#contract/tickets/applicants.ts'
import { grouped } from '#contract/tickets/promptpay-number.ts'
import * as en from '#languages/en/tables.json'
import * as th from '#languages/th/tables.json'
import { updateApplicantsSeen } from '#server/features/events/events.repository.ts'
import { requireVisible } from '#server/features/events/events.service.ts'
import { logAction } from '#server/features/team/team.repository.ts'
import { countRefundsDue } from '#server/features/tickets/store/payments.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { baht, bangkokTime, type Columns, csvTable } from '#server/lib/feeds/csv-table.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { withNames } from '#server/lib/language/translated.ts'
import {
  type ApplicantFilter,
  countApplicants,
  countStates,
  holdsTicketFor,
  type NewApplicants,
  selectApplicants,
  selectFellowApplicants,
  selectNewApplicants,
} from './applicants.repository.ts'

/** One page of applicants: full records for owner and desk, and reduced ones for ticket holders. The owner has then seen the list. */
export async function list(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  query: ApplicantQuery,
): Promise<{ applicants: (Applicant | FellowApplicant)[]; total: number }> {
  const event = await requireVisible(ctx, user, eventId)
  const isFull = isAtLeast(event.role, 'desk')
  if (!isFull && !(await holdsTicketFor(ctx.db, eventId, user.id))) throw new AppError('applicants_only')
  // Before the query, so that someone who applies during it still counts as new.
  const now = ctx.now()
  const [applicants, total] = await Promise.all([
    isFull ? selectApplicants(ctx.db, eventId, query, now) : selectFellowApplicants(ctx.db, eventId, query),
    countApplicants(ctx.db, eventId, query, isFull),
  ])
  if (event.role === 'owner') await updateApplicantsSeen(ctx.db, eventId, now)
  return { applicants, total }
}

export async function countByState(ctx: Context, eventId: number): Promise<ApplicantCounts> {
  const [states, refunds_due] = await Promise.all([countStates(ctx.db, eventId), countRefundsDue(ctx.db, eventId)])
  return { ...states, refunds_due }
}

/** New applicants of those of the given events that the user owns or helps with. */
export function countNew(ctx: Context, user: SignedInUser, eventIds: number[]): Promise<NewApplicants[]> {
  return selectNewApplicants(ctx.db, user.id, eventIds)
}

/** All matching applicants as CSV. */
export async function exportCsv(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  filter: ApplicantFilter,
  language: Language,
): Promise<string> {
  const { questions } = await requireVisible(ctx, user, eventId)
  await logAction(ctx.db, { eventId, userId: user.id, action: 'exported', detail: 'applicants' }, ctx.now())
  const applicants = await selectApplicants(ctx.db, eventId, filter, ctx.now())
  return csvOf(withNames(applicants, language), questions, language)
}

const texts = inLanguages(en, th)
type Texts = (typeof texts)[Language]

const columnsIn = (m: Texts): Columns<Applicant> => [
  [m.firstName, (applicant) => applicant.first_name],
  [m.lastName, (applicant) => applicant.last_name],
  [m.username, (applicant) => applicant.username],
  [m.email, (applicant) => applicant.email],
  // Spreadsheets read ten digits as a number and drop the leading zero.
  [m.phoneNumber, (applicant) => grouped(applicant.phone_number)],
  [m.company, (applicant) => applicant.company],
  [m.address, (applicant) => applicant.address],
  [m.nationality, (applicant) => applicant.nationality],
  [m.birthDate, (applicant) => applicant.birth_date ?? ''],
  [m.status, (applicant) => statusWords(m)[applicant.status]],
  [m.applied, (applicant) => bangkokTime(applicant.created_at)],
  [m.attendedEvents, (applicant) => applicant.attended_events_count],
  [m.cancelledEvents, (applicant) => applicant.cancelled_events_count],
  [m.state, (applicant) => stateWords(m)[applicant.state]],
  [m.placeInLine, (applicant) => applicant.position ?? ''],
  [m.toPayUntil, (applicant) => (applicant.pay_by === null ? '' : bangkokTime(applicant.pay_by))],
]

const statusWords = (m: Texts): Record<Applicant['status'], string> => ({
  approved: m.statusApproved,
  pending: m.statusPending,
  cancelled: m.statusCancelled,
})

const stateWords = (m: Texts): Record<Applicant['state'], string> => ({
  WAITING: m.stateWaiting,
  PENDING: m.statePending,
  INVITED: m.stateInvited,
  UNPAID: m.stateUnpaid,
  ACTIVE: m.stateActive,
  USED: m.stateUsed,
  CANCELLED: m.stateCancelled,
})

const paymentWords = (m: Texts): Record<NonNullable<Applicant['walk_in']>, string> => ({
  cash: m.walkInCash,
  promptpay: m.walkInPromptPay,
  free: m.walkInFree,
})

type Asked = Pick<Question, 'id' | 'text'>

/** Each question has a column, and a column for each former wording that someone answered. Where nobody has a ticket type or a
 *  code, was invited or is a walk-in, there is no column for it; nor for prices where nobody has a code and all are free. */
function csvOf(listed: Applicant[], questions: readonly Asked[], language: Language): string {
  const m = texts[language]
  const applicants = listed.flatMap(seatsOf)
  const parties: Columns<Seat> = listed.some(({ guests }) => guests.length > 0)
    ? [
        [m.seat, ({ guest }) => (guest === null ? m.applicant : m.guest)],
        [m.guestName, ({ guest }) => guest?.fullname ?? ''],
        [m.ticketNumber, (seat) => seat.ticket_number],
      ]
    : []
  const answers = askedQuestions(applicants, questions).map((asked): Columns<Applicant>[number] => [
    asked.text,
    (applicant) => answerTo(asked, applicant, m.yes),
  ])
  const types: Columns<Applicant> = applicants.some(({ ticket_type }) => ticket_type !== '')
    ? [[m.ticketType, ({ ticket_type }) => ticket_type]]
    : []
  const codes: Columns<Seat> = applicants.some(({ code }) => code !== '') ? [[m.code, ({ code }) => code]] : []
  const prices: Columns<Seat> =
    codes.length > 0 || applicants.some((seat) => seat.seat_price_satang > 0)
      ? [[m.price, (seat) => baht(seat.seat_price_satang)]]
      : []
  const invitations: Columns<Applicant> = applicants.some(({ claim_by }) => claim_by !== null)
    ? [[m.invitedUntil, ({ claim_by }) => (claim_by === null ? '' : bangkokTime(claim_by))]]
    : []
  const walkIns: Columns<Seat> = applicants.some(({ walk_in }) => walk_in !== null)
    ? [
        [m.walkInPaidBy, ({ walk_in }) => (walk_in === null ? '' : paymentWords(m)[walk_in])],
        [m.paidAtDoor, (seat) => (seat.walk_in === null ? '' : baht(seat.seat_price_satang))],
      ]
    : []
  return csvTable(
    [...columnsIn(m), ...invitations, ...walkIns, ...types, ...codes, ...prices, ...parties, ...answers],
    applicants,
  )
}

/** A row of the table: an applicant's own seat, or a guest's with the contact of the applicant. */
interface Seat extends Applicant {
  guest: Applicant['guests'][number] | null
}

function seatsOf(applicant: Applicant): Seat[] {
  const guests = applicant.guests.map((guest) => ({
    ...applicant,
    guest,
    state: guest.state,
    status: statusOf(guest.state),
    ticket_number: guest.ticket_number,
    seat_price_satang: guest.price_satang,
    answers: guest.answers,
  }))
  return [{ ...applicant, guest: null }, ...guests]
}

function statusOf(state: Applicant['state']): Applicant['status'] {
  if (state === 'CANCELLED') return 'cancelled'
  return state === 'ACTIVE' || state === 'USED' ? 'approved' : 'pending'
}

/** The current questions in their order, then former wordings and removed questions. */
function askedQuestions(applicants: Applicant[], questions: readonly Asked[]): Asked[] {
  const asked = new Map(questions.map(({ id, text }) => [`${id} ${text}`, { id, text }]))
  for (const { question_id: id, question: text } of applicants.flatMap(({ answers }) => answers)) {
    asked.set(`${id} ${text}`, { id, text })
  }
  return [...asked.values()]
}

function answerTo({ id, text }: Asked, { answers }: Applicant, yes: string): string {
  const answer = answers.find(({ question_id, question }) => question_id === id && question === text)
  return answer === undefined ? '' : answerText(answer, yes)
}
