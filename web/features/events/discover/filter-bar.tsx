import { CalendarSearch } from 'lucide'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { type CategoryCount, leavesOutPast, nearText } from '#contract/events/event-list.ts'
import { type Category, eventStatuses, type Visibility, visibilities } from '#contract/events/events.ts'
import { inLanguage } from '#contract/language/languages.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/discover.json'
import * as terms from '#messages/event-terms.json'
import { categoryNames, statusNames } from '#web/lib/format/terms.ts'
import { Icon } from '#web/lib/icon.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { SearchForm } from '#web/ui/forms/search-form.tsx'
import { Chip, TagChips } from './chips.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { type Filters, pressDay, toggleTag, useFilters } from './filters.ts'
import type { Overview } from './load-discover.ts'
import { daysName, isWeekendOf, weekendOf } from './month.ts'

const visibilityNames: Record<Visibility, string> = {
  PUBLIC: terms.visibilityPublic,
  PRIVATE: terms.visibilityPrivate,
}

interface FilterBarProps {
  overview: Overview
  /** YYYY-MM-DD. */
  today: string
  /** The button that opens the calendar on phones. */
  calendar: CalendarToggleProps
}

/** All filters of the event list except the calendar. On phones one scrolling row, with the tags behind a button. */
export function FilterBar({ overview, today, calendar }: FilterBarProps) {
  const { filters, choose } = useFilters()
  const { search, status, category, visibility, tags } = filters
  const near = useNear()
  const tagsId = useId()
  const [showsTags, setShowsTags] = useState(tags.length > 0)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 lg:flex-row lg:flex-wrap">
        <div className="flex flex-1 flex-wrap gap-2 lg:basis-72">
          <SearchBox value={search} onSearch={(text) => choose(() => ({ search: text }))} />
          <CalendarToggle {...calendar} date={filters.date} until={filters.until} />
        </div>
        <FilterRow>
          <FilterMenu
            label={m.status}
            options={eventStatuses}
            names={statusNames}
            chosen={status}
            onChoose={(option) => choose(() => ({ status: option }))}
          />
          <FilterMenu
            label={m.category}
            options={withChosen(categoriesOf(overview.categories, filters, today), category)}
            names={categoryNames}
            count={countOfCategory(overview.categories, filters, today)}
            chosen={category}
            onChoose={(option) => choose(() => ({ category: option }))}
          />
          <FilterMenu
            label={m.visibility}
            options={visibilities}
            names={visibilityNames}
            chosen={visibility}
            onChoose={(option) => choose(() => ({ visibility: option }))}
          />
          <QuickFilters today={today} near={near} />
          <button
            type="button"
            aria-expanded={showsTags}
            aria-controls={tagsId}
            onClick={() => setShowsTags(!showsTags)}
            className="min-h-11 shrink-0 rounded-full px-3 text-sm font-medium text-accent-ink hover:bg-accent-soft sm:hidden"
          >
            {showsTags ? m.fewerFilters : m.moreFilters}
          </button>
        </FilterRow>
      </div>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {near.message}
      </p>
      <div id={tagsId} className={classes(!showsTags && 'max-sm:hidden')}>
        <TagChips
          tags={overview.tags}
          chosen={tags}
          onToggle={(tag) => choose((last) => ({ tags: toggleTag(last.tags, tag) }))}
        />
      </div>
    </div>
  )
}

/** In pixels, beside the row on a phone. */
const margin = 16

/** On phones, a row that scrolls to the edges of the screen, initially with the last chosen filter in view. */
function FilterRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const last = [...(row.current?.querySelectorAll('[aria-pressed="true"]') ?? [])].at(-1)
    if (!row.current || !last) return
    const beyond = last.getBoundingClientRect().right + margin - row.current.getBoundingClientRect().right
    if (beyond > 0) row.current.scrollLeft += beyond
  }, [])
  return (
    <fieldset
      ref={row}
      className="flex min-w-0 gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] sm:flex-wrap"
    >
      <legend className="sr-only">{m.filters}</legend>
      {children}
    </fieldset>
  )
}

/** Filters for common searches, one press each. `today` is YYYY-MM-DD. */
function QuickFilters({ today, near }: { today: string; near: Near }) {
  const { filters, choose } = useFilters()
  const { date, until, free, online } = filters
  return (
    <>
      <Chip
        label={m.today}
        pressed={date === today && until === null}
        onPress={() => choose((last) => pressDay(last, today))}
      />
      <Chip
        label={m.thisWeekend}
        pressed={isWeekendOf(today, { date, until })}
        onPress={() => choose((last) => (isWeekendOf(today, last) ? { date: null, until: null } : weekendOf(today)))}
      />
      <Chip label={common.free} pressed={free} onPress={() => choose((last) => ({ free: !last.free }))} />
      <Chip label={common.online} pressed={online} onPress={() => choose((last) => ({ online: !last.online }))} />
      <Chip label={m.nearMe} pressed={near.isOn} busy={near.busy} onPress={near.toggle} />
    </>
  )
}

