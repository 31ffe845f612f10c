import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Event, showEvent } from '#contract/events/events.ts'
import { editEvent, listDates, type SeriesDate } from '#contract/events/own-events.ts'
import { counted } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import { countApplications } from '#contract/tickets/applicants.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-form.json'
import { requireRole } from '#web/features/organizers/require-organizer.ts'
import { changesOf, formValuesOf } from '#web/features/organizing/draft/form-values.ts'
import { readLocalDraft } from '#web/features/organizing/draft/local-draft.ts'
import { EventForm, type SubmittedEvent } from '#web/features/organizing/form/event-form.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { requireSession } from '#web/lib/api/loaders.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { eventHead } from '#web/lib/page/meta.ts'
import { Card } from '#web/ui/display/card.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/edit-event.ts'

export const meta: Route.MetaFunction = ({ matches }) => eventHead(matches, common.editEvent)

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { id } = requireSession(request)
  const event = await call(showEvent, { params })
  requireRole(event, 'co_host')
  if (event.is_called_off) throw new ApiError('event_called_off')
  const initial = formValuesOf(event)
  const [counts, local, later] = await Promise.all([
    // The form works without them.
    call(countApplications, { params }).catch(() => null),
    readLocalDraft(id, event.id, { version: event.updated_at, values: initial }),
    laterDates(event),
  ])
  return { event, initial, local, counts, later }
}

/** The dates of its series after this one that can be edited with it. */
async function laterDates({ id, series_id, status, start_date_event }: Event): Promise<SeriesDate[]> {
  if (series_id === null || status === 'COMPLETED') return []
  const dates = await call(listDates, { params: { eventId: id } })
  const start = Date.parse(start_date_event)
  return dates.filter(
    (date) => Date.parse(date.start_date_event) > start && date.status !== 'COMPLETED' && !date.is_called_off,
  )
}

const labels = {
  submit: m.updateEvent,
  busy: m.updating,
  failure: m.updateFailed,
}

export default function EditEventPage({ loaderData }: Route.ComponentProps) {
  const { event, initial, local, counts, later } = loaderData
  const navigate = useNavigate()
  const [dates, setDates] = useState<'this' | 'later'>('this')
  const params = { eventId: event.id }
  const sentBefore = useRef<string[]>([])
  const applicants = counts && { eventId: event.id, counts, later: dates === 'later' ? later : [] }

  function handleSubmit({ typed, image, changeNote, onProgress }: SubmittedEvent) {
    const changes = changesOf(typed, event, sentBefore.current)
    sentBefore.current = Object.keys(changes)
    const body = {
      ...changes,
      ...(changeNote && { change_note: changeNote }),
      ...(later.length > 0 && { dates }),
    }
    return call(editEvent, { params, body, file: image }, { onProgress })
  }

  async function handleSent() {
    notify.success(dates === 'later' ? m.laterDatesUpdated : m.updated, {
      showOnNextPage: true,
    })
    await navigate(paths.event(event.id))
  }

  return (
    <Page title={common.editEvent} width="editor">
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
        >
          {later.length > 0 ? <WhichDates later={later.length} chosen={dates} onChoose={setDates} /> : null}
        </EventForm>
      </Card>
    </Page>
  )
}

interface WhichDatesProps {
  later: number
  chosen: 'this' | 'later'
  onChoose: (dates: 'this' | 'later') => void
}

function WhichDates({ later, chosen, onChoose }: WhichDatesProps) {
  const choices = { this: m.thisDateOnly, later: counted(later, m.thisAndLaterDates_one, m.thisAndLaterDates_other) }
  return (
    <fieldset className="flex flex-wrap gap-x-6 border-t border-line pt-3">
      <legend className="sr-only">{m.changeWhat}</legend>
      {(['this', 'later'] as const).map((value) => (
        <label key={value} className="figures inline-flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="dates"
            className="size-5 accent-accent"
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          {choices[value]}
        </label>
      ))}
      {chosen === 'later' ? <p className="w-full text-sm text-ink-soft">{m.datesMove}</p> : null}
    </fieldset>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying={common.errorFetchingData} title={common.editEvent} />
}
