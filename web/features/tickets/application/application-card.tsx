import { Suspense, use } from 'react'
import { clockTime, dayDate } from '#contract/dates.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { pageErrors } from '#contract/events/page-errors.ts'
import { paths } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { statusLabel, statusTones } from '#web/features/tickets/ticket/status.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { Sentences } from './sentences.tsx'

interface ApplicationCardProps {
  ticket: Ticket
  event: Promise<CardEvent | null>
}

/** An application in the list of the reader's tickets: where it stands and what comes next. */
export function ApplicationCard({ ticket, event }: ApplicationCardProps) {
  const { id, ticket_number, status } = ticket
  return (
    <Card className="flex h-full flex-col gap-3 p-5">
      <div className="flex items-start justify-between gap-4">
        <h3 className="min-w-0 text-lg wrap-anywhere">
          <Suspense fallback="Fetching...">
            <EventName coming={event} />
          </Suspense>
        </h3>
        <Badge tone={statusTones[status]}>{statusLabel(status)}</Badge>
      </div>
      <Sentences ticket={ticket} />
      <div className="mt-auto flex flex-wrap gap-2 pt-2">
        {status === 'UNPAID' ? (
          <ButtonLink to={paths.pay(id)} className="flex-auto">
            Pay now
          </ButtonLink>
        ) : null}
        <ButtonLink
          to={paths.virtualTicket(id)}
          variant="secondary"
          aria-label={`View Application ${ticket_number}`}
          className="flex-auto"
        >
          View Application
        </ButtonLink>
      </div>
    </Card>
  )
}

function EventName({ coming }: { coming: Promise<CardEvent | null> }) {
  const event = use(coming)
  if (event === null) return 'Not available'
  return (
    <>
      {event.event_name}
      <span className="figures block text-base font-normal text-ink-soft">
        {event.is_called_off
          ? pageErrors.event_called_off.message
          : `${dayDate(event.start_date_event)}, ${clockTime(event.start_date_event)}`}
      </span>
    </>
  )
}
