import { useNavigate } from 'react-router'
import { createEvent } from '#contract/events/event-draft.ts'
import { type EventDetail, showEvent } from '#contract/events/events.ts'
import { PathId } from '#contract/fields.ts'
import { copiedParameter, paths } from '#contract/paths.ts'
import { requireOrganizer } from '#web/features/organizers/require-organizer.ts'
import { copyOf, newDraft } from '#web/features/organizing/draft/draft-dates.ts'
import { readKeptDraft } from '#web/features/organizing/draft/kept-draft.ts'
import { EventForm, type SubmittedEvent } from '#web/features/organizing/form/event-form.tsx'
import { FetchProblem } from '#web/features/shell/fetch-problem.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { clockNow } from '#web/lib/clock/clock.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { Card } from '#web/ui/display/card.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/create-event.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'Create Your Event')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { id } = await requireOrganizer(request)
  const { data: eventId } = PathId.safeParse(new URL(request.url).searchParams.get(copiedParameter) ?? '')
  if (eventId === undefined) return { initial: newDraft(clockNow()), kept: await readKeptDraft(id, 'new') }
  const event = await call(showEvent, { params: { eventId } })
  if (event.user_id !== id) throw new ApiError('not_your_event')
  return { initial: copyOf(event, clockNow()), kept: await readKeptDraft(id, `copy-${eventId}`) }
}

const labels = {
  submit: 'Create Event',
  busy: 'Creating...',
  failure: 'Failed to create event. Please try again.',
}

export default function CreateEventPage({ loaderData: { initial, kept } }: Route.ComponentProps) {
  const navigate = useNavigate()

  function handleSubmit({ draft, image, onProgress }: SubmittedEvent) {
    const meeting_link = draft.is_online ? draft.meeting_link : undefined
    return call(createEvent, { body: { ...draft, meeting_link }, file: image }, { onProgress })
  }

  async function handleSent({ id }: EventDetail) {
    notify.success('Event created successfully!', {
      travels: true,
      links: [
        { label: 'View Event', to: paths.event(id) },
        { label: 'Share Event', to: paths.shareEvent(id) },
      ],
    })
    await navigate('/')
  }

  return (
    <Page title="Create Your Event" width="editor">
      <Card className="p-4 sm:p-8">
        <EventForm
          key={kept.key}
          initial={initial}
          kept={kept}
          labels={labels}
          onSubmit={handleSubmit}
          onSent={handleSent}
        />
      </Card>
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying="Error fetching data" title="Create Your Event" />
}
