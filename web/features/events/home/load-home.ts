import { type EventQueryInput, listEvents } from '#contract/events/event-list.ts'
import type { CardEvent } from '#contract/events/events.ts'

const most = 8

/** The rows of the home page (specification, section 4): most attended, starting soonest, newest by start. What is over
 *  is no longer popular. */
const rows = {
  popular: { current: true, sort: 'popular', limit: most },
  upcoming: { status: 'UPCOMING', sort: 'soonest', limit: most },
  latest: { sort: 'latest', limit: most },
} as const satisfies Record<string, EventQueryInput>

type List = (endpoint: typeof listEvents, request: { query: EventQueryInput }) => Promise<CardEvent[]>

/** Loads the rows. `list` is `call` in the browser and `context.call` on the server. */
export async function loadHome(list: List): Promise<Record<keyof typeof rows, CardEvent[]>> {
  const load = (query: EventQueryInput) => list(listEvents, { query: { fields: 'card', ...query } })
  const [popular, upcoming, latest] = await Promise.all([load(rows.popular), load(rows.upcoming), load(rows.latest)])
  return { popular, upcoming, latest }
}
