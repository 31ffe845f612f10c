import { statusLabels, type Ticket, type TicketStatus } from '#contract/tickets/tickets.ts'

/** 'Active', 'Used', ...; 'Active' where none is said (specification, section 9). */
export function statusLabel(status: TicketStatus | ''): string {
  return statusLabels[status || 'ACTIVE']
}

export const statusTones = { ACTIVE: 'success', USED: 'neutral', CANCELLED: 'danger', EXPIRED: 'neutral' } as const

/** What a check at the door says of a ticket that does not let its holder in. */
export const invalidSentences: Record<Exclude<TicketStatus, 'ACTIVE'>, string> = {
  USED: 'This ticket is not valid: it has already been used.',
  CANCELLED: 'This ticket is not valid: it was cancelled.',
  EXPIRED: 'This ticket is not valid: the event is over.',
}

/** Those that let their holder in come first; otherwise the order stays. */
export function activeFirst(tickets: readonly Ticket[]): Ticket[] {
  const [active, others] = [true, false].map((wanted) =>
    tickets.filter(({ status }) => (status === 'ACTIVE') === wanted),
  )
  return [...(active ?? []), ...(others ?? [])]
}
