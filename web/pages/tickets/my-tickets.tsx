import { Ticket } from 'lucide'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/tickets.json'
import { useLiveTickets } from '#web/features/live/use-live-ticket.ts'
import { loadTeamEvents, TeamEvents } from '#web/features/organizing/own/team-events.tsx'
import { isOpen } from '#web/features/tickets/application-status.tsx'
import { CalendarFeed } from '#web/features/tickets/calendar-feed.tsx'
import { loadTickets, useSavedTickets } from '#web/features/tickets/load-tickets.ts'
import { TicketList } from '#web/features/tickets/ticket-list.tsx'
import { LastSeenNote, TicketProblem, ticketProblems } from '#web/features/tickets/ticket-notes.tsx'
import { requireSession } from '#web/lib/api/loaders.ts'
import { useOfflinePage } from '#web/lib/offline/offline.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { isOrganizer } from '#web/lib/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/my-tickets.ts'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const session = requireSession(request)
  // Organizers find them in My Events.
  const joined = isOrganizer(session) ? [] : loadTeamEvents()
  const loaded = await loadTickets(session)
  return { ...loaded, joined: loaded.stale === null ? await joined : [] }
}

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, common.myTickets)

export default function MyTicketsPage({ loaderData }: Route.ComponentProps) {
  const { tickets: loaded, stale, joined } = loaderData
  const applications = loaded.filter(({ status }) => isOpen(status))
  const open = useLiveTickets(stale === null ? applications : [])
  useOfflinePage(stale === null)
  useSavedTickets(loaderData, stale === null)
  return (
    <Page title={common.myTickets} actions={<CalendarFeed />}>
      <LastSeenNote of="tickets" stale={stale} />
      <TeamEvents joined={joined} />
      {loaded.length === 0 ? <NoTickets /> : <TicketList {...loaderData} open={stale === null ? open : applications} />}
    </Page>
  )
}

function NoTickets() {
  return (
    <EmptyState icon={Ticket} title={m.noTickets}>
      <p>{m.noTicketsHint}</p>
      <ButtonLink to={paths.discover}>{m.discoverEvents}</ButtonLink>
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page title={common.myTickets}>
      <TicketProblem error={error} texts={ticketProblems.list} />
    </Page>
  )
}
