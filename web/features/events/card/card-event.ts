import type { Event } from '#contract/events/events.ts'

const fields = [
  'id',
  'event_name',
  'description',
  'event_image',
  'category',
  'status',
  'visibility',
  'is_online',
  'is_free',
  'ticket_price',
  'is_verified',
  'max_attendee',
  'current_attendees',
  'start_date_event',
  'address',
  'latitude',
  'longitude',
  'engagement',
  'user_engaged',
] as const satisfies (keyof Event)[]

/** What a card shows of an event. */
export type CardEvent = Pick<Event, (typeof fields)[number]>

/** Leaves out what no card shows: the long texts would make a page of cards ten times as heavy. */
export function cardEvent(event: Event): CardEvent {
  return Object.fromEntries(fields.map((field) => [field, event[field]])) as CardEvent
}
