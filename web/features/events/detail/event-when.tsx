import { clockTime, dayDate } from '#contract/dates.ts'
import type { Event } from '#contract/events/events.ts'
import { Line, Panel } from './panel.tsx'
import { ZoneNote } from './zone-note.tsx'

export function EventWhen({ event }: { event: Pick<Event, 'start_date_event' | 'end_date_event'> }) {
  return (
    <Panel title="Date & Time">
      <dl className="flex flex-col gap-3">
        <Line name="Starts">
          <Moment iso={event.start_date_event} />
        </Line>
        <Line name="Ends">
          <Moment iso={event.end_date_event} />
        </Line>
      </dl>
      <ZoneNote iso={event.start_date_event}>
        {(zone) => <span className="block text-sm text-ink-soft">All times are {zone}.</span>}
      </ZoneNote>
    </Panel>
  )
}

/** A date and time such as 'Sat, Nov 21, 2026, 6:30 PM'. */
export function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso}>
      {dayDate(iso)}, {clockTime(iso)}
    </time>
  )
}
