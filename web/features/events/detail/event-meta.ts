import type { MetaDescriptor } from 'react-router'
import { nobody } from '#contract/accounts/deleted-account.ts'
import { dayDate, zonedIso } from '#contract/dates.ts'
import { eventPreview, oEmbedPath } from '#contract/events/event-links.ts'
import { placeText } from '#contract/events/event-place.ts'
import type { Event } from '#contract/events/events.ts'
import { inLanguage } from '#contract/language/languages.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-detail.json'
import { statusOf } from '#web/lib/api/api-error.ts'
import { placedAt } from '#web/lib/map/map.ts'
import { absolute, hiddenHead, type Matches, publicHead, siteOf } from '#web/lib/page/meta.ts'

interface Loaded {
  event: Event
  /** Only on the server; null in the browser. */
  structured: Structured | null
}

/** The head of an event's page. Search engines and social networks get only the title of a private event: an unlisted
 *  one has no public address, and its key is secret. */
export function eventMeta(matches: Matches, loaded: Loaded | undefined, error?: unknown): MetaDescriptor[] {
  if (!loaded) return hiddenHead(matches, statusOf(error) === 404 ? m.noEvent : common.event)
  const { event, structured } = loaded
  const { start_date_event, previous_start_date } = event
  const date = dayDate(start_date_event)
  const when = previous_start_date ? fill(m.movedFrom, { date, before: dayDate(previous_start_date) }) : date
  const description = `${when} · ${event.description.replace(/\s+/g, ' ')}`
  if (event.visibility === 'PRIVATE') return hiddenHead(matches, event.event_name, description)
  // Only former ticket holders still see it.
  if (event.is_called_off) {
    const head = hiddenHead(matches, event.event_name, description)
    return structured ? [...head, { 'script:ld+json': structured }] : head
  }
  const head = publicHead(matches, {
    title: event.event_name,
    description,
    path: paths.event(event.id),
    picture: { path: inLanguage(eventPreview(event)), alt: event.event_name },
    ...(structured && { structured }),
  })
  return [...head, ...oEmbedLink(event, siteOf(matches).url)]
}

/** Lets other sites show a card for a pasted link. */
function oEmbedLink({ id, event_name }: Event, site: string): MetaDescriptor[] {
  if (site === '') return []
  const href = absolute(site, inLanguage(oEmbedPath(absolute(site, paths.event(id)))))
  return [{ tagName: 'link', rel: 'alternate', type: 'application/json+oembed', title: event_name, href }]
}

type Structured = Record<string, unknown> & { '@type': string }

/** Structured data for search engines; null for private events. Server only, to keep its code out of browsers. */
export function forSearchEngines(event: Event, site: string): Structured | null {
  return event.visibility === 'PRIVATE' ? null : structuredEvent(event, site)
}

/** As https://schema.org/Event, with the fields of
 *  https://developers.google.com/search/docs/appearance/structured-data/event. `site` is scheme and host; '' leaves
 *  addresses out. */
export function structuredEvent(event: Event, site: string): Structured {
  const address = site === '' ? {} : { url: absolute(site, inLanguage(paths.event(event.id))) }
  const images = event.is_called_off ? [event.event_image] : [inLanguage(eventPreview(event)), event.event_image]
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.event_name,
    description: event.description,
    ...address,
    startDate: zonedIso(event.start_date_event),
    endDate: zonedIso(event.end_date_event),
    ...(event.previous_start_date && { previousStartDate: zonedIso(event.previous_start_date) }),
    eventStatus: `https://schema.org/${schemaStatus(event)}`,
    eventAttendanceMode: `https://schema.org/${event.is_online ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: event.is_online ? { '@type': 'VirtualLocation', ...address } : placeOf(event),
    ...(site !== '' && { image: images.filter(Boolean).map((image) => absolute(site, image)) }),
    organizer: organizerOf(event, site),
    offers: {
      ...pricesOfOffer(event),
      ...address,
      priceCurrency: 'THB',
      availability: `https://schema.org/${hasSeats(event) ? 'InStock' : 'SoldOut'}`,
      validFrom: zonedIso(event.start_date_register),
      validThrough: zonedIso(event.end_date_register),
    },
  }
}

function pricesOfOffer({ is_free, ticket_price, highest_ticket_price, ticket_types }: Event) {
  const offers = ticket_types.filter(({ is_closed }) => !is_closed).length
  if (offers < 2) return { '@type': 'Offer', price: is_free ? 0 : ticket_price }
  return { '@type': 'AggregateOffer', lowPrice: ticket_price, highPrice: highest_ticket_price, offerCount: offers }
}

function hasSeats(event: Event): boolean {
  if (event.ticket_types.length === 0) return event.seats_left !== 0
  return event.ticket_types.some(({ state }) => state === 'on_sale' || state === 'not_yet')
}

function schemaStatus({ is_called_off, previous_start_date }: Event): string {
  if (is_called_off) return 'EventCancelled'
  return previous_start_date === null ? 'EventScheduled' : 'EventRescheduled'
}

/** The location of an online event is its page: the meeting link is for ticket holders. */
function placeOf(event: Event): Structured {
  const point = event.place_to_be_announced ? null : placedAt(event)
  const words = placeText(event)
  return {
    '@type': 'Place',
    ...(words && { name: words, address: { '@type': 'PostalAddress', streetAddress: words } }),
    ...(point && { geo: { '@type': 'GeoCoordinates', ...point } }),
  }
}

function organizerOf({ organizer: { id, organizer_name, organization_type } }: Event, site: string): Structured {
  return {
    '@type': organization_type === 'INDIVIDUAL' ? 'Person' : 'Organization',
    name: organizer_name,
    ...(site !== '' && id !== nobody && { url: absolute(site, inLanguage(paths.organizer(id))) }),
  }
}
