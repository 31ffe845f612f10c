import { useLiveTicket } from '#web/features/live/use-live-ticket.ts'
import { loadPayment } from '#web/features/tickets/pay/load-payment.ts'
import { PaymentOver } from '#web/features/tickets/pay/payment-over.tsx'
import { PaymentSheet } from '#web/features/tickets/pay/payment-sheet.tsx'
import { ticketProblems } from '#web/features/tickets/ticket/problem.ts'
import { TicketProblem } from '#web/features/tickets/ticket/ticket-problem.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/pay.ts'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadPayment(params.ticketId)

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'Pay')

export default function PayPage({ loaderData: { ticket: loaded, due } }: Route.ComponentProps) {
  const ticket = useLiveTicket(loaded, true)
  return (
    <Page title="Pay" width="form">
      {due ? <PaymentSheet ticket={ticket} {...due} /> : <PaymentOver ticket={ticket} />}
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page title="Pay" width="form">
      <TicketProblem error={error} texts={ticketProblems.ticket} />
    </Page>
  )
}
