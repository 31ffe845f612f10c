import { showEvent } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import { listRefunds } from '#contract/tickets/refunds.ts'
import { Refunds } from '#web/features/applicants/refunds.tsx'
import { requireOrganizer } from '#web/features/organizers/require-organizer.ts'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { call } from '#web/lib/api/call.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/refunds.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'Refunds')

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireOrganizer(request)
  const [event, refunds] = await Promise.all([call(showEvent, { params }), call(listRefunds, { params })])
  return { event, refunds }
}

export default function RefundsPage({ loaderData: { event, refunds } }: Route.ComponentProps) {
  return (
    <Page
      title="Refunds"
      subtitle={event.event_name}
      width="text"
      actions={
        <ButtonLink to={paths.applicants(event.id)} variant="quiet">
          View Applicants
        </ButtonLink>
      }
    >
      <Refunds key={event.id} eventId={event.id} first={refunds} />
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying="Error fetching data" title="Refunds" />
}
