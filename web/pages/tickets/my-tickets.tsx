import { TicketIcon } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { useLiveTickets } from '#web/features/live/use-live-ticket.ts'
import { isOpen } from '#web/features/tickets/application-status.tsx'
import { CalendarFeed } from '#web/features/tickets/calendar-feed.tsx'
import { loadTickets, useSavedTickets } from '#web/features/tickets/load-tickets.ts'
import { TicketList } from '#web/features/tickets/ticket-list.tsx'
import { LastSeenNote, TicketProblem, ticketProblems } from '#web/features/tickets/ticket-notes.tsx'
import { requireSession } from '#web/lib/api/loaders.ts'
import { useOfflinePage } from '#web/lib/offline/offline.ts'
import { late } from '#web/lib/page/late.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { isOrganizer, useSession } from '#web/lib/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/my-tickets.ts'

/** Few attendees are in a team, and organizers find its events in My Events. */
const TeamEvents = late(async () => (await import('#web/features/organizing/own/own-events-tools.tsx')).TeamEvents)

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadTickets(requireSession(request))

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'My Tickets')

export default function MyTicketsPage({ loaderData }: Route.ComponentProps) {
  const { tickets: loaded, stale } = loaderData
  const session = useSession()
  const applications = loaded.filter(({ status }) => isOpen(status))
  const open = useLiveTickets(stale === null ? applications : [])
  useOfflinePage(stale === null)
  useSavedTickets(loaderData, stale === null)
  return (
    <Page title="My Tickets" actions={<CalendarFeed />}>
      <LastSeenNote of="tickets" stale={stale} />
      {stale === null && !isOrganizer(session) ? <TeamEvents /> : null}
      {loaded.length === 0 ? <NoTickets /> : <TicketList {...loaderData} open={stale === null ? open : applications} />}
    </Page>
  )
}

function NoTickets() {
  return (
    <EmptyState icon={<TicketIcon aria-hidden className="size-8" />} title="You don't have any tickets at the moment.">
      <p>Find an event you like and press Apply Now: its ticket is kept here.</p>
      <ButtonLink to={paths.discover}>Discover events</ButtonLink>
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
