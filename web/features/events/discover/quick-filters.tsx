import { weekendOf } from './month.ts'
import { Chip, ChipRow } from './tag-chips.tsx'
import { useFilters } from './use-filters.ts'
import { useNear } from './use-near.ts'

/** What many people look for, one press each. `today` is YYYY-MM-DD. */
export function QuickFilters({ today }: { today: string }) {
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
