import { weekendOf } from './month.ts'
import { Chip, scrolling } from './tag-chips.tsx'
import { useFilters } from './use-filters.ts'

/** What many people look for, one press each. `today` is YYYY-MM-DD. */
export function QuickFilters({ today }: { today: string }) {
  const { filters, choose } = useFilters()
  const { date, until, free, online } = filters
  const weekend = weekendOf(today)
  const isToday = date === today && until === null
  const isWeekend = date === weekend.date && until === weekend.until
  return (
    <fieldset className={`flex min-w-0 gap-2 sm:flex-wrap ${scrolling}`}>
      <legend className="sr-only">Quick filters</legend>
      <Chip label="Today" pressed={isToday} onPress={() => choose({ date: isToday ? null : today, until: null })} />
      <Chip
        label="This weekend"
        pressed={isWeekend}
        onPress={() => choose(isWeekend ? { date: null, until: null } : weekend)}
      />
      <Chip label="Free" pressed={free} onPress={() => choose({ free: !free })} />
      <Chip label="Online" pressed={online} onPress={() => choose({ online: !online })} />
    </fieldset>
  )
}
