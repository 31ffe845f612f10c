import { Ticket as TicketIcon } from 'lucide'
import { Suspense, use } from 'react'
import { Link } from 'react-router'
import { dayAndTime, localDate } from '#contract/dates.ts'
import { errors } from '#contract/errors.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import * as m from '#messages/tickets.json'
import { Icon } from '#web/lib/icon.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Skeleton } from '#web/ui/display/loading.tsx'
import { nextSteps, statusLabel, statusTones } from './application-status.tsx'
import { PartyTurns, Perforation, placeOf, TicketFact, TicketPicture, usePartyTurns } from './ticket-parts.tsx'

interface TicketCardProps {
  ticket: Ticket
  /** The valid tickets of its application, if there are several. */
  party?: Ticket[] | undefined
  event: Promise<CardEvent | null>
  /** Whether it is full-width, with the place and a wide link to its code. */
  large?: boolean
  /** The ticket of the party that was turned to, by its ID. */
  turnedTo?: number | undefined
  onTurn?: (ticketId: number) => void
}

/** A ticket in the viewer's list. */
export function TicketCard({
  ticket: first,
  party = [first],
  event,
  large = false,
  turnedTo = first.id,
  onTurn = () => undefined,
}: TicketCardProps) {
  const ticket = party.find(({ id }) => id === turnedTo) ?? first
  const seats = party.map(({ id }) => id)
  const turns = usePartyTurns(ticket.id, seats, onTurn)
  const { id, fullname, ticket_number, event_id, ticket_type, register_date, status, cancel_reason, organizer_word } =
    ticket
  // Missing in lists that were saved by an older release.
  const isApplication = ticket.was_issued === false
  return (
    <Card
      {...turns?.handlers}
      className={classes(
        '@container grid h-full grid-cols-1 overflow-hidden',
        large ? 'shadow-float lg:grid-cols-[3fr_2fr] lg:grid-rows-[1fr_auto]' : 'grid-rows-[auto_1fr_auto]',
      )}
    >
      <div className={classes('grid', large && 'lg:row-span-2')}>
        <Suspense fallback={<Skeleton className="aspect-5/2 w-full rounded-none" />}>
          <CardPicture eventId={event_id} coming={event} large={large} />
        </Suspense>
      </div>
      <dl className="grid content-start @3xs:grid-cols-2 gap-x-4 gap-y-3 p-5">
        <TicketFact label={m.eventLabel} className="col-span-full">
          <Suspense fallback={m.fetching}>
            <EventName coming={event} large={large} />
          </Suspense>
        </TicketFact>
        {status === 'CANCELLED' && cancel_reason ? (
          <TicketFact label={m.cancelledLabel} className="col-span-2">
            {nextSteps(ticket, null).map((sentence) => (
              <span key={sentence} className="block">
                {sentence}
              </span>
            ))}
            {organizer_word ? <span className="block font-normal text-ink-soft">{organizer_word}</span> : null}
          </TicketFact>
        ) : null}
        {party.length > 1 ? (
          <TicketFact label={m.nameLabel} className="col-span-full">
            {fullname}
          </TicketFact>
        ) : null}
        <TicketFact label={isApplication ? m.applicationNumberLabel : m.ticketNumberLabel}>
          <span className="figures">{ticket_number}</span>
        </TicketFact>
        {ticket_type ? <TicketFact label={m.ticketTypeOnCard}>{ticket_type}</TicketFact> : null}
        <TicketFact label={m.registrationDateLabel}>
          <span className="figures">{localDate(register_date)}</span>
        </TicketFact>
      </dl>
      <div className="relative flex flex-wrap items-center justify-between gap-4 p-5">
        <Perforation />
        {turns ? <PartyTurns {...turns} /> : null}
        <dl>
          <TicketFact label={m.statusLabel}>
            <Badge tone={statusTones[status || 'ACTIVE']}>{statusLabel(status)}</Badge>
          </TicketFact>
        </dl>
        <ButtonLink
          to={paths.virtualTicket(id)}
          variant={status === 'ACTIVE' ? 'primary' : 'secondary'}
          aria-label={fill(isApplication ? m.viewApplicationNumbered : m.viewTicketNumbered, { number: ticket_number })}
          className={classes(large && 'flex-1 text-lg sm:flex-none sm:px-10')}
        >
          <Icon icon={TicketIcon} />
          {isApplication ? m.viewApplication : m.viewTicket}
        </ButtonLink>
      </div>
    </Card>
  )
}

const sizes = '(min-width: 80rem) 24rem, (min-width: 48rem) 45vw, 100vw'

const largeSizes = '(min-width: 80rem) 44rem, (min-width: 64rem) 58vw, 100vw'

interface ComingEventProps {
  coming: Promise<CardEvent | null>
  large: boolean
}

function CardPicture({ eventId, coming, large }: ComingEventProps & { eventId: number }) {
  const event = use(coming)
  const shape = large ? 'aspect-5/2 lg:aspect-auto lg:h-full lg:min-h-80' : 'aspect-5/2'
  const picture = <TicketPicture event={event} eventId={eventId} sizes={large ? largeSizes : sizes} className={shape} />
  if (event === null) return picture
  return (
    <Link to={paths.event(eventId)} aria-label={event.event_name} className="block -outline-offset-4">
      {picture}
    </Link>
  )
}

function EventName({ coming, large }: ComingEventProps) {
  const event = use(coming)
  if (event === null) return m.notAvailable
  return (
    <>
      <span className={large ? 'text-2xl/snug font-semibold' : 'text-lg'}>{event.event_name}</span>
      <span className="figures block font-normal text-ink-soft">
        {event.is_called_off ? errors.event_called_off.message : dayAndTime(event.start_date_event)}
      </span>
      {large ? <span className="line-clamp-2 font-normal text-ink-soft">{placeOf(event)}</span> : null}
    </>
  )
}
