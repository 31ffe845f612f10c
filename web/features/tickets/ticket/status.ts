import { statusLabels, type TicketStatus } from '#contract/tickets/tickets.ts'

/** A status in words: 'Active', 'Used' and so on; 'Active' where none is given (specification, section 9). */
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

/** The answer of a validation for a ticket that does not let its holder in. */
export const invalidSentences: Record<Exclude<TicketStatus, 'ACTIVE'>, string> = {
  WAITING: 'This is no ticket yet: it is on the waiting list.',
  PENDING: 'This is no ticket yet: the organizer has still to approve it.',
  UNPAID: 'This is no ticket yet: it has still to be paid.',
  USED: 'This ticket is not valid: it has already been used.',
  CANCELLED: 'This ticket is not valid: it was cancelled.',
  EXPIRED: 'This ticket is not valid: the event is over.',
}
