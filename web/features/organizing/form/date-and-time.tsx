import { eventYears } from '#contract/events/event-dates.ts'
import { DateTimeInput } from '#web/ui/forms/inputs.tsx'
import { DraftInput } from './draft-input.tsx'

const dates = [
  { name: 'start_date_register', label: 'Registration Opening' },
  { name: 'end_date_register', label: 'Registration Closing' },
  { name: 'start_date_event', label: 'Event Start' },
  { name: 'end_date_event', label: 'Event End' },
] as const

export function DateAndTime() {
  const range = dateRange(new Date())
  return (
    <div className="flex flex-col gap-6">
      <p className="text-ink-soft">All times are Bangkok time.</p>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        {dates.map(({ name, label }) => (
          <DraftInput key={name} name={name} label={label} required>
            {(control) => <DateTimeInput {...control} {...range} />}
          </DraftInput>
        ))}
      </div>
    </div>
  )
}

/** `min` and `max` of a date's control. Without them browsers accept a year of six digits. */
function dateRange(now: Date): { min: string; max: string } {
  const { first, last } = eventYears(now)
  return { min: `${first}-01-01T00:00`, max: `${last}-12-31T23:59` }
}
