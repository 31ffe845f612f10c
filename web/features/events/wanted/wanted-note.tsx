import { CalendarDays } from 'lucide-react'
import { clockTime, dayDate } from '#contract/dates.ts'
import { ZoneNote } from '#web/features/events/detail/zone-note.tsx'
import type { Wanted } from './wanted-event.ts'

/** Keeps the event in sight on the way to it through login and registration. */
export function WantedNote({ event }: { event: Wanted | null }) {
  if (event === null) return null
  return (
    <section aria-label="Event" className="flex items-start gap-3 rounded-md bg-sunken px-4 py-3">
      <CalendarDays aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{event.event_name}</p>
        <p className="figures text-sm text-ink-soft">
          <time dateTime={event.start_date_event}>
            {dayDate(event.start_date_event)}, {clockTime(event.start_date_event)}
          </time>
          <ZoneNote iso={event.start_date_event}>{(zone) => ` (${zone})`}</ZoneNote>
        </p>
      </div>
    </section>
  )
}
