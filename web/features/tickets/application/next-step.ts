import { fullDate } from '#contract/dates.ts'
import { cancelSentences, type LiveState, stateSentences } from '#contract/events/application.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { duration } from '#web/lib/format/dates.ts'

/** The states of an application that has not become a ticket and has not ended. */
export const openStates = ['WAITING', 'PENDING', 'UNPAID'] as const
export type OpenState = (typeof openStates)[number]

/** Whether an application may still become a ticket. */
export function isOpen(status: Ticket['status'] | null): status is OpenState {
  return openStates.some((state) => state === status)
}

/** What has become of an application, and what its holder does next, as whole sentences. A ticket that was not
 *  cancelled speaks for itself. `now` in milliseconds since 1970, null where it is not known yet. */
export function nextSteps(ticket: Ticket, now: number | null): string[] {
  const { status, cancel_reason, refund } = ticket
  if (status === 'CANCELLED') {
    return [...(cancel_reason ? [cancelSentences[cancel_reason]] : []), ...(refund ? [refundSentences[refund]] : [])]
  }
  if (!isOpen(status)) return []
  return [stateSentences[status satisfies LiveState], ...facts(ticket, now)]
}

const refundSentences: Record<NonNullable<Ticket['refund']>, string> = {
  due: 'The organizer is to pay you back what you have paid, and sees it in their list of refunds.',
  refunded: 'The organizer has noted that what you paid was paid back to you.',
}

/** The place in line, or until when to pay. */
export function facts({ status, position, pay_by }: Ticket, now: number | null): string[] {
  if (status === 'WAITING') return position === null ? [] : [placeInLine(position)]
  return status === 'UNPAID' ? [payUntil(pay_by, now)] : []
}

export function placeInLine(position: number): string {
  return `You are number ${position.toLocaleString('en-US')} in line.`
}

/** '12 minutes left'; null where the deadline stands still or is over. */
export function timeLeft(payBy: string | null, now: number | null): string | null {
  const left = payBy === null || now === null ? 0 : Date.parse(payBy) - now
  return left > 0 ? `${duration(left / 1_000)} left` : null
}

/** `payBy` null is a deadline that stands still. */
export function payUntil(payBy: string | null, now: number | null): string {
  if (payBy === null) return 'Your payment is being checked. Meanwhile the deadline stands still.'
  if (now === null) return `Pay until ${fullDate(payBy)}.`
  const left = Date.parse(payBy) - now
  return left <= 0 ? 'The time to pay is over.' : `Pay until ${fullDate(payBy)} (${duration(left / 1_000)} left).`
}
