import { CalendarPlus, FilePen, Search } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { type Shown, shownPath } from './shown.ts'

/** What stands in the place of one's own events where there are none. `drafts` is how many there are. */
export function NoOwnEvents({ shown: { part, search }, drafts }: { shown: Shown; drafts: number }) {
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
  if (!past && drafts > 0) {
    return (
      <EmptyState icon={<FilePen aria-hidden className="size-8" />} title="No events available">
        <p>
          {drafts === 1
            ? 'You have a draft that is not published yet.'
            : `You have ${drafts} drafts that are not published yet.`}
        </p>
        <ButtonLink to={shownPath({ part: 'drafts', search: '' })}>Go to Drafts</ButtonLink>
        <ButtonLink to={paths.createEvent} variant="quiet">
          Create Event
        </ButtonLink>
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
