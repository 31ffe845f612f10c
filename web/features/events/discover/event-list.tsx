import { SearchX } from 'lucide'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigation, useNavigationType } from 'react-router'
import { dayAndTime } from '#contract/dates.ts'
import { eventsFeed } from '#contract/events/event-links.ts'
import { kilometresBetween, mostCounted, pointOf } from '#contract/events/event-list.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { inLanguage } from '#contract/language/languages.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as m from '#messages/discover.json'
import { EventCard } from '#web/features/events/card/event-card.tsx'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { readItem, writeItem } from '#web/lib/storage/storage.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Pagination } from '#web/ui/controls/pagination.tsx'
import { SubscribeMenu } from '#web/ui/controls/subscribe-menu.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { FilterMenu } from './filter-menu.tsx'
import {
  type Filters,
  isFiltered,
  mostPages,
  pageSize,
  queryOfFeed,
  sorts,
  useFilters,
  writeFilters,
} from './filters.ts'
import type { ListedEvent } from './load-discover.ts'
import { daysName, isWeekendOf } from './month.ts'

const descriptionMax = 110

const sortNames: Record<(typeof sorts)[number], string> = {
  soonest: m.sortSoonest,
  newest: m.sortNewest,
  popular: m.sortPopular,
  price: m.sortPrice,
}

interface EventListProps {
  events: CardEvent[]
  /** The number of events on all pages. */
  total: number
  /** YYYY-MM-DD in Bangkok. */
  today: string
  actionsOf: (event: CardEvent) => ReactNode
}

/** A page of six events. */
export function EventList({ events, total, today, actionsOf }: EventListProps) {
  const { filters, shown, hrefOf, choose } = useFilters()
  const scroller = useOwnScroll(shown)
  const { state, location } = useNavigation()
  const stale = state === 'loading' && location.pathname === inLanguage(paths.discover)
  const query = queryOfFeed(filters)
  return (
    <section aria-labelledby="event-count" aria-busy={stale} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="event-count" aria-live="polite" className="figures text-base font-normal text-ink-soft">
          {countOf(total, shown, today)}
        </h2>
        <div className="flex flex-wrap items-center gap-1">
          {query === null ? null : (
            <SubscribeMenu
              feeds={{ ics: inLanguage(eventsFeed('ics', query)), atom: inLanguage(eventsFeed('atom', query)) }}
            />
          )}
          <FilterMenu
            label={m.sort}
            options={sorts}
            names={sortNames}
            chosen={filters.sort}
            onChoose={(sort) => choose(() => ({ sort }))}
          />
        </div>
      </div>
      <div
        {...scroller}
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
                distance={shown.near ? distanceText(kilometresBetween(pointOf(shown.near), event)) : null}
                first={place < 2}
              />
            </li>
          ))}
        </ul>
      </div>
      {shown.page === mostPages && total > mostPages * pageSize ? (
        <p className="text-center text-ink-soft">{m.moreEvents}</p>
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
    <EmptyState icon={SearchX} title={m.noEvents}>
      {filtered ? (
        <>
          <p>{m.noEventsHint}</p>
          <ButtonLink to={paths.discover} variant="secondary">
            {m.clearFilters}
          </ButtonLink>
        </>
      ) : (
        <p>{m.noEventsYet}</p>
      )}
    </EmptyState>
  )
}

/** On wide screens the list has its own scrollbar, which ScrollRestoration does not know. Back returns to its place, other filters
 *  and pages start at its top. */
function useOwnScroll({ page, ...rest }: Filters) {
  const ref = useRef<HTMLDivElement>(null)
  const filters = writeFilters({ ...rest, page: 1 })
  const last = useRef({ filters, page })
  const place = `list-scroll ${useLocation().key}` as const
  const isBack = useNavigationType() === 'POP'
  const save = useCallback(() => writeItem('sessionStorage', place, String(ref.current?.scrollTop)), [place])
  useEffect(() => {
    const saved = isBack ? readItem('sessionStorage', place) : null
    if (saved !== null) {
      ref.current?.scrollTo({ top: Number(saved) })
    } else if (last.current.filters !== filters) {
      ref.current?.scrollTo({ top: 0 })
    } else if (last.current.page !== page) {
      ref.current?.scrollTo({ top: 0 })
      ref.current?.scrollIntoView({ block: 'start' })
    } else {
      // It may have been scrolled before hydration.
      save()
    }
    last.current = { filters, page }
  }, [filters, page, place, isBack, save])
  return { ref, onScroll: save }
}

function countOf(total: number, filters: Filters, today: string): string {
  const { date, until } = filters
  if (total === mostCounted + 1) return moreThan(mostCounted, filters, today)
  if (date === null) return counted(total, m.events_one, m.events_other)
  if (isWeekendOf(today, { date, until })) return counted(total, m.eventsThisWeekend_one, m.eventsThisWeekend_other)
  return counted(total, m.eventsOnDay_one, m.eventsOnDay_other, { date: daysName(date, until) })
}

function moreThan(most: number, { date, until }: Filters, today: string): string {
  const count = formatNumber(most)
  if (date === null) return fill(m.moreThan, { count })
  if (isWeekendOf(today, { date, until })) return fill(m.moreThanThisWeekend, { count })
  return fill(m.moreThanOnDay, { count, date: daysName(date, until) })
}

interface EventLinesProps {
  /** Such as 'Upcoming Events'. */
  title: string
  events: ListedEvent[]
  /** The link to all of them; `to` is null if they are already shown. */
  all: { to: string | null; label: string }
}

/** A short list of events below the calendar. */
export function EventLines({ title, events, all }: EventLinesProps) {
  return (
    <section aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      {events.length === 0 ? <p className="py-2 text-ink-soft">{m.noEvents}</p> : null}
      <ul className="-mx-3 mt-1">
        {events.map(({ id, event_name, start_date_event }) => (
          <li key={id}>
            <Link to={paths.event(id)} className="block rounded-md px-3 py-2 transition hover:bg-accent-soft">
              <span className="line-clamp-2 font-medium wrap-anywhere">{event_name}</span>
              <time dateTime={start_date_event} className="figures text-sm text-ink-soft">
                {dayAndTime(start_date_event)}
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

/** Coarse, because the viewer's position is known only to about a kilometre. */
export function distanceText(kilometres: number): string {
  if (kilometres < 1) return m.distanceShort
  const distance = kilometres < 9.95 ? kilometres.toFixed(1) : formatNumber(Math.round(kilometres))
  return fill(m.distance, { distance })
}
