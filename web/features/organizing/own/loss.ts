import type { DeletableEvent } from './use-deletion.ts'

const count = new Intl.NumberFormat('en-US')

/** A sentence that says what people lose when the event is deleted. */
export function loss({ status, current_attendees: held }: DeletableEvent): string {
  if (held === 0) return 'Nobody holds a ticket. The event is gone for good.'
  const holders = held === 1 ? '1 person holds a ticket' : `${count.format(held)} people hold tickets`
  if (status === 'COMPLETED') {
    const look = held === 1 ? 'can still look at it' : 'can still look at them'
    return `${holders} and ${look}. The event leaves every list.`
  }
  const lost =
    held === 1
      ? 'their ticket is cancelled, and they are told by email'
      : 'their tickets are cancelled, and each of them is told by email'
  return `${holders}. The event is called off: ${lost}.`
}
