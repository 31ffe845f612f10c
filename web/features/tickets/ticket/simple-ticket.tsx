import { localDate } from '#contract/dates.ts'
import type { CardEvent } from '#contract/events/events.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { statusLabel } from './status.ts'
import { TicketFact } from './ticket-facts.tsx'

interface SimpleTicketProps {
  ticket: Ticket
  /** Null where the event can no longer be read. */
  event: CardEvent | null
  /** The holder's profile picture; '' where there is none. */
  picture: string
}

/** The content of the virtual ticket as plain text. */
export function SimpleTicket({ ticket, event, picture }: SimpleTicketProps) {
  return (
    <article>
      <Card className="flex flex-col gap-6 p-6 sm:flex-row sm:gap-8 sm:p-8">
        <Avatar picture={picture} name={ticket.fullname} className="size-24 shrink-0 text-3xl" />
        <dl className="figures flex min-w-0 flex-col gap-4">
          <TicketFact label="Event:">{event?.event_name ?? 'Event not available'}</TicketFact>
          <TicketFact label="Ticket Number:">{ticket.ticket_number}</TicketFact>
          <TicketFact label="Registrant Name:">{ticket.fullname}</TicketFact>
          <TicketFact label="Register Date:">{localDate(ticket.register_date)}</TicketFact>
          <TicketFact label="Status:">{statusLabel(ticket.status)}</TicketFact>
        </dl>
      </Card>
    </article>
  )
}
