import { Link } from 'react-router'
import type { OrganizerPage } from '#contract/engagement/follows.ts'
import { mostCounted } from '#contract/events/event-list.ts'
import { classes } from '#web/ui/display/classes.ts'
import { hrefOf, type When } from './when.ts'

/** Leads to an organizer's events that are not over, and to those that are. */
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
          {label} ({countSaid(count)})
        </Link>
      ))}
    </nav>
  )
}

function countSaid(count: number): string {
  return count > mostCounted ? `${mostCounted.toLocaleString('en-US')}+` : count.toLocaleString('en-US')
}
