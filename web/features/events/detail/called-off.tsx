import { CircleAlert } from 'lucide-react'

/** Stands at the top of a called-off event's page, for those who held a ticket. */
export function CalledOff() {
  return (
    <p className="flex items-start gap-3 rounded-lg border border-danger bg-danger-soft p-4 font-medium text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      This event has been called off. Tickets for it are no longer valid.
    </p>
  )
}
