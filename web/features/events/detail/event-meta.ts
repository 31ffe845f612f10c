import type { MetaDescriptor } from 'react-router'
import { shortDate } from '#contract/dates.ts'
import { isFull } from '#contract/events/applying.ts'
import { isUnlisted } from '#contract/events/event-link.ts'
import type { Event } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import { absolute, canonical, type Matches, siteOf, titled } from '#web/lib/page/meta.ts'

/** The description of an event's page for search engines and social networks. */
export function eventMeta(matches: Matches, event: Event | undefined): MetaDescriptor[] {
  if (!event) return titled(matches, 'No event found.')
  const path = paths.event(event.id)
  // For an unlisted event there is no address to publish: without the key it leads nowhere, and with the key it is
  // secret.
  const hasAddress = !isUnlisted(event)
  const { brand, url } = siteOf(matches)
  const description = `${shortDate(event.start_date_event)} · ${event.description.replace(/\s+/g, ' ')}`
  // Social networks cannot show the drawn covers, which are SVG.
  const image = url && event.event_image ? [{ property: 'og:image', content: absolute(url, event.event_image) }] : []
  return [
    ...titled(matches, event.event_name, description),
    ...(hasAddress ? canonical(matches, path) : []),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand },
    { property: 'og:title', content: event.event_name },
    { property: 'og:description', content: description },
    ...(url && hasAddress ? [{ property: 'og:url', content: absolute(url, path) }] : []),
    ...image,
    { name: 'twitter:card', content: image.length > 0 ? 'summary_large_image' : 'summary' },
    ...(event.visibility === 'PRIVATE'
      ? [{ name: 'robots', content: 'noindex' }]
      : [{ 'script:ld+json': structured(event, url) }]),
  ]
}

/** The event as schema.org/Event, for search engines. It is a data block, to which the Content-Security-Policy for
 *  scripts does not apply. */
function structured(event: Event, site: string): Record<string, unknown> & { '@type': string } {
  const address = site ? { url: absolute(site, paths.event(event.id)) } : {}
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.event_name,
    description: event.description,
    startDate: event.start_date_event,
    endDate: event.end_date_event,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${event.is_online ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: event.is_online
      ? { '@type': 'VirtualLocation', ...address }
      : {
          '@type': 'Place',
          ...(event.address && { name: event.address, address: event.address }),
          geo: { '@type': 'GeoCoordinates', latitude: event.latitude, longitude: event.longitude },
        },
    ...(site && event.event_image && { image: [absolute(site, event.event_image)] }),
    organizer: { '@type': 'Organization', name: event.organizer.organizer_name },
    offers: {
      '@type': 'Offer',
      price: event.is_free ? 0 : event.ticket_price,
      priceCurrency: 'THB',
      availability: `https://schema.org/${isFull(event) ? 'SoldOut' : 'InStock'}`,
      validFrom: event.start_date_register,
      ...address,
    },
    ...address,
  }
}
