import { Bookmark } from 'lucide-react'
import { listBookmarks } from '#contract/engagement/engagement.ts'
import { paths } from '#contract/paths.ts'
import { eventActions } from '#web/features/engagement/engagement-buttons.tsx'
import { EventGrid } from '#web/features/events/card/event-card.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { callCounted } from '#web/lib/api/call.ts'
import { loadPage } from '#web/lib/page/load-page.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Pagination } from '#web/ui/controls/pagination.tsx'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/bookmarks.ts'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  loadPage(request, (query) => callCounted(listBookmarks, { query }))
export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'Bookmarks')

export default function BookmarksPage({ loaderData: { events, page, pages } }: Route.ComponentProps) {
  return (
    <Page title="Bookmarks">
      {events.length === 0 ? (
        <EmptyState icon={<Bookmark aria-hidden className="size-8" />} title="No bookmarked events available">
          <p>Press the bookmark on an event to find it again here.</p>
          <ButtonLink to={paths.discover}>Discover</ButtonLink>
        </EmptyState>
      ) : (
        <EventGrid events={events} actionsOf={eventActions} />
      )}
      <div className="mt-8">
        <Pagination page={page} pages={pages} hrefOf={(number) => `${paths.bookmarks}?page=${number}`} />
      </div>
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying="Error fetching bookmarked events" title="Bookmarks" />
}
