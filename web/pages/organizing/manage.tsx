import { showOverview } from '#contract/tickets/overview.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-home.json'
import { Figures } from '#web/features/organizing/manage/figures.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { call } from '#web/lib/api/call.ts'
import { requireSession } from '#web/lib/api/loaders.ts'
import { eventHead } from '#web/lib/page/meta.ts'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/manage.ts'

export const meta: Route.MetaFunction = ({ matches }) => eventHead(matches, m.overview)

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireSession(request)
  const { figures } = await call(showOverview, { params })
  return { eventId: Number(params.eventId), figures }
}

export default function ManagePage({ loaderData: { eventId, figures } }: Route.ComponentProps) {
  return (
    <Page>
      <h1 className="sr-only">{m.overview}</h1>
      <Figures eventId={eventId} figures={figures} />
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying={common.errorFetchingData} title={m.overview} />
}
