import { fullDate, longDate } from '#contract/dates.ts'
import { cancelSentences, type LiveState, stateSentences } from '#contract/events/application.ts'
import { applyRefusal, mayWait } from '#contract/events/applying.ts'
import type { EndReason, EventDetail } from '#contract/events/events.ts'
import { fill } from '#contract/language/messages.ts'
import { exactBaht } from '#contract/numbers.ts'
import { grouped } from '#contract/tickets/promptpay-number.ts'
import { type SignedTicket, statusLabels, type Ticket, type TicketStatus } from '#contract/tickets/tickets.ts'
import * as payment from '#messages/payment.json'
import * as m from '#messages/tickets-application.json'
import { useServerNow } from '#web/lib/clock.ts'
import { duration } from '#web/lib/format/dates.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'

/** The states of an application that has not become a ticket and has not ended. */
const openStates = ['WAITING', 'PENDING', 'UNPAID'] as const
type OpenState = (typeof openStates)[number]

/** Whether an application may still become a ticket. */
export function isOpen(status: Ticket['status'] | null): status is OpenState {
  return openStates.some((state) => state === status)
}

/** The state of an application and the holder's next step, as whole sentences. Nothing for a valid ticket. `now` in
 *  milliseconds since 1970, null if not known yet. */
export function nextSteps(ticket: ShownTicket, now: number | null): string[] {
  const { status } = ticket
  if (status === 'CANCELLED') return [...ending(ticket), ...refundOf(ticket)]
  if (!isOpen(status)) return []
  const together = ticket.seats > 1 ? [fill(m.seatsTogether, { seats: ticket.seats })] : []
  // A slip is being checked. Someone told to pay now would pay twice.
  if (status === 'UNPAID' && ticket.pay_by === null) return [...facts(ticket, now), ...together]
  const refusal = slipRefusal(ticket)
  const state = refusal.length > 0 ? refusal : [stateSentences[status satisfies LiveState]]
  return [...state, ...together, ...facts(ticket, now)]
}

/** What to do after the last slip was refused, and why it was: someone who has paid would otherwise pay twice. Empty if it was not. */
export function slipRefusal({ slip }: Pick<Ticket, 'slip'>): string[] {
  if (slip?.state !== 'refused') return []
  return [payment.slipRefused, ...(slip.reason ? [fill(payment.slipReason, { reason: slip.reason })] : [])]
}

/** Giving back a guest's seat does not end the application. */
function ending({ cancel_reason, party_of, was_issued }: Ticket): string[] {
  if (cancel_reason === null) return []
  const isSeat = party_of !== null && was_issued
  return [cancel_reason === 'by_holder' && isSeat ? m.seatGivenBack : cancelSentences[cancel_reason]]
}

/** In lists a ticket has no details of its refund. */
type ShownTicket = Ticket & Pick<SignedTicket, 'refunded'>

/** What the payer needs to find a refund in their bank. */
function refundOf({ refund, refunded }: ShownTicket): string[] {
  if (refund === null) return []
  if (refund === 'due') return [m.refundDue]
  if (refunded === undefined) return [m.refunded]
  const { amount_satang, refund_to, refunded_at } = refunded
  const values = { amount: exactBaht(amount_satang), date: longDate(refunded_at), number: grouped(refund_to) }
  return [fill(refund_to === '' ? m.refundedOn : m.refundedTo, values)]
}

/** The place on the waiting list, or the deadline to pay. */
export function facts({ status, position, pay_by }: Ticket, now: number | null): string[] {
  if (status === 'WAITING') return position === null ? [] : [placeInLine(position)]
  return status === 'UNPAID' ? [payUntil(pay_by, now)] : []
}

function placeInLine(position: number): string {
  return fill(m.placeInLine, { number: formatNumber(position) })
}

/** '12 minutes left'; null if the deadline is paused or over. */
export function timeLeft(payBy: string | null, now: number | null): string | null {
  const left = payBy === null || now === null ? 0 : Date.parse(payBy) - now
  return left > 0 ? fill(m.timeLeft, { time: duration(left / 1_000) }) : null
}

/** The link to the payment page. */
export function payLabel({ pay_by, slip }: Pick<Ticket, 'pay_by' | 'slip'>): string {
  return pay_by === null || slip?.state === 'refused' ? m.viewPayment : m.payNow
}

/** A null `payBy` is a paused deadline. */
export function payUntil(payBy: string | null, now: number | null): string {
  if (payBy === null) return m.paymentChecked
  if (now === null) return fill(m.payUntil, { date: fullDate(payBy) })
  const left = Date.parse(payBy) - now
  if (left <= 0) return m.payTimeOver
  return fill(m.payUntilTimeLeft, { date: fullDate(payBy), time: duration(left / 1_000) })
}

/** An application's state, one sentence per line. */
export function Sentences({ ticket }: { ticket: ShownTicket }) {
  const now = useServerNow()
  return (
    <div className="figures flex flex-col gap-1">
      {nextSteps(ticket, now).map((sentence) => (
        <p key={sentence} className="wrap-anywhere">
          {sentence}
        </p>
      ))}
    </div>
  )
}

/** What the organizer wrote to one applicant. */
export function OrganizerMessage({ children }: { children: string }) {
  return (
    <figure className="rounded-md bg-sunken px-4 py-3">
      <figcaption className="text-sm text-ink-soft">{m.organizerWrites}</figcaption>
      <blockquote className="wrap-anywhere whitespace-pre-line">{children}</blockquote>
    </figure>
  )
}

/** How the viewer's last application ended, above the button to apply again. */
export function EndedNote({ event, reason }: { event: EventDetail; reason: EndReason }) {
  const now = useServerNow()
  if (now === null) return null
  return (
    <section aria-label={m.yourApplication} className="flex flex-col gap-2">
      {endedWords(reason, event, now).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {event.refused ? <OrganizerMessage>{event.refused}</OrganizerMessage> : null}
    </section>
  )
}

/** The sentences on the event's page after the last application has ended: how, and what to do now. What prevents another
 *  application is shown beside the button. `now` in milliseconds since 1970. */
export function endedWords(reason: EndReason, event: EventDetail, now: number): string[] {
  const money = reason === 'unpaid' ? [m.paidAlready] : []
  return [cancelSentences[reason], ...money, ...again(event, now)]
}

function again(event: EventDetail, now: number): string[] {
  const refusal = applyRefusal(event.standing, event, now)
  if (refusal === null) return [m.canApplyAgain]
  if (refusal !== 'event_full' && refusal !== 'ticket_type_full') return []
  return [mayWait(event, now) ? m.canJoinWaitingList : m.firstComeFirstServed]
}

/** A status in words: 'Active', 'Used' and so on; 'Active' if none is given (specification, section 9). */
export function statusLabel(status: TicketStatus | ''): string {
  return statusLabels[status || 'ACTIVE']
}

export const statusTones = {
  WAITING: 'warning',
  PENDING: 'warning',
  UNPAID: 'warning',
  ACTIVE: 'success',
  USED: 'neutral',
  CANCELLED: 'danger',
  EXPIRED: 'neutral',
} as const

/** The response of a validation for a ticket that is not valid. */
export const invalidSentences: Record<Exclude<TicketStatus, 'ACTIVE'>, string> = {
  WAITING: m.noTicketWaiting,
  PENDING: m.noTicketPending,
  UNPAID: m.noTicketUnpaid,
  USED: m.invalidUsed,
  CANCELLED: m.invalidCancelled,
  EXPIRED: m.invalidExpired,
}
