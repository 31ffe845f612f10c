import { Link } from 'react-router'
import { clockTime, dayDate } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { ListedEvent } from './overview.ts'

interface EventLinesProps {
  /** The heading, such as 'Upcoming Events'. */
  title: string
  events: ListedEvent[]
  /** The list with all of them, null where it is shown already, and what its link says. */
  all: { to: string | null; label: string }
}

/** Events below the calendar, each in one line. */
export function EventLines({ title, events, all }: EventLinesProps) {
  return (
    <section aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      {events.length === 0 ? <p className="py-2 text-ink-soft">No events found</p> : null}
      <ul className="-mx-3 mt-1">
        {events.map(({ id, event_name, start_date_event }) => (
          <li key={id}>
            <Link to={paths.event(id)} className="block rounded-md px-3 py-2 transition hover:bg-accent-soft">
              <span className="line-clamp-2 font-medium wrap-anywhere">{event_name}</span>
              <time dateTime={start_date_event} className="figures text-sm text-ink-soft">
                {dayDate(start_date_event)}, {clockTime(start_date_event)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
      {events.length > 0 && all.to !== null ? (
        <Link to={all.to} className="inline-flex min-h-11 items-center font-medium text-accent-ink hover:underline">
          {all.label}
        </Link>
      ) : null}
    </section>
  )
}
