import { eventsFeed } from '#contract/events/event-links.ts'
import { paths, tagline } from '#contract/paths.ts'
import { CreateBanner } from '#web/features/events/home/create-banner.tsx'
import { EventCarousel } from '#web/features/events/home/event-carousel.tsx'
import { Hero } from '#web/features/events/home/hero.tsx'
import { HomeSearch } from '#web/features/events/home/home-search.tsx'
import { loadHome } from '#web/features/events/home/load-home.ts'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { call } from '#web/lib/api/call.ts'
import { personal } from '#web/lib/api/loaders.ts'
import { feedOf, publicHead } from '#web/lib/page/meta.ts'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/home.ts'
import { eventActions } from './event-actions.tsx'

export const loader = ({ context }: Route.LoaderArgs) => loadHome(context.call)
export const clientLoader = personal((_: Route.ClientLoaderArgs) => loadHome(call))
export const meta: Route.MetaFunction = ({ matches }) => [
  ...publicHead(matches, { title: null, description: tagline, path: paths.home }),
  feedOf(matches, eventsFeed('atom')),
]

export default function HomePage({ loaderData: { popular, upcoming, latest } }: Route.ComponentProps) {
  return (
    <Page className="flex flex-col gap-6 sm:gap-8">
      <div className="flex flex-col gap-4 pb-2">
        <h1 className="text-xl sm:text-2xl">{tagline}</h1>
        <HomeSearch />
        <Hero events={popular} />
      </div>
      <EventCarousel
        title="Popular Events"
        subtitle="Join the most attended events in your area"
        events={popular}
        actionsOf={eventActions}
      />
      <EventCarousel
        title="Upcoming Events"
        subtitle="Don't miss out on the events coming soon!"
        events={upcoming}
        actionsOf={eventActions}
      />
      <EventCarousel
        title="Latest Events"
        subtitle="Discover newly added events"
        events={latest}
        actionsOf={eventActions}
      />
      <CreateBanner />
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying="Error fetching data" title={tagline} />
}
