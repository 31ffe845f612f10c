import { CalendarDays, MapPin } from 'lucide-react'
import { clockTime, dayDate, localDate } from '#contract/dates.ts'
import { errors } from '#contract/errors.ts'
import type { CardEvent } from '#contract/events/events.ts'
import type { SignedTicket } from '#contract/tickets/tickets.ts'
import { truncate } from '#web/lib/format/text.ts'
import { useSite } from '#web/lib/page/site.ts'
import { Badge } from '#web/ui/display/badge.tsx'
import { Mark } from '#web/ui/display/mark.tsx'
import { EventPicture } from './event-picture.tsx'
import { placeOf } from './place.ts'
import { statusLabel, statusTones } from './status.ts'
import { TicketFact } from './ticket-facts.tsx'
import { TicketStub } from './ticket-stub.tsx'

interface VirtualTicketProps {
  ticket: SignedTicket
  /** Null where the event can no longer be read. */
  event: CardEvent | null
}

/** On phones the stub with the code follows the head, so that code and number are visible above the bottom bar; on
 *  wider screens it is at the right. Small paper has small type, so that the longest address fits on one page. */
export function VirtualTicket({ ticket, event }: VirtualTicketProps) {
  const eventName = event?.event_name ?? 'Event not available'
  return (
    <article
      aria-label={`Ticket ${ticket.ticket_number}`}
      className="@container grid grid-cols-1 overflow-hidden rounded-lg border border-line bg-card shadow-float roomy:grid-cols-[1fr_19rem] roomy:grid-rows-[auto_1fr] print:break-inside-avoid print:shadow-none"
    >
      <div>
        <EventPicture
          event={event}
          eventId={ticket.event_id}
          sizes="(min-width: 48rem) 27rem, 100vw"
          className="aspect-6/1 roomy:aspect-2/1 print:hidden print:roomy:block print:roomy:aspect-3/1"
        />
        <Head event={event} eventName={eventName} />
      </div>
      <TicketStub ticket={ticket} eventName={eventName} />
      <Facts ticket={ticket} />
    </article>
  )
}

function Head({ event, eventName }: { event: CardEvent | null; eventName: string }) {
  const { brand } = useSite()
  return (
    <header className="gradient flex flex-col gap-1 px-[min(1.5rem,7vw)] py-3 roomy:py-5 print:px-3 print:py-2 print:text-sm/snug print:roomy:px-6 print:roomy:py-5 print:roomy:text-base print:[print-color-adjust:exact]">
      <p className="hidden font-medium print:block">{brand}</p>
      <h2 className="text-lg break-words roomy:mb-1 roomy:text-xl print:text-base/snug print:roomy:text-xl">
        {eventName}
      </h2>
      {event?.is_called_off ? <p className="font-medium">{errors.event_called_off.message}</p> : null}
      {event ? (
        <>
          <p className="figures flex items-start gap-2">
            <CalendarDays
              aria-hidden
              className="mt-1 size-5 shrink-0 print:mt-0 print:size-4 print:roomy:mt-1 print:roomy:size-5"
            />
            <span className="min-w-0 print:text-xs/snug print:roomy:text-base">
              {`${dayDate(event.start_date_event)}, ${clockTime(event.start_date_event)}`}
            </span>
          </p>
          <p className="flex items-start gap-2">
            <MapPin
              aria-hidden
              className="mt-1 size-5 shrink-0 print:mt-0 print:size-4 print:roomy:mt-1 print:roomy:size-5"
            />
            <span className="min-w-0 wrap-anywhere print:hidden">{truncate(placeOf(event), 50)}</span>
            <span className="hidden min-w-0 wrap-anywhere print:block print:text-xs/snug print:roomy:text-base">
              {placeOf(event)}
            </span>
          </p>
        </>
      ) : null}
    </header>
  )
}

function Facts({ ticket: { fullname, register_date, status } }: { ticket: SignedTicket }) {
  return (
    <div className="relative">
      <Watermark />
      <dl className="relative grid gap-4 @3xs:grid-cols-2 p-6 pb-20 print:grid-cols-2 print:gap-2 print:p-3 print:roomy:gap-4 print:roomy:p-4">
        <TicketFact label="Registrant Name:" className="col-span-full">
          <span className="text-lg">{fullname}</span>
        </TicketFact>
        <TicketFact label="Register Date:">
          <span className="figures">{localDate(register_date)}</span>
        </TicketFact>
        <TicketFact label="Status:">
          <Badge tone={statusTones[status || 'ACTIVE']}>{statusLabel(status)}</Badge>
        </TicketFact>
      </dl>
    </div>
  )
}

/** The brand, faint behind the ticket's text. */
function Watermark() {
  const { brand } = useSite()
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-0 overflow-hidden opacity-8 print:[print-color-adjust:exact]"
    >
      <Mark className="absolute -right-12 -bottom-20 size-72" />
      <svg viewBox="0 0 400 60" aria-hidden className="absolute bottom-2 left-0 w-full -rotate-6">
        <text x="24" y="48" fontSize="48" fontWeight="600" letterSpacing="4" fill="var(--accent)">
          {brand}
        </text>
      </svg>
    </div>
  )
}
