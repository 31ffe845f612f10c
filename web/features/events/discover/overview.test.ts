import { expect, test } from 'vitest'
import { chooseFrom, daysOf } from './overview.ts'

const event = (given: Partial<Parameters<typeof chooseFrom>[0][number]> = {}) => ({
  category: 'CONCERT' as const,
  tags: '',
  start_date_event: '2026-11-21T11:00:00.000Z',
  end_date_event: '2026-11-21T14:00:00.000Z',
  ...given,
})

test('an event takes place on the days of Bangkok, not of UTC', () => {
  const late = event({ start_date_event: '2026-11-21T17:30:00.000Z', end_date_event: '2026-11-21T19:00:00.000Z' })

  expect(daysOf(late)).toEqual(['2026-11-22'])
})

test('an event of three days takes place on each of them, and not on the day that begins as it ends', () => {
  const long = event({ start_date_event: '2026-11-21T02:00:00.000Z', end_date_event: '2026-11-23T17:00:00.000Z' })

  expect(daysOf(long)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23'])
})

test('categories, tags and days stand once each, the most used tags first', () => {
  const chosen = chooseFrom([
    event({ tags: 'jazz,park' }),
    event({ tags: 'park', category: 'OTHER' }),
    event({ tags: 'park,thai', category: 'OTHER' }),
  ])

  expect(chosen).toEqual({ categories: ['OTHER', 'CONCERT'], tags: ['park', 'jazz', 'thai'], days: ['2026-11-21'] })
})
