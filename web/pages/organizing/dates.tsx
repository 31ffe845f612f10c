import { useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { dayAndTime } from '#contract/dates.ts'
import { showEvent } from '#contract/events/events.ts'
import { listDates, type SeriesDate } from '#contract/events/own-events.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-dates.json'
import { AddDates } from '#web/features/organizing/manage/add-dates.tsx'
import { DeleteEventDialog } from '#web/features/organizing/own/delete-event-dialog.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { call } from '#web/lib/api/call.ts'
import { requireSession } from '#web/lib/api/loaders.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { eventHead } from '#web/lib/page/meta.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/dates.ts'

export const meta: Route.MetaFunction = ({ matches }) => eventHead(matches, m.dates)

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireSession(request)
  const [event, dates] = await Promise.all([call(showEvent, { params }), call(listDates, { params })])
  return { event, dates }
}

export default function DatesPage({ loaderData: { event, dates } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [toCallOff, setToCallOff] = useState<SeriesDate | null>(null)

  function handleCalledOff() {
    const isThis = toCallOff?.id === event.id
    notify.success(m.calledOffNotice, { showOnNextPage: isThis })
    // A date that nobody applied for is gone, and this page with it.
    return isThis ? navigate(paths.myEvents) : revalidate()
  }

  return (
    <Page title={m.dates} subtitle={m.subtitle} width="text">
      <div className="flex flex-col gap-6">
        <Card>
          <ul aria-label={m.dates} className="divide-y divide-line">
            {dates.map((date) => (
              <DateRow
                key={date.id}
                date={date}
                isThis={date.id === event.id}
                onCallOff={event.role === 'owner' ? setToCallOff : null}
              />
            ))}
          </ul>
        </Card>
        {event.is_called_off ? null : (
          <AddDates
            key={`${event.id} ${dates.length}`}
            event={event}
            taken={dates.map(({ start_date_event }) => start_date_event)}
            onAdded={() => revalidate()}
          />
        )}
      </div>
      <DeleteEventDialog
        eventId={toCallOff?.id ?? null}
        title={toCallOff ? fill(m.callOffAsk, { date: nameOf(toCallOff) }) : ''}
        confirmLabel={m.callOff}
        busyLabel={m.callingOff}
        failed={m.callOffFailed}
        onDeleted={handleCalledOff}
        onClose={() => setToCallOff(null)}
      >
        <p>{toCallOff && toCallOff.current_attendees > 0 ? m.callOffTickets : m.callOffEmpty}</p>
        {toCallOff?.has_prices ? <p>{common.paidIsThenDue}</p> : null}
        <p>{m.othersStay}</p>
      </DeleteEventDialog>
    </Page>
  )
}

interface DateRowProps {
  date: SeriesDate
  /** Whether the page is about this date. */
  isThis: boolean
  /** Null for co-hosts, who cannot. */
  onCallOff: ((date: SeriesDate) => void) | null
}

const nameOf = ({ start_date_event }: SeriesDate) => dayAndTime(start_date_event)

function DateRow({ date, isThis, onCallOff }: DateRowProps) {
  const { max_attendee, current_attendees: taken, set_aside, status, is_called_off } = date
  const seats = max_attendee
    ? counted(max_attendee, m.seatsTakenOf_one, m.seatsTakenOf_other, { taken: formatNumber(taken) })
    : counted(taken, m.seatsTaken_one, m.seatsTaken_other)
  const withSetAside = set_aside > 0 ? fill(m.seatsWithSetAside, { seats, count: formatNumber(set_aside) }) : seats
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-2">
      <div className="min-w-0">
        <p className="figures flex flex-wrap items-center gap-x-3">
          <Link
            to={paths.manage(date.id)}
            aria-current={isThis ? 'page' : undefined}
            className="inline-flex min-h-11 items-center rounded-sm font-medium text-accent-ink underline-offset-4 hover:underline"
          >
            {nameOf(date)}
          </Link>
          {isThis ? <Badge>{m.thisOne}</Badge> : null}
          {is_called_off ? <Badge tone="danger">{m.calledOff}</Badge> : null}
          {!is_called_off && status !== 'UPCOMING' ? (
            <Badge tone={status === 'ONGOING' ? 'success' : 'neutral'}>{status === 'ONGOING' ? m.onNow : m.over}</Badge>
          ) : null}
        </p>
        {is_called_off ? null : <p className="figures -mt-1.5 text-sm text-ink-soft">{withSetAside}</p>}
      </div>
      {status === 'COMPLETED' || is_called_off || onCallOff === null ? null : (
        <Button
          variant="quiet"
          className="-mr-3 max-sm:-ml-5"
          aria-label={fill(m.callOffDate, { date: nameOf(date) })}
          onClick={() => onCallOff(date)}
        >
          {m.callOff}
        </Button>
      )}
    </li>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying={common.errorFetchingData} title={m.dates} />
}
