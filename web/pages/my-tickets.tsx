import { TicketIcon } from 'lucide-react'
import { useKeptTickets } from '#web/features/tickets/keep-tickets.ts'
import { LastSeenNote } from '#web/features/tickets/last-seen-note.tsx'
import { loadTickets } from '#web/features/tickets/load-tickets.ts'
import { ticketProblems } from '#web/features/tickets/problem.ts'
import { TicketList } from '#web/features/tickets/ticket-list.tsx'
import { TicketProblem } from '#web/features/tickets/ticket-problem.tsx'
import { requireSession } from '#web/lib/loaders.ts'
import { titled } from '#web/lib/meta.ts'
import { useKeptPage } from '#web/lib/offline.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/my-tickets.ts'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadTickets(requireSession(request))

export const meta: Route.MetaFunction = ({ matches }) => titled(matches, 'My Tickets')

export default function MyTicketsPage({ loaderData }: Route.ComponentProps) {
  const { tickets, seenAt } = loaderData
  useKeptPage(seenAt === null)
  useKeptTickets(tickets, seenAt === null)
  return (
    <Page title="My Tickets">
      <LastSeenNote what="These are your tickets" seenAt={seenAt} />
      {tickets.length === 0 ? <NoTickets /> : <TicketList {...loaderData} />}
    </Page>
  )
}

function NoTickets() {
  return (
    <EmptyState icon={<TicketIcon aria-hidden className="size-8" />} title="You don't have any tickets at the moment.">
      <p>Find an event you like and press Apply Now: its ticket is kept here.</p>
      <ButtonLink to="/discover">Discover events</ButtonLink>
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page title="My Tickets">
      <TicketProblem error={error} texts={ticketProblems.list} />
    </Page>
  )
}
