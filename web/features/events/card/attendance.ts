import type { Event } from '#contract/events/events.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'

type Seats = Pick<Event, 'max_attendee' | 'current_attendees'>

/** '12 of 50 attending', or '12 attending' without a limit. */
export function attendance({ max_attendee, current_attendees }: Seats): string {
  const going = formatNumber(current_attendees)
  return max_attendee ? `${going} of ${formatNumber(max_attendee)} attending` : `${going} attending`
}

/** For the header of an event's page. */
export function capacity({ max_attendee }: Pick<Seats, 'max_attendee'>): string {
  if (max_attendee === 1) return '1 attendee max'
  return max_attendee ? `${formatNumber(max_attendee)} attendees max` : 'No attendees limit'
}

/** For the registration details. */
export function attendeeLimit({ max_attendee }: Pick<Seats, 'max_attendee'>): string {
  if (max_attendee === 1) return 'Limited to 1 attendee'
  return max_attendee ? `Limited to ${formatNumber(max_attendee)} attendees` : 'No attendee limit'
}