interface CalendarToggleProps {
  id: string
  open: boolean
  onToggle: () => void
}

function CalendarToggle({ id, open, onToggle, date, until }: CalendarToggleProps & Pick<Filters, 'date' | 'until'>) {
  return (
    <button
      type="button"
      aria-label={date ? fill(m.calendarOn, { date: daysName(date, until) }) : m.calendar}
      aria-expanded={open}
      aria-controls={id}
      onClick={onToggle}
      className={classes(
        'grid size-11 shrink-0 place-items-center rounded-full border transition lg:hidden',
        date || open ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line bg-card',
      )}
    >
      <Icon icon={CalendarSearch} />
    </button>
  )
}

/** The counter of the events in the list; null for past days, which may also have current events. */
function counterOf(filters: Filters, today: string) {
  if (filters.status === 'COMPLETED') return 'past_events'
  return filters.status !== null || leavesOutPast(filters, today) ? 'current_events' : null
}

/** The categories that may have events in the list. */
export function categoriesOf(counts: CategoryCount[], filters: Filters, today: string): Category[] {
  const counter = counterOf(filters, today)
  return counts.filter((one) => counter === null || one[counter] > 0).map(({ category }) => category)
}

/** Counts the events of a category in the list without other filters; undefined for a list without a counter. */
export function countOfCategory(counts: CategoryCount[], filters: Filters, today: string) {
  const counter = counterOf(filters, today)
  if (counter === null || filters.status === 'UPCOMING' || filters.status === 'ONGOING') return undefined
  return (wanted: Category) => counts.find(({ category }) => category === wanted)?.[counter] ?? 0
}

/** Adds the chosen option, so that it can be cleared even if no event has it. */
function withChosen<Option>(options: Option[], chosen: Option | null): Option[] {
  return chosen === null || options.includes(chosen) ? options : [...options, chosen]
}

/** A known position is valid for ten minutes; a new one may take 15 seconds (both in milliseconds). */
const positionOptions: PositionOptions = { enableHighAccuracy: false, maximumAge: 600_000, timeout: 15_000 }

/** GeolocationPositionError.PERMISSION_DENIED */
const denied = 1

type Near = ReturnType<typeof useNear>

/** The filter for events near the viewer. It asks the browser for their position only when pressed, and rounds it to
 *  about a kilometre before it leaves the browser. */
function useNear() {
  const current = useFilters()
  const { filters, choose } = current
  const [message, setMessage] = useState('')
  const isLooking = message === m.locating
  // The position may arrive after other filters were chosen, or after the user left the page.
  const latest = useRef<typeof current | null>(null)
  useEffect(() => {
    latest.current = current
    return () => {
      latest.current = null
    }
  })

  function toggle() {
    if (isLooking) return
    if (filters.near !== null) {
      setMessage('')
      choose(() => ({ near: null }))
      return
    }
    if (!('geolocation' in navigator)) return setMessage(m.locationUnknown)
    setMessage(m.locating)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setMessage('')
        latest.current?.choose(() => ({ near: nearText(coords), sort: null }))
      },
      ({ code }) => setMessage(code === denied ? m.locationDenied : m.locationUnknown),
      positionOptions,
    )
  }

  return { isOn: filters.near !== null, busy: isLooking, message, toggle }
}

/** After the last keystroke. */
const delayMs = 300
const delayAfterLinkMs = 2_000

interface SearchBoxProps {
  value: string
  onSearch: (text: string) => void
}

/** Searches shortly after the last keystroke, or at once on Enter. */
function SearchBox({ value, onSearch }: SearchBoxProps) {
  const { text, setText, search } = useTyped(value, onSearch)
  const box = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, for text typed before hydration
  useEffect(() => {
    if (box.current !== null && box.current.value !== value) setText(box.current.value)
  }, [])

  return (
    <SearchForm
      ref={box}
      action={inLanguage(paths.discover)}
      onSearch={search}
      value={text}
      onChange={(change) => setText(change.target.value)}
      aria-label={m.search}
      placeholder={m.searchPlaceholder}
      className="flex-1 basis-48"
    />
  )
}

/** The typed text, until the address changes for another reason (Back, a link). */
function useTyped(value: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null)
  const leaving = useLeaving()
  const sent = useRef(value)
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })

  function send(text: string) {
    if (text.trim() === sent.current) return
    sent.current = text.trim()
    latest.current(sent.current)
  }

  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(null)
  }, [value])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` only depends on refs
  useEffect(() => {
    // A search must not pull back someone who has followed a link.
    if (typed === null || leaving) return
    let timer = setTimeout(() => send(typed), delayMs)
    // On a busy page the router reports a pressed link late, so clicks are watched too.
    const handleClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element && target.closest('a'))) return
      clearTimeout(timer)
      timer = setTimeout(() => send(typed), delayAfterLinkMs)
    }
    document.addEventListener('click', handleClick, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('click', handleClick, true)
    }
  }, [typed, leaving])

  return { text: typed ?? value, setText: setTyped, search: send }
}

function useLeaving(): boolean {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  return location !== undefined && location.pathname !== inLanguage(pathname)
}
