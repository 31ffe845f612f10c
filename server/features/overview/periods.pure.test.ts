import { expect, test } from 'vitest'
import { periodsOf } from './periods.ts'

const applied = (day: string, applications: number) => ({ day, applications, seats: applications })

test('more than two months are shown as weeks, to today if the last activity is recent', () => {
  const days = [applied('2026-09-01', 2), applied('2026-09-07', 1), applied('2026-09-08', 3)]
  const visits = [{ day: '2026-10-31', visits: 5 }]

  const recent = periodsOf(days, visits, '2026-11-03')
  const past = periodsOf(days, visits, '2027-03-01')

  expect(recent.isByWeek).toBe(true)
  expect(recent.periods.slice(0, 3)).toEqual([
    { label: '2026-09-01', visits: 0, applications: 3, seats: 3 },
    { label: '2026-09-08', visits: 0, applications: 3, seats: 6 },
    { label: '2026-09-15', visits: 0, applications: 0, seats: 6 },
  ])
  expect(recent.periods.at(-2)).toEqual({ label: '2026-10-27', visits: 5, applications: 0, seats: 6 })
  expect(recent.periods).toHaveLength(10)
  expect([past.isByWeek, past.periods.length, past.periods.at(-1)?.label]).toEqual([false, 61, '2026-10-31'])
})
