import { Ticket as TicketIcon } from 'lucide-react'
import { Suspense, use } from 'react'
import { Link } from 'react-router'
import { clockTime, localDate, shortDate } from '#contract/dates.ts'
import { errors } from '#contract/errors.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { EventPicture } from '#web/features/tickets/ticket/event-picture.tsx'
import { Perforation } from '#web/features/tickets/ticket/perforation.tsx'
import { statusLabel, statusTones } from '#web/features/tickets/ticket/status.ts'
import { TicketFact } from '#web/features/tickets/ticket/ticket-facts.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { Skeleton } from '#web/ui/display/skeleton.tsx'

interface TicketCardProps {
  ticket: Ticket
  event: Promise<CardEvent | null>
}

/** A ticket in the list of the reader's tickets. */
export function TicketCard({ ticket, event }: TicketCardProps) {
  const { id, ticket_number, event_id, register_date, status } = ticket
  return (
    <Card className="flex h-full flex-col overflow-hidden">
      <Suspense fallback={<Skeleton className="aspect-5/2 w-full rounded-none" />}>
        <CardPicture eventId={event_id} coming={event} />
      </Suspense>
      <dl className="grid flex-1 grid-cols-2 content-start gap-x-4 gap-y-3 p-5">
        <TicketFact label="Event:" className="col-span-2">
          <Suspense fallback="Fetching...">
            <EventName coming={event} />
          </Suspense>
        </TicketFact>
        <TicketFact label="Ticket Number:">
          <span className="figures whitespace-nowrap">{ticket_number}</span>
        </TicketFact>
        <TicketFact label="Registration date:">
          <span className="figures">{localDate(register_date)}</span>
        </TicketFact>
      </dl>
      <div className="relative flex items-center justify-between gap-4 p-5">
        <Perforation />
        <dl>
          <TicketFact label="Status:">
            <Badge tone={statusTones[status || 'ACTIVE']}>{statusLabel(status)}</Badge>
          </TicketFact>
        </dl>
        <ButtonLink
          to={paths.virtualTicket(id)}
          variant={status === 'ACTIVE' ? 'primary' : 'secondary'}
          aria-label={`View Ticket ${ticket_number}`}
        >
          <TicketIcon aria-hidden className="size-5" />
          View Ticket
        </ButtonLink>
      </div>
    </Card>
  )
}

const sizes = '(min-width: 80rem) 24rem, (min-width: 48rem) 45vw, 100vw'

function CardPicture({ eventId, coming }: { eventId: number; coming: Promise<CardEvent | null> }) {
  const event = use(coming)
  if (event === null) return <EventPicture event={null} eventId={eventId} sizes={sizes} className="aspect-5/2" />
  return (
    <Link to={paths.event(eventId)} aria-label={event.event_name} className="-outline-offset-4">
      <EventPicture event={event} eventId={eventId} sizes={sizes} className="aspect-5/2" />
    </Link>
  )
}

function EventName({ coming }: { coming: Promise<CardEvent | null> }) {
  const event = use(coming)
  if (event === null) return 'Not available'
  return (
    <>
      <span className="text-lg">{event.event_name}</span>
      <span className="figures block font-normal text-ink-soft">
        {event.is_called_off
          ? errors.event_called_off.message
          : `${shortDate(event.start_date_event)}, ${clockTime(event.start_date_event)}`}
      </span>
    </>
  )
}
