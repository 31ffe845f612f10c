import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { dayInBangkok } from '#contract/dates.ts'
import { queryOf } from '#contract/endpoint.ts'
import { eventsFeed } from '#contract/events/event-links.ts'
import { type EventQueryInput, listEvents } from '#contract/events/event-list.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { inLanguage } from '#contract/language/languages.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as discover from '#messages/discover.json'
import * as m from '#messages/home.json'
import { eventActions } from '#web/features/engagement/engagement-buttons.tsx'
import { EventCard } from '#web/features/events/card/event-card.tsx'
import { weekendOf } from '#web/features/events/discover/month.ts'
import { Hero } from '#web/features/events/home/hero.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { call } from '#web/lib/api/call.ts'
import { personal } from '#web/lib/api/loaders.ts'
import { useToday } from '#web/lib/clock.ts'
import { feedOf, publicHead } from '#web/lib/page/meta.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Carousel } from '#web/ui/controls/carousel.tsx'
import { Page } from '#web/ui/display/page.tsx'
import { SearchForm } from '#web/ui/forms/search-form.tsx'
import type { Route } from './+types/home.ts'

const mostCards = 8

/** The rows of the home page (specification, section 4): most attended, starting soonest, newest by start. Events
 *  that are over are no longer popular. */
const rows = {
  popular: { current: true, sort: 'popular', limit: mostCards },
  upcoming: { status: 'UPCOMING', sort: 'soonest', limit: mostCards },
  latest: { sort: 'latest', limit: mostCards },
} as const satisfies Record<string, EventQueryInput>

export const loader = ({ context }: Route.LoaderArgs) => loadHome(context.call)
export const clientLoader = personal((_: Route.ClientLoaderArgs) => loadHome(call))
export const meta: Route.MetaFunction = ({ matches }) => [
  ...publicHead(matches, { title: null, description: m.tagline, path: paths.home }),
  feedOf(matches, inLanguage(eventsFeed('atom'))),
]

export default function HomePage({ loaderData: { popular, upcoming, latest, today } }: Route.ComponentProps) {
  return (
    <Page className="flex flex-col gap-6 sm:gap-8">
      <div className="flex flex-col gap-4 pb-2">
        <h1 className="text-xl sm:text-2xl">{m.tagline}</h1>
        <div className="flex flex-col gap-2">
          <HomeSearch />
          <QuickLinks loaded={today} />
        </div>
        <Hero events={popular} />
      </div>
      <EventCarousel title={m.popular} subtitle={m.popularHint} events={popular} actionsOf={eventActions} />
      <EventCarousel title={m.upcoming} subtitle={m.upcomingHint} events={upcoming} actionsOf={eventActions} />
      <EventCarousel title={m.latest} subtitle={m.latestHint} events={latest} actionsOf={eventActions} />
      <CreateBanner />
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying={common.errorFetchingData} title={m.tagline} />
}

type List = (endpoint: typeof listEvents, request: { query: EventQueryInput }) => Promise<CardEvent[]>

/** Loads the rows. `list` is `call` in the browser and `context.call` on the server. */
async function loadHome(list: List): Promise<Record<keyof typeof rows, CardEvent[]> & { today: string }> {
  const load = (query: EventQueryInput) => list(listEvents, { query: { fields: 'card', grouped: true, ...query } })
  const [popular, upcoming, latest] = await Promise.all([load(rows.popular), load(rows.upcoming), load(rows.latest)])
  return { popular, upcoming, latest, today: dayInBangkok(new Date()) }
}

/** A search box that leads to the event list; without scripts too. */
function HomeSearch() {
  const navigate = useNavigate()
  return (
    <SearchForm
      action={inLanguage(paths.discover)}
      onSearch={(search) => navigate(`${paths.discover}?${new URLSearchParams({ search })}`)}
      aria-label={discover.search}
      placeholder={discover.searchPlaceholder}
      className="w-full max-w-xl"
    />
  )
}

/** What many people look for. `loaded` is the day when the page was loaded. */
function QuickLinks({ loaded }: { loaded: string }) {
  const today = useToday(loaded)
  const links = [
    { label: discover.today, query: { date: today } },
    { label: discover.thisWeekend, query: weekendOf(today) },
    { label: common.free, query: { free: true } },
  ]
  return (
    <nav aria-label={m.popularSearches} className="flex flex-wrap gap-2">
      {links.map(({ label, query }) => (
        <Link
          key={label}
          to={paths.discover + queryOf(query)}
          className="flex min-h-11 items-center rounded-full border border-line bg-card px-4 text-sm transition hover:border-accent"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

interface EventCarouselProps {
  title: string
  subtitle: string
  events: CardEvent[]
  actionsOf: (event: CardEvent) => ReactNode
}

/** A row of event cards; nothing where there are none. */
function EventCarousel({ title, subtitle, events, actionsOf }: EventCarouselProps) {
  if (events.length === 0) return null
  return (
    <Carousel title={title} subtitle={subtitle}>
      {events.map((event) => (
        <li key={event.id} className="w-[min(19rem,82vw)] shrink-0 snap-start">
          <EventCard event={event} sizes="min(19rem, 82vw)" actions={actionsOf(event)} />
        </li>
      ))}
    </Carousel>
  )
}

/** Invites people to publish an event. The style sheet knows the viewer's role before the session is read, so that
 *  nothing flashes. */
function CreateBanner() {
  return (
    <section
      aria-labelledby="create-banner"
      className="gradient flex flex-col items-start gap-5 rounded-lg p-6 shadow-card sm:flex-row sm:items-center sm:justify-between sm:p-10"
    >
      <div>
        <h2 id="create-banner" className="text-xl sm:text-2xl">
          {m.createQuestion}
        </h2>
        <p>{m.createReason}</p>
      </div>
      <span className="contents organizer:hidden">
        <BannerLink to={paths.becomeOrganizer}>{m.becomeOrganizer}</BannerLink>
      </span>
      <span className="hidden organizer:contents">
        <BannerLink to={paths.createEvent}>{common.createEvent}</BannerLink>
      </span>
    </section>
  )
}

function BannerLink({ to, children }: { to: string; children: string }) {
  return (
    <ButtonLink to={to} variant="overlay" className="shrink-0">
      {children}
    </ButtonLink>
  )
}
