import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { showTicket, type Ticket } from '#contract/tickets/tickets.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/tickets.json'
import { useLiveTicket } from '#web/features/live/use-live-ticket.ts'
import { OrganizerMessage, Sentences } from '#web/features/tickets/application-status.tsx'
import { ApplicationView } from '#web/features/tickets/application-view.tsx'
import { TicketAnswers } from '#web/features/tickets/edit-answers.tsx'
import { GuestActions, MovedNote } from '#web/features/tickets/guest-actions.tsx'
import { loadTicket } from '#web/features/tickets/load-tickets.ts'
import { ReceiptLink } from '#web/features/tickets/receipt.tsx'
import { VirtualTicket } from '#web/features/tickets/ticket.tsx'
import { LastSeenNote, TicketProblem, ticketProblems } from '#web/features/tickets/ticket-notes.tsx'
import {
  OtherTickets,
  PartyTurns,
  PrintButton,
  usePartyTurns,
  usePrintAll,
  WalletButtons,
} from '#web/features/tickets/ticket-parts.tsx'
import { call } from '#web/lib/api/call.ts'
import { useOfflinePage } from '#web/lib/offline/offline.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { BackButton, ButtonLink } from '#web/ui/controls/button.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/virtual-ticket.ts'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadTicket(params.ticketId)

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  hiddenHead(matches, loaderData?.ticket.signature === '' ? m.application : m.virtualTicket)

export default function VirtualTicketPage({ loaderData: { ticket: loaded, event, stale } }: Route.ComponentProps) {
  const isOwn = !loaded.is_of_applicant
  const ticket = useLiveTicket(loaded, stale === null && event !== null && isOwn)
  const navigate = useNavigate()
  const turns = usePartyTurns(ticket.id, ticket.party?.seats ?? [], (id) =>
    navigate(paths.virtualTicket(id), { replace: true, preventScrollReset: true }),
  )
  const { printed, printAll } = usePrintAll(ticket)
  const validate = async () => (await call(showTicket, { params: { ticketId: ticket.id } })).status
  useOfflinePage(stale === null)
  return (
    <Frame title={ticket.signature === '' ? m.application : m.virtualTicket}>
      <LastSeenNote of="ticket" stale={stale} />
      {isOwn ? <MovedNote ticket={ticket} isStale={stale !== null} /> : null}
      {ticket.signature === '' ? (
        <ApplicationView ticket={ticket} event={event} isOwn={isOwn} />
      ) : (
        <>
          {isOwn ? <EndedNote ticket={ticket} /> : null}
          {turns ? (
            <div className="mb-2">
              <PartyTurns name={ticket.fullname} {...turns} />
            </div>
          ) : null}
          <div {...turns?.handlers} className={printed.length > 0 ? 'print:hidden' : undefined}>
            <VirtualTicket ticket={ticket} event={event} validate={validate} />
          </div>
          {printed.map((one) => (
            <div key={one.id} className="hidden break-after-page last:break-after-auto print:block">
              <VirtualTicket ticket={one} event={event} validate={validate} />
            </div>
          ))}
          <OtherTickets ticket={ticket} />
          {isOwn && stale === null && ticket.status === 'ACTIVE' ? <WalletButtons ticketId={ticket.id} /> : null}
          {stale === null && ticket.party ? (
            <GuestActions key={ticket.id} ticket={ticket} party={ticket.party} onPrintAll={printAll} />
          ) : null}
          {stale === null ? (
            <div className="mt-6 flex flex-wrap gap-3 empty:hidden print:hidden">
              {event ? (
                <ButtonLink to={paths.event(event.id)} variant="secondary">
                  {common.viewEvent}
                </ButtonLink>
              ) : null}
              {isOwn ? <ReceiptLink ticket={ticket} /> : null}
            </div>
          ) : null}
        </>
      )}
      <TicketAnswers ticket={ticket} isStale={stale !== null} />
    </Frame>
  )
}

/** Why a ticket is none any more. */
function EndedNote({ ticket }: { ticket: Ticket }) {
  if (ticket.status !== 'CANCELLED') return null
  return (
    <div className="mb-4 flex flex-col gap-4">
      <Sentences ticket={ticket} />
      {ticket.organizer_word ? <OrganizerMessage>{ticket.organizer_word}</OrganizerMessage> : null}
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame title={m.virtualTicket}>
      <TicketProblem error={error} texts={ticketProblems.ticket} />
    </Frame>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page width="text" className="max-sm:pt-3 print:p-0!">
      <header className="mb-1 flex flex-wrap items-center gap-x-2 sm:mb-6 print:hidden">
        <BackButton fallback={paths.myTickets} />
        <h1 className="text-2xl">{title}</h1>
        <PrintButton />
      </header>
      {children}
    </Page>
  )
}
