import { Bookmark } from 'lucide'
import { listBookmarks } from '#contract/engagement/engagement.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/events.json'
import { eventActions } from '#web/features/engagement/engagement-buttons.tsx'
import { EventGrid } from '#web/features/events/card/event-card.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { callCounted } from '#web/lib/api/call.ts'
import { cardsPerPage, loadPage } from '#web/lib/page/load-page.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Pagination } from '#web/ui/controls/pagination.tsx'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/bookmarks.ts'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  loadPage(request, cardsPerPage, (query) => callCounted(listBookmarks, { query: { ...query, fields: 'card' } }))
export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, m.bookmarks)

export default function BookmarksPage({ loaderData: { items: events, page, pages } }: Route.ComponentProps) {
  return (
    <Page title={m.bookmarks}>
      {events.length === 0 ? (
        <EmptyState icon={Bookmark} title={m.noBookmarks}>
          <p>{m.bookmarksHint}</p>
          <ButtonLink to={paths.discover}>{common.discover}</ButtonLink>
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
  return <FetchProblem error={error} saying={m.bookmarksFetchFailed} title={m.bookmarks} />
}
