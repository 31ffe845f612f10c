import { SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigation } from 'react-router'
import { clockTime, dayDate } from '#contract/dates.ts'
import { mostCounted } from '#contract/events/event-list.ts'
import { kilometresBetween, pointOf } from '#contract/events/event-place.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { eventsFeed } from '#contract/events/feeds.ts'
import { paths } from '#contract/paths.ts'
import { EventCard } from '#web/features/events/card/event-card.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Pagination } from '#web/ui/controls/pagination.tsx'
import { SubscribeMenu } from '#web/ui/controls/subscribe-menu.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { type Filters, isFiltered, mostPages, pageSize, queryOfFeed, sorts, useFilters } from './filters.ts'
import type { ListedEvent } from './load-discover.ts'
import { dayName } from './month.ts'

const descriptionMax = 110

interface EventListProps {
  events: CardEvent[]
  /** The number of events on all pages together. */
  total: number
  actionsOf: (event: CardEvent) => ReactNode
}

/** The events that match the filters, six on a page. */
export function EventList({ events, total, actionsOf }: EventListProps) {
  const { filters, shown, hrefOf, choose } = useFilters()
  const top = useScrollToTop(shown.page)
  const { state, location } = useNavigation()
  const stale = state === 'loading' && location.pathname === paths.discover
  const query = queryOfFeed(filters)
  return (
    <section aria-labelledby="event-count" aria-busy={stale} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="event-count" aria-live="polite" className="figures text-base font-normal text-ink-soft">
          {countOf(total)}
          {whenOf(shown)}
        </h2>
        <div className="flex flex-wrap items-center gap-1">
          <SubscribeMenu feeds={{ ics: eventsFeed('ics', query), atom: eventsFeed('atom', query) }} />
          <FilterMenu label="Sort" options={sorts} chosen={filters.sort} onChoose={(sort) => choose({ sort })} />
        </div>
      </div>
      <div
        ref={top}
        className={classes(
          'transition-opacity lg:relative lg:-m-2 lg:h-[900px] lg:overflow-y-auto lg:p-2',
          stale && 'opacity-60',
        )}
      >
        {events.length === 0 ? <NothingFound filtered={isFiltered(shown)} /> : null}
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {events.map((event, place) => (
            <li key={event.id}>
              <EventCard
                event={event}
                actions={actionsOf(event)}
                descriptionMax={descriptionMax}
                distance={shown.near ? distanceSaid(kilometresBetween(pointOf(shown.near), event)) : null}
                first={place < 2}
              />
            </li>
          ))}
        </ul>
      </div>
      {shown.page === mostPages && total > mostPages * pageSize ? (
        <p className="text-center text-ink-soft">There are more events. Search or filter to find them.</p>
      ) : null}
      <Pagination
        page={shown.page}
        pages={Math.min(mostPages, Math.ceil(total / pageSize))}
        hrefOf={(page) => hrefOf({ page })}
      />
    </section>
  )
}

function NothingFound({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState icon={<SearchX aria-hidden className="size-8" />} title="No events found">
      {filtered ? (
        <>
          <p>Try fewer words or another day, or look at everything there is.</p>
          <ButtonLink to={paths.discover} variant="secondary">
            Clear filters
          </ButtonLink>
        </>
      ) : (
        <p>Events appear here as soon as an organizer publishes one.</p>
      )}
    </EmptyState>
  )
}

/** Scrolls to the top of the list when the page changes. On wide screens the list scrolls in itself, on phones with
 *  the page. */
function useScrollToTop(page: number) {
  const list = useRef<HTMLDivElement>(null)
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    list.current?.scrollTo({ top: 0 })
    list.current?.scrollIntoView({ block: 'start' })
  }, [page])
  return list
}

function countOf(total: number): string {
  if (total === mostCounted + 1) return `More than ${mostCounted.toLocaleString('en-US')} events`
  return `${total.toLocaleString('en-US')} ${total === 1 ? 'event' : 'events'}`
}

function whenOf({ date, until }: Filters): string | null {
  if (date === null) return null
  return until ? ' this weekend' : ` on ${dayName(date)}`
}

interface EventLinesProps {
  /** The heading, such as 'Upcoming Events'. */
  title: string
  events: ListedEvent[]
  /** The list with all of them, null where it is shown already, and what its link says. */
  all: { to: string | null; label: string }
}

/** Events below the calendar, each in one line. */
export function EventLines({ title, events, all }: EventLinesProps) {
  return (
    <section aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      {events.length === 0 ? <p className="py-2 text-ink-soft">No events found</p> : null}
      <ul className="-mx-3 mt-1">
        {events.map(({ id, event_name, start_date_event }) => (
          <li key={id}>
            <Link to={paths.event(id)} className="block rounded-md px-3 py-2 transition hover:bg-accent-soft">
              <span className="line-clamp-2 font-medium wrap-anywhere">{event_name}</span>
              <time dateTime={start_date_event} className="figures text-sm text-ink-soft">
                {dayDate(start_date_event)}, {clockTime(start_date_event)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
      {events.length > 0 && all.to !== null ? (
        <Link to={all.to} className="inline-flex min-h-11 items-center font-medium text-accent-ink hover:underline">
          {all.label}
        </Link>
      ) : null}
    </section>
  )
}

/** How far away something is. The reader's own place is known to about a kilometre, so nothing nearer is told apart. */
export function distanceSaid(kilometres: number): string {
  if (kilometres < 1) return 'Less than 1 km away'
  if (kilometres < 9.95) return `${kilometres.toFixed(1)} km away`
  return `${Math.round(kilometres).toLocaleString('en-US')} km away`
}
