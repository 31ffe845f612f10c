import { Import } from 'lucide'
import { useNavigate, useRevalidator } from 'react-router'
import type { SavedDraft } from '#contract/events/drafts.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { createEvent } from '#contract/events/own-events.ts'
import { draftPath, paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-form.json'
import * as own from '#messages/own-events.json'
import { requireOrganizer } from '#web/features/organizers/require-organizer.ts'
import { loadNewEventForm, startNewForm } from '#web/features/organizing/draft/new-event-form.ts'
import { EventForm, type SubmittedEvent } from '#web/features/organizing/form/event-form.tsx'
import { viewPath } from '#web/features/organizing/own/load-own-events.ts'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { call } from '#web/lib/api/call.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/create-event.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, m.createYourEvent)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { id } = await requireOrganizer(request)
  return { userId: id, ...(await loadNewEventForm(id, request)) }
}

const labels = {
  submit: common.createEvent,
  busy: m.creating,
  failure: m.createFailed,
}

export default function CreateEventPage({ loaderData }: Route.ComponentProps) {
  const { form, userId, initial, picture, draft, local } = loaderData
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  /** The form stays after its first save as a draft; only the address changes. */
  function handleFirstSave({ id }: SavedDraft) {
    startNewForm()
    void navigate(draftPath(id), { replace: true, preventScrollReset: true, defaultShouldRevalidate: false })
  }

  function handleReopen() {
    startNewForm()
    void revalidate()
  }

  function handleSubmit({ typed, image, existing, onProgress }: SubmittedEvent) {
    const meeting_link = typed.is_online ? typed.meeting_link : undefined
    return call(createEvent, { body: { ...typed, ...existing, meeting_link }, file: image }, { onProgress })
  }

  async function handleSent({ id }: EventDetail) {
    notify.success(m.created, {
      showOnNextPage: true,
      links: [
        { label: common.viewEvent, to: paths.event(id) },
        { label: own.shareEvent, to: paths.shareEvent(id) },
      ],
    })
    // Going back leads to the page before the form: a published draft cannot be opened again.
    await navigate('/', { replace: true })
  }

  return (
    <Page title={m.createYourEvent} width="editor">
      <Card className="p-4 sm:p-8">
        <EventForm
          key={form}
          initial={initial}
          image={picture}
          local={local}
          drafting={{ userId, draft, onFirstSave: handleFirstSave, onReopen: handleReopen }}
          labels={labels}
          onSubmit={handleSubmit}
          onSent={handleSent}
        />
      </Card>
      {draft === null ? (
        <ButtonLink to={viewPath({ part: 'drafts', search: '' })} variant="quiet" className="mt-4">
          <Icon icon={Import} />
          {m.importFromSite}
        </ButtonLink>
      ) : null}
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const elsewhere = { label: common.myEvents, to: paths.myEvents }
  return (
    <FetchProblem error={error} saying={common.errorFetchingData} title={m.createYourEvent} elsewhere={elsewhere} />
  )
}
