import { useRevalidator } from 'react-router'
import * as common from '#messages/common.json'
import * as m from '#messages/own-events.json'
import { ApplicantsButton } from '#web/features/applicants/applicants-button.tsx'
import { CheckInLink } from '#web/features/door/check-in-link.tsx'
import { EventCard } from '#web/features/events/card/event-card.tsx'
import { requireOrganizer } from '#web/features/organizers/require-organizer.ts'
import { loadOwnEvents, viewPath } from '#web/features/organizing/own/load-own-events.ts'
import { OwnDrafts } from '#web/features/organizing/own/own-drafts.tsx'
import { attention, OwnEventCard } from '#web/features/organizing/own/own-event-card.tsx'
import {
  CalledOffEvents,
  NoOwnEvents,
  OwnEventsTools,
  RefundsDueNote,
} from '#web/features/organizing/own/own-events-tools.tsx'
import { TeamEvents } from '#web/features/organizing/own/team-events.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { Pagination } from '#web/ui/controls/pagination.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/my-events.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, common.myEvents)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireOrganizer(request)
  return loadOwnEvents(request)
}

export default function MyEventsPage({ loaderData }: Route.ComponentProps) {
  const { drafts, events, page, pages, view, news, refundsDue, calledOff, joined } = loaderData
  const due = new Map(refundsDue.map(({ event_id, refunds_due }) => [event_id, refunds_due]))
  const ids = new Set(events.map(({ id }) => id))
  const { revalidate } = useRevalidator()

  return (
    <Page title={common.myEvents}>
      <OwnEventsTools view={view} drafts={drafts.length} />
      <TeamEvents joined={joined} />
      <RefundsDueNote refunds={refundsDue.filter(({ event_id }) => !ids.has(event_id))} />
      {view.part === 'drafts' ? (
        <OwnDrafts drafts={drafts} />
      ) : events.length === 0 ? (
        calledOff.length > 0 ? null : (
          <NoOwnEvents view={view} drafts={drafts.length} />
        )
      ) : (
        <ul className="grid grid-cols-1 gap-x-4 gap-y-8 sm:grid-cols-2 sm:gap-x-6 xl:grid-cols-3">
          {events.map((event, place) => (
            <li key={event.id}>
              <OwnEventCard
                event={event}
                card={<EventCard event={event} level={2} first={place < 3} />}
                attention={attention(event, news.get(event.id), due.get(event.id))}
                applicants={<ApplicantsButton event={event} decides onSeen={revalidate} />}
                door={<CheckInLink event={event} />}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8">
        <Pagination page={page} pages={pages} hrefOf={(number) => viewPath(view, number)} />
      </div>
      <CalledOffEvents events={calledOff} />
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying={m.eventsFetchFailed} title={common.myEvents} />
}
