import { eventZoneName, fullDate } from '#contract/dates.ts'
import { placeInWords } from '#contract/events/event-place.ts'
import { eventCalendar, knownPoint } from '#contract/events/feeds.ts'
import { splitCommas } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import type { Context } from '#server/lib/context.ts'
import type { AtomEntry } from '#server/lib/feeds/atom.ts'
import type { CalendarEntry } from '#server/lib/feeds/calendar.ts'
import { stableId } from '#server/lib/feeds/stable-id.ts'
import type { FeedEvent, ListedFeedEvent } from './feeds.repository.ts'

/** The fields by which one entry of a calendar takes the place of another. */
type Changing = Pick<FeedEvent, 'id' | 'version' | 'updated_at' | 'start_date_event' | 'end_date_event'>

/** The event in a calendar, for everybody who may see it. `page` is its whole address; `meeting_link` is '' for those who
 *  may not read it. */
export function calendarEntry(
  ctx: Context,
  event: FeedEvent,
  { page, meeting_link = '', isCancelled = false }: { page: string; meeting_link?: string; isCancelled?: boolean },
): CalendarEntry {
  return {
    ...identity(ctx, event),
    isCancelled,
    name: event.event_name,
    location: placeOf(event, meeting_link),
    point: knownPoint(event),
    description: `${event.description}\n\nOrganizer: ${event.organizer_name}\n${page}`,
    url: page,
    categories: categoriesOf(event),
  }
}

/** An event that was called off, for those who may no longer read anything else of it: their calendars strike it out. */
export function calledOffEntry(ctx: Context, site: string, event: Changing): CalendarEntry {
  return {
    ...identity(ctx, event),
    isCancelled: true,
    name: 'Called off',
    location: '',
    description: 'This event has been called off.',
    url: site + paths.event(event.id),
  }
}

export function atomEntry(ctx: Context, site: string, event: ListedFeedEvent): AtomEntry {
  return {
    id: `urn:uuid:${eventId(ctx, event.id)}`,
    title: event.event_name,
    published: event.created_at,
    updated: event.updated_at,
    author: event.organizer_name,
    page: site + paths.event(event.id),
    calendar: site + eventCalendar(event.id),
    summary: [`${fullDate(event.start_date_event)} (${eventZoneName})`, placeOf(event), event.description]
      .filter(Boolean)
      .join(' · '),
    categories: categoriesOf(event),
  }
}

function identity(ctx: Context, { id, version, updated_at, start_date_event, end_date_event }: Changing) {
  return {
    uid: eventId(ctx, id),
    sequence: version,
    stamp: new Date(updated_at),
    start: new Date(start_date_event),
    end: new Date(end_date_event),
  }
}

function eventId({ signingKey }: Context, id: number): string {
  return stableId(signingKey.publicKey, `event ${id}`)
}

function placeOf(event: FeedEvent, meeting_link = ''): string {
  return event.is_online ? meeting_link || 'Online' : placeInWords(event).replaceAll(/\s+/g, ' ')
}

function categoriesOf({ category, tags }: FeedEvent): string[] {
  return [category.charAt(0) + category.slice(1).toLowerCase(), ...splitCommas(tags)]
}
