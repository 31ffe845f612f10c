import { showEvent } from '#contract/events/events.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/own-events.json'
import { EmbedCode, LabelledLink, Poster, ShareLink } from '#web/features/events/detail/share-event.tsx'
import { requireRole } from '#web/features/organizers/require-organizer.ts'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { requireSession } from '#web/lib/api/loaders.ts'
import { eventHead } from '#web/lib/page/meta.ts'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/share-event.ts'

export const meta: Route.MetaFunction = ({ matches }) => eventHead(matches, m.shareEvent)

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireSession(request)
  const event = await call(showEvent, { params })
  requireRole(event, 'co_host')
  if (event.is_called_off) throw new ApiError('event_called_off')
  return event
}

export default function ShareEventPage({ loaderData: event }: Route.ComponentProps) {
  return (
    <Page width="text" className="flex flex-col gap-6 print:p-0!">
      <h1 className="print:hidden">{m.shareEvent}</h1>
      <ShareLink event={event} />
      <LabelledLink event={event} />
      <EmbedCode event={event} />
      <Poster event={event} />
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying={common.errorFetchingData} title={m.shareEvent} />
}
