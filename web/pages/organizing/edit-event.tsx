import { useNavigate } from 'react-router'
import { showEvent } from '#contract/events/events.ts'
import { editEvent } from '#contract/events/own-events.ts'
import { paths } from '#contract/paths.ts'
import { countApplications } from '#contract/tickets/applicants.ts'
import { requireRole } from '#web/features/organizers/require-organizer.ts'
import { draftOf, withUnchangedDates } from '#web/features/organizing/draft/draft-values.ts'
import { readLocalDraft } from '#web/features/organizing/draft/local-draft.ts'
import type { CurrentApplicants } from '#web/features/organizing/form/current-applicants.tsx'
import { EventForm, type SubmittedEvent } from '#web/features/organizing/form/event-form.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { requireSession } from '#web/lib/api/loaders.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { Card } from '#web/ui/display/card.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/edit-event.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'Edit Event')

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { id } = requireSession(request)
  const event = await call(showEvent, { params })
  requireRole(event, 'co_host')
  if (event.is_called_off) throw new ApiError('event_called_off')
  const [counts, local] = await Promise.all([
    // The form works without them.
    call(countApplications, { params }).catch(() => null),
    readLocalDraft(id, event.id, event.updated_at),
  ])
  const applicants: CurrentApplicants | null = counts ? { eventId: event.id, counts } : null
  return { event, initial: draftOf(event), local, applicants }
}

const labels = {
  submit: 'Update Event',
  busy: 'Updating...',
  failure: 'Failed to update event. Please try again.',
}

export default function EditEventPage({ loaderData: { event, initial, local, applicants } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const params = { eventId: event.id }

  function handleSubmit({ typed, image, changeNote, onProgress }: SubmittedEvent) {
    // An empty field removes the limit; without it in the body the old limit would stay.
    const body = {
      ...withUnchangedDates(typed, event),
      max_attendee: typed.max_attendee ?? '',
      ...(changeNote && { change_note: changeNote }),
    }
    return call(editEvent, { params, body, file: image }, { onProgress })
  }

  async function handleSent() {
    notify.success('Event updated successfully!', { travels: true })
    await navigate(paths.event(event.id))
  }

  return (
    <Page title="Edit Event" width="editor">
      <Card className="p-4 sm:p-8">
        <EventForm
          key={event.id}
          initial={initial}
          image={event.event_image}
          local={local}
          applicants={applicants}
          isOwner={event.role === 'owner'}
          labels={labels}
          onSubmit={handleSubmit}
          onSent={handleSent}
        />
      </Card>
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying="Error fetching data" title="Edit Event" />
}
