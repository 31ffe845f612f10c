import type { Event } from '#contract/events/events.ts'
import { type EventQueryInput, listEvents } from '#contract/events/events.ts'
import { type CardEvent, cardEvent } from '#web/features/events/card/card-event.ts'

const most = 8

/** What the home page shows (specification, section 4): most attended, soonest to start, newest by start. */
const rows = {
  popular: { sort: 'popular', limit: most },
  upcoming: { status: 'UPCOMING', sort: 'soonest', limit: most },
  latest: { sort: 'latest', limit: most },
} as const satisfies Record<string, EventQueryInput>

type List = (endpoint: typeof listEvents, request: { query: EventQueryInput }) => Promise<Event[]>

/** `list` is `call` in the browser and `context.call` on the server. */
export async function loadHome(list: List): Promise<Record<keyof typeof rows, CardEvent[]>> {
  const load = async (query: EventQueryInput) => (await list(listEvents, { query })).map(cardEvent)
  const [popular, upcoming, latest] = await Promise.all([load(rows.popular), load(rows.upcoming), load(rows.latest)])
  return { popular, upcoming, latest }
}
