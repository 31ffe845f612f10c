import { clockTime, shortDate, zoneNote } from '#contract/dates.ts'
import type { Event } from '#contract/events.ts'
import { useReaderZone } from '#web/lib/reader-zone.ts'
import { Line, Panel } from './panel.tsx'

/** When it starts and ends. */
export function EventWhen({ event }: { event: Pick<Event, 'start_date_event' | 'end_date_event'> }) {
  const zone = zoneNote(event.start_date_event, useReaderZone())
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
      {zone ? <p className="text-sm text-ink-soft">All times are {zone}.</p> : null}
    </Panel>
  )
}

/** 'Nov 21, 2026, 6:30 PM'. */
export function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso}>
      {shortDate(iso)}, {clockTime(iso)}
    </time>
  )
}
