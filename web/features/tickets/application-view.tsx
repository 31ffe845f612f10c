import { CalendarDays, MapPin } from 'lucide-react'
import { clockTime, dayDate, localDate } from '#contract/dates.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { pageErrors } from '#contract/events/page-errors.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { statusLabel, statusTones } from './application-status.tsx'
import { ApplicationSteps } from './application-steps.tsx'
import { EventPicture, placeOf, TicketFact } from './ticket-parts.tsx'

interface ApplicationViewProps {
  ticket: Ticket
  /** Null where the event can no longer be read. */
  event: CardEvent | null
  /** False for the event's organizer, who may read the applications of others. */
  isOwn: boolean
}

/** An application that is not a ticket: it has neither code nor stub. */
export function ApplicationView({ ticket, event, isOwn }: ApplicationViewProps) {
  const { fullname, ticket_number, register_date, status, seats } = ticket
  return (
    <article aria-label={`Application ${ticket_number}`}>
      <Card className="overflow-hidden">
        <EventPicture
          event={event}
          eventId={ticket.event_id}
          sizes="(min-width: 48rem) 46rem, 100vw"
          className="aspect-6/1"
        />
        <div className="flex flex-col gap-5 p-5 sm:p-6">
          <header className="flex flex-col gap-1">
            <h2 className="text-lg wrap-anywhere sm:text-xl">{event?.event_name ?? 'Event not available'}</h2>
            {event?.is_called_off ? <p className="text-danger">{pageErrors.event_called_off.message}</p> : null}
            {event ? (
              <>
                <p className="figures flex items-start gap-2 text-ink-soft">
                  <CalendarDays aria-hidden className="mt-1 size-5 shrink-0" />
                  {dayDate(event.start_date_event)}, {clockTime(event.start_date_event)}
                </p>
                <p className="flex items-start gap-2 text-ink-soft">
                  <MapPin aria-hidden className="mt-1 size-5 shrink-0" />
                  <span className="min-w-0 wrap-anywhere">{placeOf(event)}</span>
                </p>
              </>
            ) : null}
          </header>
          <div>
            <Badge tone={statusTones[status]}>{statusLabel(status)}</Badge>
          </div>
          {isOwn ? <ApplicationSteps ticket={ticket} event={event} /> : null}
          <dl className="grid gap-4 border-t border-line pt-5 sm:grid-cols-3">
            <TicketFact label="Registrant Name:">{fullname}</TicketFact>
            <TicketFact label="Application Number:">
              <span className="figures whitespace-nowrap">{ticket_number}</span>
            </TicketFact>
            {seats > 1 ? <TicketFact label="Seats:">{seats}</TicketFact> : null}
            <TicketFact label="Register Date:">
              <span className="figures">{localDate(register_date)}</span>
            </TicketFact>
          </dl>
        </div>
      </Card>
    </article>
  )
}
