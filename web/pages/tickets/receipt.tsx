import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { showReceipt } from '#contract/tickets/payments.ts'
import * as m from '#messages/payment.json'
import { ReceiptSheet } from '#web/features/tickets/receipt.tsx'
import { TicketProblem, ticketProblems } from '#web/features/tickets/ticket-notes.tsx'
import { PrintButton } from '#web/features/tickets/ticket-parts.tsx'
import { call } from '#web/lib/api/call.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { BackButton } from '#web/ui/controls/button.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/receipt.ts'

export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) =>
  call(showReceipt, { params: { ticketId: params.ticketId } }, { signal: request.signal })

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, m.receipt)

export default function ReceiptPage({ loaderData: receipt }: Route.ComponentProps) {
  return (
    <Frame>
      <ReceiptSheet receipt={receipt} />
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
      <header className="mb-1 flex flex-wrap items-center gap-2 sm:mb-6 print:hidden">
        <BackButton fallback={paths.myTickets} />
        <h1 className="text-2xl">{m.receipt}</h1>
        <PrintButton />
      </header>
      {children}
    </Page>
  )
}
