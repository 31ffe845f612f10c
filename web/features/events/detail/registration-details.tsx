import type { ReactNode } from 'react'
import type { Event } from '#contract/events/events.ts'
import { attendance, attendeeLimit } from '#web/features/events/card/attendance.ts'
import { price } from '#web/lib/format/money.ts'
import { Moment } from './event-when.tsx'
import { Line, Panel } from './panel.tsx'

/** The button to apply, and what applying takes. */
export function RegistrationDetails({ event, apply }: { event: Event; apply: ReactNode }) {
  return (
    <Panel title="Registration Details">
      <p className="figures flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-2xl font-semibold text-accent-ink">{price(event)}</span>
        <span className="text-ink-soft">{attendance(event)}</span>
      </p>
      {apply}
      <dl className="mt-1 flex flex-col gap-3">
        <Line name="Attendees">{attendeeLimit(event)}</Line>
        <Line name="Registration closes">
          <Moment iso={event.end_date_register} />
        </Line>
        {event.min_age_requirement > 0 ? <Line name="Minimum age">{event.min_age_requirement}</Line> : null}
      </dl>
    </Panel>
  )
}
