import { CalendarSearch } from 'lucide-react'
import { type Category, eventStatuses, visibilities } from '#contract/events/events.ts'
import { classes } from '#web/ui/display/classes.ts'
import { FilterMenu } from './filter-menu.tsx'
import { type Filters, toggleTag } from './filters.ts'
import { dayName } from './month.ts'
import type { Overview } from './overview.ts'
import { QuickFilters } from './quick-filters.tsx'
import { SearchBox } from './search-box.tsx'
import { TagChips } from './tag-chips.tsx'
import { useFilters } from './use-filters.ts'

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
