import { CalendarPlus, Search } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import type { Shown } from './shown.ts'

/** What stands in the place of one's own events where there are none. */
export function NoOwnEvents({ shown: { part, search } }: { shown: Shown }) {
  const past = part === 'past'
  if (search) {
    return (
      <EmptyState icon={<Search aria-hidden className="size-8" />} title="No events found">
        <p>
          {past
            ? 'None of your past events has these words. Look under Upcoming too.'
            : 'None of your upcoming events has these words. Look under Past too.'}
        </p>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<CalendarPlus aria-hidden className="size-8" />} title="No events available">
      <p>{past ? 'Events that are over are listed here.' : 'Publish one: it takes a few minutes.'}</p>
      {past ? null : <ButtonLink to={paths.createEvent}>Create Event</ButtonLink>}
    </EmptyState>
  )
}
