import type { DeletionPreview } from '#contract/accounts/deletion.ts'
import { fullDate } from '#contract/dates.ts'
import { consequencesOf } from './consequences.ts'

/** All that a deletion does, with the figures of this person. */
export function DeletionConsequences({ preview }: { preview: DeletionPreview }) {
  return (
    <div className="flex flex-col gap-3 text-ink-soft">
      <p>This cannot be undone:</p>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {consequencesOf(preview).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}

export function EventsToCallOff({ preview }: { preview: DeletionPreview }) {
  const { events_to_call_off: events, upcoming_events: total } = preview
  return (
    <div className="flex flex-col gap-3 text-ink-soft">
      <p>
        People may hold tickets for your events. Delete each event on the page My Events: whoever holds a ticket is told
        that it is called off. Then come back here.
      </p>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {events.map(({ id, event_name, start_date_event }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-medium text-ink">{event_name}</span>
            <br />
            <span className="figures text-sm">{fullDate(start_date_event)}</span>
          </li>
        ))}
      </ul>
      {total > events.length ? <p>{`There are ${total} upcoming events in all.`}</p> : null}
    </div>
  )
}
