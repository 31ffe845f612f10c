import { paths } from '#contract/paths.ts'
import * as m from '#messages/tickets.json'
import { useLiveTicket } from '#web/features/live/use-live-ticket.ts'
import { isOpen } from '#web/features/tickets/application-status.tsx'
import { ApplicationSteps } from '#web/features/tickets/application-view.tsx'
import { TicketAnswers } from '#web/features/tickets/edit-answers.tsx'
import { loadTicket } from '#web/features/tickets/load-tickets.ts'
import { TicketPayment } from '#web/features/tickets/slip.tsx'
import { SimpleTicket } from '#web/features/tickets/ticket.tsx'
import { LastSeenNote, problemOf, ticketProblems } from '#web/features/tickets/ticket-notes.tsx'
import { OtherTickets } from '#web/features/tickets/ticket-parts.tsx'
import { requireSession } from '#web/lib/api/loaders.ts'
import { useOfflinePage } from '#web/lib/offline/offline.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { TryAgain } from '#web/ui/controls/try-again.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/ticket.ts'

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const session = requireSession(request)
  const { ticket, event, stale } = await loadTicket(params.ticketId)
  // The team of an event may also read the tickets of its applicants. A ticket does not include its holder's picture.
  const isOwn = !ticket.is_of_applicant
  return { ticket, event, stale, isOwn, picture: isOwn ? session.picture : '' }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  hiddenHead(matches, loaderData?.ticket.signature === '' ? m.application : m.ticket)

export default function TicketPage({
  loaderData: { ticket: loaded, event, stale, isOwn, picture },
}: Route.ComponentProps) {
  const ticket = useLiveTicket(loaded, isOwn && stale === null)
  useOfflinePage(stale === null)
  return (
    <Page title={ticket.signature === '' ? m.application : m.ticket} width="text">
      <LastSeenNote of="ticket" stale={stale} />
      <SimpleTicket ticket={ticket} event={event} picture={picture} />
      {isOwn && (isOpen(ticket.status) || ticket.status === 'CANCELLED') ? (
        <div className="mt-6">
          <ApplicationSteps ticket={ticket} event={event} />
        </div>
      ) : null}
      <OtherTickets ticket={ticket} />
      {isOwn ? <TicketPayment ticket={ticket} isSaved={stale !== null} /> : null}
      <TicketAnswers ticket={ticket} isStale={stale !== null} />
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { text, isMissing } = problemOf(error, ticketProblems.ticket)
  return (
    <Page title={m.ticket} width="text">
      <p role="alert" className="mb-4">
        {text}
      </p>
      {isMissing ? (
        <ButtonLink to={paths.myTickets} variant="secondary">
          {m.goToMyTickets}
        </ButtonLink>
      ) : (
        <TryAgain />
      )}
    </Page>
  )
}
