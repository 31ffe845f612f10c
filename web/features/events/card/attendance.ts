import type { Event } from '#contract/events/events.ts'
import { counted, fill } from '#contract/language/messages.ts'
import * as m from '#messages/events.json'
import { formatNumber } from '#web/lib/format/numbers.ts'

type Seats = Pick<Event, 'max_attendee' | 'current_attendees'>

/** '12 of 50 attending', or '12 attending' without a limit. */
export function attendance({ max_attendee, current_attendees }: Seats): string {
  const count = formatNumber(current_attendees)
  return max_attendee ? fill(m.attendingOf, { count, most: formatNumber(max_attendee) }) : fill(m.attending, { count })
}

/** For the header of an event's page. */
export function capacity({ max_attendee }: Pick<Seats, 'max_attendee'>): string {
  return max_attendee ? counted(max_attendee, m.attendeesMax_one, m.attendeesMax_other) : m.noMax
}

/** For the registration details. */
export function attendeeLimit({ max_attendee }: Pick<Seats, 'max_attendee'>): string {
  return max_attendee ? counted(max_attendee, m.limitedTo_one, m.limitedTo_other) : m.noLimit
}
