import { CircleAlert } from 'lucide-react'
import type { Event } from '#contract/events/events.ts'
import { goneMessage } from '#contract/events/live.ts'

/** Stands at the top of an event's page once it is called off, or once its reader may no longer see it. */
export function CalledOff({ event, isGone }: { event: Event; isGone: boolean }) {
  if (!event.is_called_off && !isGone) return null
  return (
    <p className="flex items-start gap-3 rounded-lg border border-danger bg-danger-soft p-4 font-medium text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      {event.is_called_off ? 'This event has been called off. Tickets for it are no longer valid.' : goneMessage}
    </p>
  )
}
