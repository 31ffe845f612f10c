import { afterCursor, type EventQueryInput } from '#contract/events/event-list.ts'
import { paths } from '#contract/paths.ts'

/** The two lists of an organizer's page: events that are not over, the next first, and those that are, the last first. */
export type When = 'upcoming' | 'past'

/** The list and the place in it behind which the page begins, as an address holds them: ?when=past&after=<cursor>.
 *  Values that make no sense are ignored. */
export interface Place {
  when: When
  after: string | null
}

const perPage = 12

export function readPlace(params: URLSearchParams): Place {
  const after = params.get('after') ?? ''
  return { when: params.get('when') === 'past' ? 'past' : 'upcoming', after: afterCursor.test(after) ? after : null }
}

export function hrefOf(organizerId: number, { when, after }: Place): string {
  const params = new URLSearchParams({ ...(when === 'past' && { when }), ...(after !== null && { after }) })
  return `${paths.organizer(organizerId)}${params.size > 0 ? `?${params}` : ''}`
}

/** The server's query for one page of the list. */
export function queryOfPlace(organizer: number | string, { when, after }: Place): EventQueryInput {
  const list = when === 'past' ? { status: 'COMPLETED', sort: 'latest' } : { current: true, sort: 'soonest' }
  return {
    fields: 'card',
    limit: perPage,
    organizer,
    ...(after !== null && { cursor: after }),
    ...list,
  } as EventQueryInput
}
