import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { showEvent } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import { countApplications } from '#contract/tickets/applicants.ts'
import { readTab } from '#web/features/applicants/application-states.ts'
import { Applications } from '#web/features/applicants/applications.tsx'
import { requireOrganizer } from '#web/features/organizers/require-organizer.ts'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/applicants.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'Applicants')

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { id } = await requireOrganizer(request)
  const event = await call(showEvent, { params })
  if (event.user_id !== id) throw new ApiError('not_your_event')
  // The list works without the numbers.
  return { event, counts: await call(countApplications, { params }).catch(() => null) }
}

/** The tabs show parts of the same list. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isOtherTab = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return !isOtherTab && defaultShouldRevalidate
}

export default function ApplicantsPage({ loaderData: { event, counts } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  return (
    <Page
      title="Applicants"
      subtitle={event.event_name}
      actions={
        <ButtonLink to={paths.event(event.id)} variant="quiet">
          View Event
        </ButtonLink>
      }
    >
      <Applications key={event.id} event={event} firstCounts={counts} tab={readTab(params)} />
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying="Error fetching data" title="Applicants" />
}
