import { Suspense, use, useState } from 'react'
import { dayAndTime } from '#contract/dates.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { pageErrors } from '#contract/events/page-errors.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import * as m from '#messages/tickets.json'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { TryAgain } from '#web/ui/controls/try-again.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { payLabel, Sentences, statusLabel, statusTones } from './application-status.tsx'
import type { Arranged, LoadedTickets } from './load-tickets.ts'
import { TicketCard } from './ticket-card.tsx'

const unreadable = Promise.resolve(null)

interface TicketListProps extends LoadedTickets {
  /** Applications that may still become tickets. */
  open: Ticket[]
}

/** Applications with an open step come first, then the next event's ticket, large, then those of later events; past and
 *  cancelled ones are separate. */
export function TicketList({ first, arranged, events, parties, eventsProblem, open }: TicketListProps) {
  // Kept here, because the cards are replaced when the events have loaded.
  const [turnedTo, setTurnedTo] = useState<Record<number, number>>({})
  const onTurn = (id: number, ticketId: number) => setTurnedTo((turned) => ({ ...turned, [id]: ticketId }))
  const known = { events, parties, turnedTo, onTurn }
  return (
    <>
      <Suspense>
        <EventsProblem coming={eventsProblem} />
      </Suspense>
      {open.length > 0 ? <Applications tickets={open} events={events} /> : null}
      <Suspense fallback={<Groups groups={first} {...known} />}>
        <ArrangedGroups coming={arranged} {...known} />
      </Suspense>
    </>
  )
}

type Events = LoadedTickets['events']

interface Known extends Pick<LoadedTickets, 'events' | 'parties'> {
  /** By the ID of an application, the ticket of its party that is shown. */
  turnedTo: Record<number, number>
  onTurn: (id: number, ticketId: number) => void
}

function ArrangedGroups({ coming, ...known }: Known & { coming: Promise<Arranged> }) {
  return <Groups groups={use(coming)} {...known} />
}

function Groups({ groups: { next, later, apart }, ...known }: Known & { groups: Arranged }) {
  return (
    <div className="flex flex-col gap-10">
      {next ? (
        <section aria-label={m.yourNextEvent}>
          <GroupTitle>{m.yourNextEvent}</GroupTitle>
          <KnownTicket ticket={next} large {...known} />
        </section>
      ) : null}
      {later.length > 0 ? <Group title={next ? m.afterThat : m.yourEvents} tickets={later} {...known} /> : null}
      {apart.length > 0 ? <Group title={m.pastAndCancelled} tickets={apart} {...known} /> : null}
    </div>
  )
}

function Applications({ tickets, events }: { tickets: Ticket[]; events: Events }) {
  return (
    <section aria-label={m.applications} className="mb-10">
      <GroupTitle>{m.applications}</GroupTitle>
      <ul className="grid grid-cols-1 gap-6 md:grid-cols-2">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <ApplicationCard ticket={ticket} event={events.get(ticket.event_id) ?? unreadable} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Group({ title, tickets, ...known }: Known & { title: string; tickets: Ticket[] }) {
  return (
    <section aria-label={title}>
      <GroupTitle>{title}</GroupTitle>
      <ul className="grid grid-cols-1 gap-6 md:grid-cols-2 xl:grid-cols-3">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <KnownTicket ticket={ticket} {...known} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function KnownTicket({ ticket, large, ...known }: Known & { ticket: Ticket; large?: boolean }) {
  return (
    <TicketCard
      ticket={ticket}
      party={known.parties.get(ticket.id)}
      event={known.events.get(ticket.event_id) ?? unreadable}
      large={large ?? false}
      turnedTo={known.turnedTo[ticket.id]}
      onTurn={(id) => known.onTurn(ticket.id, id)}
    />
  )
}

function GroupTitle({ children }: { children: string }) {
  return <h2 className="mb-4 text-xl">{children}</h2>
}

function EventsProblem({ coming }: { coming: Promise<string | null> }) {
  const problem = use(coming)
  if (problem === null) return null
  return (
    <div className="mb-6 flex flex-col items-start gap-4">
      <p role="alert" className="text-danger">
        {problem}
      </p>
      <TryAgain />
    </div>
  )
}

interface ApplicationCardProps {
  ticket: Ticket
  event: Promise<CardEvent | null>
}

/** An application in the viewer's list: its state and next step. */
function ApplicationCard({ ticket, event }: ApplicationCardProps) {
  const { id, ticket_number, status } = ticket
  return (
    <Card className="flex h-full flex-col gap-3 p-5">
      <div className="flex items-start justify-between gap-4">
        <h3 className="min-w-0 text-lg wrap-anywhere">
          <Suspense fallback={m.fetching}>
            <EventName coming={event} />
          </Suspense>
        </h3>
        <div className="shrink-0">
          <Badge tone={statusTones[status]}>{statusLabel(status)}</Badge>
        </div>
      </div>
      <Sentences ticket={ticket} />
      <div className="mt-auto flex flex-wrap gap-2 pt-2">
        {status === 'UNPAID' ? (
          <ButtonLink to={paths.pay(id)} className="flex-auto">
            {payLabel(ticket)}
          </ButtonLink>
        ) : null}
        <ButtonLink
          to={paths.virtualTicket(id)}
          variant="secondary"
          aria-label={fill(m.viewApplicationNumbered, { number: ticket_number })}
          className="flex-auto"
        >
          {m.viewApplication}
        </ButtonLink>
      </div>
    </Card>
  )
}

function EventName({ coming }: { coming: Promise<CardEvent | null> }) {
  const event = use(coming)
  if (event === null) return m.notAvailable
  return (
    <>
      {event.event_name}
      <span className="figures block text-base font-normal text-ink-soft">
        {event.is_called_off ? pageErrors.event_called_off.message : dayAndTime(event.start_date_event)}
      </span>
    </>
  )
}
