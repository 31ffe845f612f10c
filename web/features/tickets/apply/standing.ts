import { longDate } from '#contract/dates.ts'
import { errors } from '#contract/errors.ts'
import type { Event } from '#contract/events/events.ts'

/** Where a reader stands with an event: what they can do now, and the sentence that says why they cannot do more. */
export interface Standing {
  can: 'apply' | 'unapply' | null
  why: string | null
}

/** The server decides with the same order (docs/rules.md, Applying and tickets), by its own clock and on the newest state. */
export function standingOf(event: Event, readerId: number | null, now: number): Standing {
  const { end_date_event, start_date_event, start_date_register, end_date_register } = event
  const reached = (instant: string) => now >= Date.parse(instant)
  const only = (why: string): Standing => ({ can: null, why })

  if (event.is_called_off) return only(errors.event_called_off.message)
  if (event.user_id === readerId) return only('This is your own event: you do not need a ticket.')
  if (reached(end_date_event)) return only('This event is over.')
  if (event.user_engaged.is_applied) {
    return reached(start_date_event) ? only(errors.event_started.message) : { can: 'unapply', why: null }
  }
  if (!reached(start_date_register)) return only(`Registration opens on ${longDate(start_date_register)}.`)
  if (reached(end_date_register)) return only(errors.registration_closed.message)
  if (isFull(event)) return only(errors.event_full.message)
  return { can: 'apply', why: null }
}

/** null and 0 mean no limit. */
function isFull({ max_attendee, current_attendees }: Event): boolean {
  return Boolean(max_attendee) && current_attendees >= Number(max_attendee)
}
