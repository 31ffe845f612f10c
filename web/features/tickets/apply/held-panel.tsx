import { Ticket as TicketIcon } from 'lucide-react'
import type { Ref } from 'react'
import type { EventDetail } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { late } from '#web/lib/page/late.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'

const AddToCalendar = late(async () => (await import('./add-to-calendar.tsx')).AddToCalendar)

interface HeldPanelProps {
  event: EventDetail
  /** Null while it is loading, or if it cannot be loaded. */
  ticket: Ticket | null
  /** Gets the focus after applying. */
  heading: Ref<HTMLHeadingElement>
}

/** The ticket in place of Apply Now. */
export function HeldPanel({ event, ticket, heading }: HeldPanelProps) {
  const others = (ticket?.seats ?? 1) - 1
  return (
    <section aria-label="Your Ticket" className="flex flex-col gap-3 rounded-md bg-accent-soft p-4">
      <div className="flex items-center gap-3">
        <TicketIcon aria-hidden className="size-6 shrink-0 text-accent-ink" />
        <div className="min-w-0">
          <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            {others > 0 ? 'Your Tickets' : 'Your Ticket'}
          </h3>
          {/* Keeps its line while it loads. */}
          <p className="figures min-h-[1lh] text-sm text-ink-soft">
            {ticket?.ticket_number}
            {others > 0 ? ` and ${others} more` : ''}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={ticket ? paths.virtualTicket(ticket.id) : paths.myTickets} className="flex-auto">
          View Ticket
        </ButtonLink>
        <AddToCalendar event={event} />
      </div>
    </section>
  )
}
