import { CalendarPlus } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { ApplicantsButton } from '#web/features/applicants/applicants-button.tsx'
import { CheckInLink } from '#web/features/door/screen/check-in-link.tsx'
import { EventCard } from '#web/features/events/card/event-card.tsx'
import { CopyLink } from '#web/features/events/share/copy-link.tsx'
import { requireOrganizer } from '#web/features/organizers/require-organizer.ts'
import { loadOwnEvents } from '#web/features/organizing/own/load-own-events.ts'
import { OwnEventCard } from '#web/features/organizing/own/own-event-card.tsx'
import { FetchProblem } from '#web/features/shell/fetch-problem.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Pagination } from '#web/ui/controls/pagination.tsx'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/my-events.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'My Events')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireOrganizer(request)
  return loadOwnEvents(request)
}

export default function MyEventsPage({ loaderData: { events, page, pages } }: Route.ComponentProps) {
  return (
    <Page title="My Events">
      {events.length === 0 ? (
        <EmptyState icon={<CalendarPlus aria-hidden className="size-8" />} title="No events available">
          <p>Publish your first one: it takes a few minutes.</p>
          <ButtonLink to={paths.createEvent}>Create Event</ButtonLink>
        </EmptyState>
      ) : (
        <ul className="grid gap-x-4 gap-y-8 sm:grid-cols-2 sm:gap-x-6 xl:grid-cols-3">
          {events.map((event, place) => (
            <li key={event.id}>
              <OwnEventCard
                event={event}
                card={<EventCard event={event} level={2} first={place < 3} />}
                applicants={<ApplicantsButton event={event} owner />}
                door={<CheckInLink event={event} />}
                link={event.link_key ? <CopyLink event={event} /> : null}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8">
        <Pagination page={page} pages={pages} hrefOf={(number) => `${paths.myEvents}?page=${number}`} />
      </div>
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying="Error fetching organizer events" title="My Events" />
}
