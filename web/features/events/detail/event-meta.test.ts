import { expect, test } from 'vitest'
import { z } from 'zod'
import { bangkok } from '#contract/events/event-place.ts'

import type { Event } from '#contract/events/events.ts'
import type { TicketTypeState } from '#contract/events/ticket-types.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { unknownSite } from '#web/lib/page/site.ts'
import { eventMeta, forSearchEngines, structuredEvent } from './event-meta.ts'

const site = 'https://ruam.example'
const Address = z.url({ protocol: /^https$/ })
const Moment = z.iso.datetime({ offset: true }).regex(/\+07:00$/)
const oneOf = <Name extends string>(...names: Name[]) => z.enum(names.map((name) => `https://schema.org/${name}`))
const PostalAddress = z.strictObject({ '@type': z.literal('PostalAddress'), streetAddress: z.string().min(1) })
const Point = z.strictObject({
  '@type': z.literal('GeoCoordinates'),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
})

const terms = {
  url: Address,
  priceCurrency: z.literal('THB'),
  availability: oneOf('InStock', 'SoldOut'),
  validFrom: Moment,
  validThrough: Moment,
}

/** What search engines accept (https://developers.google.com/search/docs/appearance/structured-data/event). Strict,
 *  so that a field exposed by mistake fails the test. */
const StructuredEvent = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('Event'),
  name: z.string().min(1),
  description: z.string().min(1),
  url: Address,
  startDate: Moment,
  endDate: Moment,
  previousStartDate: Moment.optional(),
  eventStatus: oneOf('EventScheduled', 'EventCancelled', 'EventRescheduled'),
  eventAttendanceMode: oneOf('OnlineEventAttendanceMode', 'OfflineEventAttendanceMode'),
  location: z.union([
    z.strictObject({ '@type': z.literal('VirtualLocation'), url: Address }),
    z.strictObject({ '@type': z.literal('Place'), name: z.string(), address: PostalAddress, geo: Point }),
    z.strictObject({ '@type': z.literal('Place'), geo: Point }),
    // The place is to be announced, or not marked on the map.
    z.strictObject({ '@type': z.literal('Place'), name: z.string(), address: PostalAddress }),
  ]),
  image: z.array(Address),
  organizer: z.strictObject({ '@type': z.enum(['Person', 'Organization']), name: z.string(), url: Address.optional() }),
  offers: z.union([
    z.strictObject({ '@type': z.literal('Offer'), price: z.number().min(0), ...terms }),
    z.strictObject({
      '@type': z.literal('AggregateOffer'),
      lowPrice: z.number().min(0),
      highPrice: z.number().min(0),
      offerCount: z.number().int().min(2),
      ...terms,
    }),
  ]),
})

const type = (id: number, price: number, state: TicketTypeState): Event['ticket_types'][number] => {
  const more = { name: `Type ${id}`, note: '', waiting: 0, seats_left: null, on_sale_from: null, on_sale_until: null }
  return { id, price, state, is_closed: state === 'closed', is_hidden: false, ...more }
}

const jazz = {
  id: 7,
  version: 3,
  event_name: 'คืนแจ๊ส',
  description: 'A night of jazz.',
  event_image: '',
  category: 'CONCERT',
  visibility: 'PUBLIC',
  is_called_off: false,
  is_online: false,
  is_free: false,
  ticket_price: 250.5,
  highest_ticket_price: null,
  ticket_types: [] as Event['ticket_types'],
  max_attendee: 100,
  current_attendees: 99,
  seats_left: 1,
  start_date_register: '2026-11-01T00:00:00.000Z',
  end_date_register: '2026-11-20T00:00:00.000Z',
  start_date_event: '2026-11-21T11:30:00.000Z',
  end_date_event: '2026-11-21T15:00:00.000Z',
  previous_start_date: null,
  address: '123 Sukhumvit Road, Bangkok',
  latitude: 13.73,
  longitude: 100.56,
  meeting_link: '',
  organizer: { id: 5, organizer_name: 'Jazz House', organization_type: 'COMPANY' },
} as Event

const structuredOf = (given: Partial<Event>) => StructuredEvent.parse(structuredEvent({ ...jazz, ...given }, site))

test('an event has the structured data that search engines expect', () => {
  expect(structuredOf({})).toMatchObject({
    name: 'คืนแจ๊ส',
    url: 'https://ruam.example/events/7',
    startDate: '2026-11-21T18:30:00+07:00',
    endDate: '2026-11-21T22:00:00+07:00',
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { name: '123 Sukhumvit Road, Bangkok', geo: { latitude: 13.73, longitude: 100.56 } },
    image: ['https://ruam.example/events/7/preview.jpg?v=3'],
    organizer: { '@type': 'Organization', name: 'Jazz House', url: 'https://ruam.example/organizers/5' },
    offers: { price: 250.5, availability: 'https://schema.org/InStock', validFrom: '2026-11-01T07:00:00+07:00' },
  })
  expect(structuredOf({}).previousStartDate).toBeUndefined()
})

