import { Suspense, use } from 'react'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { ApplicationCard } from '#web/features/tickets/application/application-card.tsx'
import { TryAgain } from '#web/ui/controls/try-again.tsx'
import type { Arranged } from './arrange.ts'
import type { LoadedTickets } from './load-tickets.ts'
import { TicketCard } from './ticket-card.tsx'

const unreadable = Promise.resolve(null)

interface TicketListProps extends LoadedTickets {
  /** What may still become a ticket. */
  open: Ticket[]
}

/** Applications that still need something come first, then the ticket of the next event, large, then those of later events; past and cancelled ones stand apart. */
export function TicketList({ first, arranged, events, eventsProblem, open }: TicketListProps) {
  return (
    <>
      <Suspense>
        <EventsProblem coming={eventsProblem} />
      </Suspense>
      {open.length > 0 ? <Applications tickets={open} events={events} /> : null}
      <Suspense fallback={<Groups groups={first} events={events} />}>
        <ArrangedGroups coming={arranged} events={events} />
      </Suspense>
    </>
  )
}

type Events = LoadedTickets['events']

function ArrangedGroups({ coming, events }: { coming: Promise<Arranged>; events: Events }) {
  return <Groups groups={use(coming)} events={events} />
}

function Groups({ groups: { next, later, apart }, events }: { groups: Arranged; events: Events }) {
  return (
    <div className="flex flex-col gap-10">
      {next ? (
        <section aria-label="Your next event">
          <GroupTitle>Your next event</GroupTitle>
          <TicketCard ticket={next} event={events.get(next.event_id) ?? unreadable} large />
        </section>
      ) : null}
      {later.length > 0 ? <Group title={next ? 'After that' : 'Your events'} tickets={later} events={events} /> : null}
      {apart.length > 0 ? <Group title="Past and cancelled" tickets={apart} events={events} /> : null}
    </div>
  )
}

function Applications({ tickets, events }: { tickets: Ticket[]; events: Events }) {
  return (
    <section aria-label="Applications" className="mb-10">
      <GroupTitle>Applications</GroupTitle>
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

function Group({ title, tickets, events }: { title: string; tickets: Ticket[]; events: Events }) {
  return (
    <section aria-label={title}>
      <GroupTitle>{title}</GroupTitle>
      <ul className="grid grid-cols-1 gap-6 md:grid-cols-2 xl:grid-cols-3">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <TicketCard ticket={ticket} event={events.get(ticket.event_id) ?? unreadable} />
          </li>
        ))}
      </ul>
    </section>
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
