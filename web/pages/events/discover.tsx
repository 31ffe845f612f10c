import { useId, useState } from 'react'
import { Outlet, type ShouldRevalidateFunction } from 'react-router'
import { eventsFeed } from '#contract/events/event-links.ts'
import { inLanguage } from '#contract/language/languages.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/discover.json'
import { FilterBar } from '#web/features/events/discover/filter-bar.tsx'
import { canonicalHref, queryOfFeed, readFilters } from '#web/features/events/discover/filters.ts'
import { loadOverview, type Overview } from '#web/features/events/discover/load-discover.ts'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { call } from '#web/lib/api/call.ts'
import { personal } from '#web/lib/api/loaders.ts'
import { useToday } from '#web/lib/clock.ts'
import { categoryNames } from '#web/lib/format/terms.ts'
import { feedOf, publicHead } from '#web/lib/page/meta.ts'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/discover.ts'

/** Passed to the list, which is a nested page. */
export interface DiscoverContext {
  overview: Overview
  /** YYYY-MM-DD, also after the day when the overview was loaded. */
  today: string
  calendar: { id: string; open: boolean }
}

export const loader = ({ context }: Route.LoaderArgs) => loadOverview(context.call, new Date())
export const clientLoader = personal((_: Route.ClientLoaderArgs) => loadOverview(call, new Date()))

/** Filters change only the nested list. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const filters = readFilters(new URLSearchParams(location.search))
  const query = queryOfFeed(filters)
  return [
    ...publicHead(matches, {
      title: filters.category ? `${categoryNames[filters.category]} · ${common.discover}` : common.discover,
      description: m.description,
      path: canonicalHref(filters),
    }),
    ...(query === null ? [] : [feedOf(matches, inLanguage(eventsFeed('atom', query)))]),
  ]
}

export default function DiscoverPage({ loaderData: overview }: Route.ComponentProps) {
  const id = useId()
  const today = useToday(overview.today)
  const [open, setOpen] = useState(false)
  return (
    <Page title={common.discover}>
      <FilterBar overview={overview} today={today} calendar={{ id, open, onToggle: () => setOpen(!open) }} />
      <Outlet context={{ overview, today, calendar: { id, open } } satisfies DiscoverContext} />
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying={common.errorFetchingData} title={common.discover} />
}
