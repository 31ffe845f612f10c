import { useSearchParams } from 'react-router'
import { showEvent } from '#contract/events/events.ts'
import * as m from '#messages/applicants.json'
import * as common from '#messages/common.json'
import { readTab } from '#web/features/applicants/application-states.ts'
import { Applications } from '#web/features/applicants/applications.tsx'
import { requireRole } from '#web/features/organizers/require-organizer.ts'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { call } from '#web/lib/api/call.ts'
import { requireSession, unlessOnlySearchChanged } from '#web/lib/api/loaders.ts'
import { eventHead } from '#web/lib/page/meta.ts'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/applicants.ts'
import { useEventHome } from './event-home.tsx'

export const meta: Route.MetaFunction = ({ matches }) => eventHead(matches, m.applicants)

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireSession(request)
  const event = await call(showEvent, { params })
  requireRole(event, 'desk')
  return event
}

/** The tabs show parts of the same list. */
export const shouldRevalidate = unlessOnlySearchChanged

export default function ApplicantsPage({ loaderData: event }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { counts, changeCounts } = useEventHome()
  return (
    <Page title={m.applicants}>
      <Applications key={event.id} event={event} counts={counts} onCounts={changeCounts} tab={readTab(params)} />
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying={common.errorFetchingData} title={m.applicants} />
}
