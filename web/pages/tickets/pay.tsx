import * as m from '#messages/payment.json'
import { useLiveTicket } from '#web/features/live/use-live-ticket.ts'
import { loadPayment, PaymentOver, PaymentSheet } from '#web/features/tickets/payment.tsx'
import { LastSeenNote, TicketProblem, ticketProblems } from '#web/features/tickets/ticket-notes.tsx'
import { useOfflinePage } from '#web/lib/offline/offline.ts'
import { eventHead } from '#web/lib/page/meta.ts'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/pay.ts'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadPayment(params.ticketId)

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  eventHead(matches, m.pay, loaderData?.due?.payment.event_name)

export default function PayPage({ loaderData: { ticket: loaded, due, stale } }: Route.ComponentProps) {
  useOfflinePage(stale === null)
  const ticket = useLiveTicket(loaded, true)
  return (
    <Page title={m.pay} width="form">
      <LastSeenNote of="payment" stale={stale} />
      {due ? <PaymentSheet ticket={ticket} {...due} /> : <PaymentOver ticket={ticket} />}
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page title={m.pay} width="form">
      <TicketProblem error={error} texts={ticketProblems.ticket} />
    </Page>
  )
}
