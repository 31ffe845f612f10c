import { listRefunds } from '#contract/tickets/refunds.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/refunds.json'
import { Refunds } from '#web/features/applicants/refunds.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { call } from '#web/lib/api/call.ts'
import { requireSession } from '#web/lib/api/loaders.ts'
import { eventHead } from '#web/lib/page/meta.ts'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/refunds.ts'
import { useEventHome } from './event-home.tsx'

export const meta: Route.MetaFunction = ({ matches }) => eventHead(matches, m.refunds)

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireSession(request)
  return { eventId: Number(params.eventId), refunds: await call(listRefunds, { params }) }
}

export default function RefundsPage({ loaderData: { eventId, refunds } }: Route.ComponentProps) {
  const { changeCounts } = useEventHome()
  return (
    <Page title={m.refunds} width="text">
      <Refunds key={eventId} eventId={eventId} first={refunds} onDue={(refunds_due) => changeCounts({ refunds_due })} />
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying={common.errorFetchingData} title={m.refunds} />
}
