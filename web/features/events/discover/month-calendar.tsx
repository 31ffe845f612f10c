import { ChevronLeft, ChevronRight } from 'lucide'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { listDays } from '#contract/events/event-list.ts'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/discover.json'
import { call } from '#web/lib/api/call.ts'
import { Icon } from '#web/lib/icon.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { addDays, addMonths, fullDayName, inMonth, monthName, monthOf, weekdays, weeksOf } from './month.ts'

/** The days of a month with events; those of other months load when shown. */
interface MarkedDays {
  month: string
  days: readonly string[]
}

interface MonthCalendarProps {
  today: string
  known: MarkedDays
  /** `until` is null for a single day. */
  chosen: { date: string | null; until: string | null }
  onPress: (day: string) => void
}

/** A calendar month. One day is the tab stop; arrow keys move by day and week. */
export function MonthCalendar({ today, known, chosen, onPress }: MonthCalendarProps) {
  const { date, until } = chosen
  const { month, current, table, show, handleKeyDown } = useCalendar(date, today)
  const busy = new Set(useMarkedDays(month, known))
  return (
    // Seven days of 44 px need nearly the whole panel.
    <div className="-mx-3">
      <header className="flex items-center justify-between">
        <button
          type="button"
          className="icon-button"
          aria-label={m.previousMonth}
          onClick={() => show(addMonths(month, -1))}
        >
          <Icon icon={ChevronLeft} />
        </button>
        <h2 aria-live="polite" className="text-lg">
          {monthName(month)}
        </h2>
        <button
          type="button"
          className="icon-button"
          aria-label={m.nextMonth}
          onClick={() => show(addMonths(month, 1))}
        >
          <Icon icon={ChevronRight} />
        </button>
      </header>
      <table ref={table} className="mt-2 w-full table-fixed text-center" onKeyDown={handleKeyDown}>
        <caption className="sr-only">{monthName(month)}</caption>
        <thead>
          <tr>
            {weekdays.map(({ name, short }) => (
              <th key={name} scope="col" abbr={name} className="pb-1 text-xs font-medium text-ink-soft">
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.join()}>
              {week.map((day, place) => (
                <td key={day ?? weekdays[place]?.name} className="p-0">
                  {day ? (
                    <DayButton
                      day={day}
                      current={day === current}
                      isToday={day === today}
                      isMarked={busy.has(day)}
                      isChosen={date !== null && day >= date && day <= (until ?? date)}
                      onPress={() => onPress(day)}
                    />
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DayButtonProps {
  day: string
  /** Whether this day is the tab stop. */
  current: boolean
  isToday: boolean
  isMarked: boolean
  isChosen: boolean
  onPress: () => void
}

function DayButton({ day, current, isToday, isMarked, isChosen, onPress }: DayButtonProps) {
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={current ? 0 : -1}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      aria-label={isMarked ? fill(m.dayWithEvents, { date: fullDayName(day) }) : fullDayName(day)}
      onClick={onPress}
      className={classes(
        'figures relative h-11 w-full max-w-11 rounded-full text-sm transition',
        isChosen ? 'gradient font-medium' : 'hover:bg-accent-soft',
        !isChosen && isMarked && 'font-semibold text-accent-ink',
        !isChosen && !isMarked && 'text-ink-soft',
        !isChosen && isToday && 'ring-1 ring-control ring-inset',
      )}
    >
      {Number(day.slice(8))}
      {isMarked ? (
        <span
          aria-hidden
          className="absolute inset-x-0 bottom-1 mx-auto size-1.5 rounded-full bg-current forced-colors:bg-[CanvasText]"
        />
      ) : null}
    </button>
  )
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The shown month and the tab stop, which follow a day chosen elsewhere and stay when it is cleared. */
function useCalendar(date: string | null, today: string) {
  const [followed, setFollowed] = useState(date)
  const [current, setCurrent] = useState(date ?? today)
  const table = useRef<HTMLTableElement>(null)
  const moved = useRef(false)
  if (followed !== date) {
    setFollowed(date)
    if (date !== null) setCurrent(date)
  }

  useEffect(() => {
    if (moved.current) table.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus()
    moved.current = false
  }, [current])

  const show = (month: string) => setCurrent(inMonth(current, month))

  function handleKeyDown(press: KeyboardEvent) {
    const step = steps[press.key]
    const months = { PageUp: -1, PageDown: 1 }[press.key]
    if (step === undefined && months === undefined) return
    press.preventDefault()
    moved.current = true
    if (step !== undefined) setCurrent(addDays(current, step))
    if (months !== undefined) show(addMonths(monthOf(current), months))
  }

  return { month: monthOf(current), current, table, show, handleKeyDown }
}

/** The days with events in the shown month. If loading fails, nothing is marked until the month is shown again. */
function useMarkedDays(month: string, known: MarkedDays): readonly string[] {
  const [loaded, setLoaded] = useState<MarkedDays | null>(null)
  const isKnown = month === known.month

  useEffect(() => {
    if (isKnown) return
    let shown = true
    call(listDays, { query: { month } }).then(
      (days) => shown && setLoaded({ month, days: days.map(({ day }) => day) }),
      () => undefined,
    )
    return () => {
      shown = false
    }
  }, [month, isKnown])

  if (isKnown) return known.days
  return loaded?.month === month ? loaded.days : []
}
