import type { OwnEvent } from './use-deletion.ts'

const count = new Intl.NumberFormat('en-US')

/** What deleting an event takes from whom. */
export function loss({ status, current_attendees: held }: OwnEvent): string {
  if (held === 0) return 'Nobody holds a ticket. The event is gone for good.'
  const holders = held === 1 ? '1 person holds a ticket' : `${count.format(held)} people hold tickets`
  if (status === 'COMPLETED') return `${holders} and can still look at them. The event leaves every list.`
  const tickets = held === 1 ? 'Their ticket is' : 'Their tickets are'
  return `${holders}. The event is called off: ${tickets.toLowerCase()} cancelled, and each of them is told by email.`
}
