import type { ReactNode } from 'react'
import { showGuestTicket } from '#contract/tickets/guests.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/tickets.json'
import { VirtualTicket } from '#web/features/tickets/ticket.tsx'
import { LastSeenNote, TicketProblem, ticketProblems } from '#web/features/tickets/ticket-notes.tsx'
import { PrintButton } from '#web/features/tickets/ticket-parts.tsx'
import { statusOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { lastSeen } from '#web/lib/offline/last-seen.ts'
import { useOfflinePage } from '#web/lib/offline/offline.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/guest-ticket.ts'

export const clientLoader = ({ params: { code } }: Route.ClientLoaderArgs) =>
  lastSeen(`guest-ticket ${code}`, () => call(showGuestTicket, { params: { code } }), { forAnyone: true })

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, m.yourTicket)

export function HydrateFallback() {
  return (
    <Frame>
      <p role="status" className="text-ink-soft noscript:hidden">
        {common.loading}
      </p>
    </Frame>
  )
}

/** One ticket, for a guest who has its link. */
export default function GuestTicketPage({ loaderData: { value, stale }, params: { code } }: Route.ComponentProps) {
  const { ticket, event } = value
  const link = event.is_online ? event.meeting_link : ''
  useOfflinePage(stale === null)
  return (
    <Frame action={ticket.status === 'ACTIVE' ? <PrintButton /> : null}>
      <LastSeenNote of="ticket" stale={stale} />
      <VirtualTicket
        ticket={ticket}
        event={event}
        validate={async () => (await call(showGuestTicket, { params: { code } })).ticket.status}
      />
      {link ? (
        <p className="mt-6 print:hidden">
          <ButtonLink to={link} variant="secondary">
            {m.openMeeting}
          </ButtonLink>
        </p>
      ) : null}
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      {statusOf(error) === 404 ? (
        <Message kind="failure">{m.linkEnded}</Message>
      ) : (
        <TicketProblem error={error} texts={ticketProblems.ticket} />
      )}
    </Frame>
  )
}

function Frame({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <Page width="text" className="max-sm:pt-3 print:p-0!">
      <header className="mb-1 flex flex-wrap items-center gap-x-2 sm:mb-6 print:hidden">
        <h1 className="text-2xl">{m.yourTicket}</h1>
        {action}
      </header>
      {children}
    </Page>
  )
}
