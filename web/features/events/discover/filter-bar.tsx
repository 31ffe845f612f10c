import { CalendarSearch } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { nearText } from '#contract/events/event-place.ts'
import { type Category, eventStatuses, visibilities } from '#contract/events/events.ts'
import { classes } from '#web/ui/display/classes.ts'
import { Chip, ChipRow, TagChips } from './chips.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { type Filters, toggleTag, useFilters } from './filters.ts'
import type { Overview } from './load-discover.ts'
import { dayName, weekendOf } from './month.ts'
import { SearchBox } from './search-box.tsx'

interface FilterBarProps {
  overview: Overview
  /** The button that opens the calendar on phones: whether it is open, its id, and how to toggle it. */
  calendar: CalendarToggleProps
}

/** All filters of the event list except the calendar. */
export function FilterBar({ overview, calendar }: FilterBarProps) {
  const { filters, choose } = useFilters()
  const { search, status, category, visibility, tags } = filters
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 lg:flex-row">
        <div className="flex flex-1 flex-wrap gap-2">
          <SearchBox value={search} onSearch={(text) => choose({ search: text }, { replace: true })} />
          <CalendarToggle {...calendar} date={filters.date} />
        </div>
        <div className="flex flex-wrap gap-1.5 sm:gap-2">
          <FilterMenu
            label="Status"
            options={eventStatuses}
            chosen={status}
            onChoose={(option) => choose({ status: option })}
          />
          <FilterMenu
            label="Category"
            options={withChosen(categoriesOf(overview, filters), category)}
            count={countOfCategory(overview, filters)}
            chosen={category}
            onChoose={(option) => choose({ category: option })}
          />
          <FilterMenu
            label="Visibility"
            options={visibilities}
            chosen={visibility}
            onChoose={(option) => choose({ visibility: option })}
          />
        </div>
      </div>
      <QuickFilters today={overview.today} />
      <TagChips
        tags={overview.tags}
        chosen={tags}
        onToggle={(tag) => choose((last) => ({ tags: toggleTag(last.tags, tag) }))}
      />
    </div>
  )
}

interface CalendarToggleProps {
  id: string
  open: boolean
  onToggle: () => void
}

function CalendarToggle({ id, open, onToggle, date }: CalendarToggleProps & { date: string | null }) {
  return (
    <button
      type="button"
      aria-label={date ? `Calendar: ${dayName(date)}` : 'Calendar'}
      aria-expanded={open}
      aria-controls={id}
      onClick={onToggle}
      className={classes(
        'grid size-11 shrink-0 place-items-center rounded-full border transition lg:hidden',
        date || open ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line bg-card',
      )}
    >
      <CalendarSearch aria-hidden className="size-5" />
    </button>
  )
}

/** The categories that have events which are not over, or which are where one asked for those. */
function categoriesOf({ categories }: Overview, { status }: Filters): Category[] {
  const has = status === 'COMPLETED' ? ('past_events' as const) : ('current_events' as const)
  return categories.filter((one) => one[has] > 0).map(({ category }) => category)
}

/** How many events the list has with a category alone, where the counters know it. */
function countOfCategory({ categories }: Overview, { status }: Filters) {
  if (status === 'UPCOMING' || status === 'ONGOING') return undefined
  const has = status === 'COMPLETED' ? ('past_events' as const) : ('current_events' as const)
  return (wanted: Category) => categories.find(({ category }) => category === wanted)?.[has] ?? 0
}

/** Adds the chosen option, so that it can be cleared even where no loaded event has it. */
function withChosen<Option>(options: Option[], chosen: Option | null): Option[] {
  return chosen === null || options.includes(chosen) ? options : [...options, chosen]
}

/** What many people look for, one press each. `today` is YYYY-MM-DD. */
function QuickFilters({ today }: { today: string }) {
  const { filters, choose } = useFilters()
  const { date, until, free, online } = filters
  const near = useNear()
  const weekend = weekendOf(today)
  const isToday = date === today && until === null
  const isWeekend = date === weekend.date && until === weekend.until
  return (
    <fieldset className="flex min-w-0 flex-col items-start gap-1 sm:flex-row sm:flex-wrap sm:items-center sm:gap-2">
      <legend className="sr-only">Quick filters</legend>
      <ChipRow>
        <Chip label="Today" pressed={isToday} onPress={() => choose({ date: isToday ? null : today, until: null })} />
        <Chip
          label="This weekend"
          pressed={isWeekend}
          onPress={() => choose(isWeekend ? { date: null, until: null } : weekend)}
        />
        <Chip label="Free" pressed={free} onPress={() => choose((last) => ({ free: !last.free }))} />
        <Chip label="Online" pressed={online} onPress={() => choose((last) => ({ online: !last.online }))} />
        <Chip label="Near me" pressed={near.isOn} busy={near.busy} onPress={near.toggle} />
      </ChipRow>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {near.said}
      </p>
    </fieldset>
  )
}

/** A place that the browser knows already is good enough for ten minutes; a new one is waited for, in milliseconds. */
const known: PositionOptions = { enableHighAccuracy: false, maximumAge: 600_000, timeout: 15_000 }

/** GeolocationPositionError.PERMISSION_DENIED */
const denied = 1

const words = {
  looking: 'Finding out where you are...',
  denied: 'Your browser does not tell this site where you are. You can allow it in the browser’s settings.',
  unknown: 'Your browser could not find out where you are. Please try again.',
}

/** The filter for events near the reader. The browser is asked for their place only when the filter is pressed; what it
 *  answers is made as coarse as a kilometre before it leaves the browser. */
function useNear() {
  const shown = useFilters()
  const { filters, choose } = shown
  const [said, setSaid] = useState('')
  const isLooking = said === words.looking
  // The answer may come when other filters are chosen than at the press, or when the page is left.
  const newest = useRef<typeof shown | null>(null)
  useEffect(() => {
    newest.current = shown
    return () => {
      newest.current = null
    }
  })

  function toggle() {
    if (isLooking) return
    if (filters.near !== null) {
      setSaid('')
      choose({ near: null })
      return
    }
    if (!('geolocation' in navigator)) return setSaid(words.unknown)
    setSaid(words.looking)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setSaid('')
        newest.current?.choose({ near: nearText(coords), sort: null })
      },
      ({ code }) => setSaid(code === denied ? words.denied : words.unknown),
      known,
    )
  }

  return { isOn: filters.near !== null, busy: isLooking, said, toggle }
}
