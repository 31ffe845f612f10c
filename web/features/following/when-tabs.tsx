import { Link } from 'react-router'
import type { OrganizerPage } from '#contract/engagement/follows.ts'
import { afterCursor, type EventQueryInput, mostCounted } from '#contract/events/event-list.ts'
import { paths } from '#contract/paths.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { classes } from '#web/ui/display/classes.ts'

export function WhenTabs({ organizer, chosen }: { organizer: OrganizerPage; chosen: When }) {
  const tabs: [When, string, number][] = [
    ['upcoming', 'Upcoming', organizer.current_events],
    ['past', 'Past', organizer.past_events],
  ]
  return (
    <nav aria-label="Events" className="mb-6 flex gap-1 border-b border-line p-1">
      {tabs.map(([when, label, count]) => (
        <Link
          key={when}
          to={hrefOf(organizer.id, { when, after: null })}
          preventScrollReset
          aria-current={when === chosen ? 'page' : undefined}
          className={classes(
            'figures relative inline-flex min-h-11 items-center rounded-sm px-3 transition hover:bg-accent-soft',
            'after:absolute after:inset-x-3 after:-bottom-1 after:h-0.5 after:rounded-full',
            when === chosen ? 'font-medium text-accent-ink after:bg-accent' : 'text-ink-soft',
          )}
        >
          {label} ({countText(count)})
        </Link>
      ))}
    </nav>
  )
}

function countText(count: number): string {
  return count > mostCounted ? `${formatNumber(mostCounted)}+` : formatNumber(count)
}

/** The two lists of an organizer's page: current events, soonest first, and past events, latest first. */
export type When = 'upcoming' | 'past'

/** The list and the cursor, as in the address: ?when=past&after=<cursor>. Invalid values are ignored. */
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
