import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { useLiveTicket } from '#web/features/live/use-live-ticket.ts'
import { LastSeenNote } from '#web/features/tickets/list/last-seen-note.tsx'
import { loadTicket } from '#web/features/tickets/list/load-tickets.ts'
import { PrintButton } from '#web/features/tickets/ticket/print-button.tsx'
import { ticketProblems } from '#web/features/tickets/ticket/problem.ts'
import { TicketProblem } from '#web/features/tickets/ticket/ticket-problem.tsx'
import { VirtualTicket } from '#web/features/tickets/ticket/virtual-ticket.tsx'
import { useKeptPage } from '#web/lib/offline/offline.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { useSession } from '#web/lib/session/session.ts'
import { BackButton } from '#web/ui/controls/back-button.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/virtual-ticket.ts'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadTicket(params.ticketId)

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'Virtual Ticket')

export default function VirtualTicketPage({ loaderData: { ticket, event, stale } }: Route.ComponentProps) {
  const session = useSession()
  useLiveTicket(ticket, stale === null && event !== null && event.user_id !== session?.id)
  useKeptPage(stale === null)
  return (
    <Frame>
      <LastSeenNote of="ticket" stale={stale} />
      <VirtualTicket ticket={ticket} event={event} />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <TicketProblem error={error} texts={ticketProblems.ticket} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Page width="text" className="max-sm:pt-3 print:p-0!">
      <header className="mb-1 flex flex-wrap items-center gap-x-2 sm:mb-6 print:hidden">
        <BackButton fallback={paths.myTickets} />
        <h1 className="text-2xl">Virtual Ticket</h1>
        <PrintButton />
      </header>
      {children}
    </Page>
  )
}
