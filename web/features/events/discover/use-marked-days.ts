import { useEffect, useState } from 'react'
import { listDays } from '#contract/events/facets.ts'
import { call } from '#web/lib/api/call.ts'
import { monthOf } from './month.ts'

/** The days of the shown month with events: those of `known`, and of other months as soon as they are loaded. A month that
 *  cannot be loaded has no marks, and is asked for again when it is shown again. */
export function useMarkedDays(month: string, known: { today: string; days: readonly string[] }): readonly string[] {
  const [loaded, setLoaded] = useState<{ month: string; days: readonly string[] } | null>(null)
  const isKnown = month === monthOf(known.today)

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
