import { useOutletContext } from 'react-router'
import { fill } from '#contract/language/messages.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/discover.json'
import { eventActions } from '#web/features/engagement/engagement-buttons.tsx'
import { EventLines, EventList } from '#web/features/events/discover/event-list.tsx'
import { hrefOfOnly, pressDay, useFilters } from '#web/features/events/discover/filters.ts'
import { loadList } from '#web/features/events/discover/load-discover.ts'
import { daysName, isWeekendOf, monthOf } from '#web/features/events/discover/month.ts'
import { MonthCalendar } from '#web/features/events/discover/month-calendar.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { callCounted } from '#web/lib/api/call.ts'
import { personal } from '#web/lib/api/loaders.ts'
import { classes } from '#web/ui/display/classes.ts'
import type { Route } from './+types/discover-list.ts'
import type { DiscoverContext } from './discover.tsx'

export const loader = ({ context, request }: Route.LoaderArgs) => loadList(context.callCounted, request.url)
export const clientLoader = personal(({ request }: Route.ClientLoaderArgs) => loadList(callCounted, request.url))

export default function DiscoverList({ loaderData: { events, total, onDay } }: Route.ComponentProps) {
  const { overview, today, calendar } = useOutletContext<DiscoverContext>()
  const { filters, shown, choose } = useFilters()
  const isWeekend = isWeekendOf(today, shown)
  return (
    <div className="mt-6 flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
      <aside
        id={calendar.id}
        aria-label={m.calendar}
        className={classes(
          'col-start-2 row-start-1 flex-col gap-6 rounded-lg border border-line bg-card p-4 shadow-card lg:mt-15 lg:flex',
          calendar.open ? 'flex' : 'hidden',
        )}
      >
        <MonthCalendar
          today={today}
          known={{ month: monthOf(overview.today), days: overview.days }}
          chosen={filters}
          onPress={(day) => choose((last) => pressDay(last, day))}
        />
        {shown.date && onDay ? (
          <EventLines
            title={isWeekend ? m.thisWeekend : fill(m.eventsOn, { date: daysName(shown.date, shown.until) })}
            events={onDay}
            all={{
              to: hrefOfOnly({ date: shown.date, until: shown.until }, shown),
              label: isWeekend ? m.allThisWeekend : shown.until ? m.allOnDays : m.allOnDay,
            }}
          />
        ) : (
          <EventLines
            title={m.upcoming}
            events={overview.upcoming}
            all={{ to: hrefOfOnly({ status: 'UPCOMING' }, shown), label: m.allUpcoming }}
          />
        )}
      </aside>
      <div className="col-start-1 row-start-1 min-w-0">
        <EventList events={events} total={total} today={today} actionsOf={eventActions} />
      </div>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying={common.errorFetchingData} />
}
