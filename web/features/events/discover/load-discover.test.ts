import { expect, test } from 'vitest'
import type { PageContext } from '#contract/endpoint.ts'
import { listDays, listEvents } from '#contract/events/event-list.ts'
import { loadOverview } from './load-discover.ts'

/** A server with events on these days, of which `current` are today's. */
function answering({ days, current }: { days: string[]; current: object[] }): PageContext['call'] {
  const answer = (endpoint: unknown, query: object = {}) => {
    if (endpoint === listDays) return days.map((day) => ({ day, events: 1 }))
    return endpoint === listEvents && 'date' in query ? current : []
  }
  return (async (endpoint: unknown, request?: { query?: object }) => answer(endpoint, request?.query)) as never
}

const evening = new Date('2026-11-22T15:00:00Z')
const days = ['2026-11-21', '2026-11-22', '2026-11-23']
const event = { id: 1, event_name: 'Late show', start_date_event: '2026-11-22T16:00:00Z' }

test('the calendar marks today only while an event of today is not over', async () => {
  expect((await loadOverview(answering({ days, current: [event] }), evening)).days).toEqual(days)
  expect((await loadOverview(answering({ days, current: [] }), evening)).days).toEqual(['2026-11-21', '2026-11-23'])
})
