import type { CardEvent } from '#contract/events/events.ts'
import { listMyEvents } from '#contract/events/own-events.ts'
import { countNewApplicants } from '#contract/tickets/applicants.ts'
import { call, callCounted } from '#web/lib/api/call.ts'
import { loadPage } from '#web/lib/page/page-number.ts'
import { readShown } from './shown.ts'

/** Loads a page of the reader's own events, as the address says: those that are not over, the next first, or those that are,
 *  the last first, with how many new applicants each has. */
export async function loadOwnEvents(request: Request) {
  const shown = readShown(new URL(request.url).searchParams)
  const { past, search } = shown
  const wanted = past
    ? ({ status: 'COMPLETED', sort: 'latest' } as const)
    : ({ current: true, sort: 'soonest' } as const)
  const loaded = await loadPage(request, (query) =>
    callCounted(listMyEvents, { query: { ...query, ...wanted, search: search || undefined } }),
  )
  return { ...loaded, shown, fresh: await newApplicants(past ? [] : loaded.events) }
}

/** How many new applicants events have, by their ids. The list is of use without it. */
async function newApplicants(events: CardEvent[]): Promise<Map<number, number>> {
  if (events.length === 0) return new Map()
  const query = { events: events.map(({ id }) => id).join(',') }
  const counted = await call(countNewApplicants, { query }).catch(() => [])
  return new Map(counted.map(({ event_id, new_applicants }) => [event_id, new_applicants]))
}
