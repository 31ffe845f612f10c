import { Suspense, use } from 'react'
import { TryAgain } from '#web/ui/controls/try-again.tsx'
import type { LoadedTickets } from './load-tickets.ts'
import { TicketCard } from './ticket-card.tsx'

const unreadable = Promise.resolve(null)

export function TicketList({ tickets, events, eventsProblem }: LoadedTickets) {
  return (
    <>
      <Suspense>
        <EventsProblem coming={eventsProblem} />
      </Suspense>
      <ul className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <TicketCard ticket={ticket} event={events.get(ticket.event_id) ?? unreadable} />
          </li>
        ))}
      </ul>
    </>
  )
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
