import type { Event } from '#contract/events/events.ts'

type Seats = Pick<Event, 'max_attendee' | 'current_attendees'>

const count = new Intl.NumberFormat('en-US')

/** '12 of 50 attending', or '12 attending' where there is no limit. */
export function attendance({ max_attendee, current_attendees }: Seats): string {
  const going = count.format(current_attendees)
  return max_attendee ? `${going} of ${count.format(max_attendee)} attending` : `${going} attending`
}

/** The capacity in the header of an event's page. */
export function capacity({ max_attendee }: Pick<Seats, 'max_attendee'>): string {
  if (max_attendee === 1) return '1 attendee max'
  return max_attendee ? `${count.format(max_attendee)} attendees max` : 'No attendees limit'
}

/** The limit in the registration details. */
export function attendeeLimit({ max_attendee }: Pick<Seats, 'max_attendee'>): string {
  if (max_attendee === 1) return 'Limited to 1 attendee'
  return max_attendee ? `Limited to ${count.format(max_attendee)} attendees` : 'No attendee limit'
}