test.each<[string, Partial<Event>, object]>([
  [
    'with a place to be announced says so and has no coordinates',
    { place_to_be_announced: true, address: '' },
    { location: { name: 'Place to be announced', address: { streetAddress: 'Place to be announced' } } },
  ],
  [
    'with a moved start is rescheduled and has its previous date',
    { previous_start_date: '2026-11-14T11:30:00.000Z' },
    {
      eventStatus: 'https://schema.org/EventRescheduled',
      previousStartDate: '2026-11-14T18:30:00+07:00',
    },
  ],
  [
    'that is called off is cancelled, even if it was moved before',
    {
      is_called_off: true,
      previous_start_date: '2026-11-14T11:30:00.000Z',
    },
    { eventStatus: 'https://schema.org/EventCancelled', image: [] },
  ],
  ['that is full is sold out', { seats_left: 0 }, { offers: { availability: 'https://schema.org/SoldOut' } }],
  [
    'without a limit is never sold out',
    { max_attendee: null, seats_left: null },
    {
      offers: { availability: 'https://schema.org/InStock' },
    },
  ],
  [
    'with several ticket types has its lowest and highest price',
    {
      ticket_price: 90,
      highest_ticket_price: 250.5,
      ticket_types: [type(1, 90, 'sold_out'), type(2, 250.5, 'on_sale'), type(3, 50, 'closed')],
    },
    {
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: 90,
        highPrice: 250.5,
        offerCount: 2,
        availability: 'https://schema.org/InStock',
      },
    },
  ],
  ['that is free costs 0 baht', { is_free: true, ticket_price: 0 }, { offers: { price: 0, priceCurrency: 'THB' } }],
  [
    'organized by a person says so',
    { organizer: { ...jazz.organizer, organization_type: 'INDIVIDUAL' } },
    {
      organizer: { '@type': 'Person' },
    },
  ],
  ['without an address has its coordinates', { address: '' }, { location: { geo: { latitude: 13.73 } } }],
  [
    'with an image includes it',
    { event_image: '/pictures/a-1280.webp' },
    {
      image: ['https://ruam.example/events/7/preview.jpg?v=3', 'https://ruam.example/pictures/a-1280.webp'],
    },
  ],
])('an event %s', (_, given, expected) => {
  expect(structuredOf(given)).toMatchObject(expected)
})

test('an event without a pin has no coordinates', () => {
  expect(structuredOf(bangkok).location).toEqual({
    '@type': 'Place',
    name: '123 Sukhumvit Road, Bangkok',
    address: { '@type': 'PostalAddress', streetAddress: '123 Sukhumvit Road, Bangkok' },
  })
})

test('an organizer with a deleted account has no page', () => {
  const { organizer } = structuredOf({ organizer: { ...jazz.organizer, id: 0, organizer_name: 'Deleted account' } })

  expect(organizer).toEqual({ '@type': 'Organization', name: 'Deleted account' })
})

test('the location of an online event is its page, never its meeting link', () => {
  const online = { is_online: true, meeting_link: 'https://meet.example/secret' }

  expect(structuredOf(online)).toMatchObject({
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url: 'https://ruam.example/events/7' },
  })
  expect(JSON.stringify(structuredOf(online))).not.toContain('meet.example')
})

const matches = [{ id: 'root', loaderData: { ...unknownSite, url: site } }]
const headOf = (given: Partial<Event>) => {
  const event = { ...jazz, ...given }
  return JSON.stringify(eventMeta(matches, { event, structured: forSearchEngines(event, site) }))
}

test('a private event has no picture, address or data in its head and is not indexed', () => {
  for (const allowed_email_domains of ['', 'ku.th']) {
    const head = headOf({ visibility: 'PRIVATE', allowed_email_domains, link_key: 'secret' })

    expect(head).toContain('noindex')
    expect(head).not.toMatch(/preview|canonical|ld\+json|og:|https:|secret/)
  }
  expect(forSearchEngines({ ...jazz, visibility: 'PRIVATE' }, site)).toBeNull()
})

test('a called-off event says so and is not indexed', () => {
  expect(headOf({ is_called_off: true })).toMatch(/noindex.*EventCancelled/)
  expect(headOf({ is_called_off: true })).not.toMatch(/preview|canonical/)
  expect(headOf({})).toMatch(/canonical.*preview\.jpg\?v=3/)
})

test('an event that fails to load is not reported as missing', () => {
  const titleOf = (error: unknown) => JSON.stringify(eventMeta(matches, undefined, error))

  expect(titleOf(new ApiError('event_not_found', { status: 404, message: '' }))).toContain('No event found.')
  expect(titleOf(new ApiError('no_answer'))).not.toContain('No event found.')
})
