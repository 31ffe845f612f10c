import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  commaSeparated,
  Email,
  Flag,
  GivenDay,
  Id,
  Instant,
  PathId,
  requiredInstant,
  requiredText,
  text,
  WebAddress,
} from '#contract/fields.ts'
import { withinMarkdownLimits } from '#contract/markdown.ts'
import { requiredName } from '#contract/names.ts'
import { Cursor, centsOnly, degrees, numeric, pageLimit } from '#contract/numbers.ts'
import { Organizer } from '#contract/organizers.ts'
import { Standing } from './applying.ts'
import { LinkQuery } from './event-link.ts'

const choose = 'Select an option'
export const Category = z.enum(['CONFERENCE', 'WORKSHOP', 'SEMINAR', 'NETWORKING', 'CONCERT', 'OTHER'], choose)
export const DressCode = z.enum(
  [
    'CASUAL',
    'SMART_CASUAL',
    'BUSINESS_CASUAL',
    'SEMI_FORMAL',
    'FORMAL',
    'BLACK_TIE',
    'WHITE_TIE',
    'THEMED',
    'OUTDOOR_BEACH_CASUAL',
  ],
  choose,
)
export const Visibility = z.enum(['PUBLIC', 'PRIVATE'], choose)
export const EventStatus = z.enum(['UPCOMING', 'ONGOING', 'COMPLETED'])
export type Category = z.infer<typeof Category>
export type DressCode = z.infer<typeof DressCode>
export type Visibility = z.infer<typeof Visibility>
export type EventStatus = z.infer<typeof EventStatus>

/** Lengths in characters, prices in baht, capacity in seats. */
export const eventLimits = {
  event_name: 50,
  description: 350,
  markdown: 20_000,
  address: 500,
  tags: 500,
  max_attendee: 1_000_000,
  price: 10_000_000,
  age: 150,
} as const

/** Where an event without coordinates stands: the middle of Bangkok. */
export const bangkok = { latitude: 13.7563, longitude: 100.5018 } as const

/** Per event: how many like and bookmark it, and what the reader has done. */
export const Engagement = z.object({ total_likes: z.number().int(), total_bookmarks: z.number().int() })
export const UserEngaged = z.object({ is_liked: z.boolean(), is_bookmarked: z.boolean(), is_applied: z.boolean() })

/** An event as the API answers it. Texts are '' where nothing was given; `max_attendee` null means no limit;
 *  `meeting_link` is '' for everybody but the owner and ticket holders. Of an event that `is_called_off` only the owner
 *  and those who held a ticket read anything. `link_key` opens an unlisted event to whoever is given it; it is '' for
 *  everybody but the owner, in every list but the owner's own, and of every other event. */
export const Event = z.object({
  id: Id,
  user_id: Id,
  event_name: z.string(),
  description: z.string(),
  detailed_description: z.string(),
  terms_and_conditions: z.string(),
  event_image: z.string(),
  status: EventStatus,
  visibility: Visibility,
  category: Category,
  tags: z.string(),
  is_free: z.boolean(),
  is_online: z.boolean(),
  ticket_price: z.number(),
  expected_price: z.number(),
  dress_code: DressCode,
  max_attendee: z.number().int().nullable(),
  current_attendees: z.number().int(),
  is_verified: z.boolean(),
  start_date_register: Instant,
  end_date_register: Instant,
  start_date_event: Instant,
  end_date_event: Instant,
  updated_at: Instant,
  /** Rises with every change; see live.ts. */
  version: z.number().int(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  meeting_link: z.string(),
  allowed_email_domains: z.string(),
  contact_email: z.string(),
  contact_phone: z.string(),
  website_url: z.string(),
  facebook_url: z.string(),
  twitter_url: z.string(),
  instagram_url: z.string(),
  other_url: z.string(),
  min_age_requirement: z.number().int(),
  is_called_off: z.boolean(),
  link_key: z.string(),
  comments_closed: z.boolean(),
  organizer: Organizer,
  engagement: Engagement,
  user_engaged: UserEngaged,
})
export type Event = z.infer<typeof Event>

/** One event by itself: its Markdown texts as safe HTML too, '' where there is no text. What could not be rendered in
 *  time is HTML that shows it as it was typed. `standing` is the reader's: what decides whether they may apply. */
export const EventDetail = Event.extend({
  detailed_description_html: z.string(),
  terms_and_conditions_html: z.string(),
  standing: Standing,
})
export type EventDetail = z.infer<typeof EventDetail>

/** What cards, calendars and tickets show of an event: all that is not long. */
export const CardEvent = Event.pick({
  id: true,
  user_id: true,
  event_name: true,
  description: true,
  event_image: true,
  status: true,
  visibility: true,
  category: true,
  tags: true,
  is_free: true,
  is_online: true,
  ticket_price: true,
  max_attendee: true,
  current_attendees: true,
  is_verified: true,
  start_date_event: true,
  end_date_event: true,
  address: true,
  latitude: true,
  longitude: true,
  is_called_off: true,
  link_key: true,
  engagement: true,
  user_engaged: true,
})
export type CardEvent = z.infer<typeof CardEvent>

/** A list's events: whole, or with `fields=card` what cards show of them. */
export const ListedEvents = z.array(z.union([Event, CardEvent]))

/** JSON of one answer, in bytes of UTF-8: a list ends before it, and goes on in its next page. */
export const longestList = 8 * 1024 * 1024

const price = z
  .number()
  .min(0, 'May not be below 0.')
  .max(eventLimits.price, 'This price is too high.')
  .multipleOf(0.01, centsOnly)
const domain = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i

const capacity = z
  .number()
  .int('Must be a whole number.')
  .min(0, 'May not be below 0.')
  .max(eventLimits.max_attendee, 'This limit is too high.')

/** What an organizer types, with the form's defaults. `max_attendee` null or 0 means no limit. */
export const EventDraft = z.object({
  event_name: requiredName('Event name', eventLimits.event_name),
  description: requiredText('Short description', eventLimits.description),
  detailed_description: requiredText('Detailed description', eventLimits.markdown).superRefine(withinMarkdownLimits),
  terms_and_conditions: text(eventLimits.markdown).superRefine(withinMarkdownLimits).default(''),
  category: Category.default('CONFERENCE'),
  dress_code: DressCode.default('CASUAL'),
  visibility: Visibility.default('PUBLIC'),
  tags: commaSeparated(eventLimits.tags).default(''),
  min_age_requirement: numeric(
    z
      .number()
      .int('Must be a whole number.')
      .min(0, 'May not be below 0.')
      .max(eventLimits.age, 'This age is too high.'),
    0,
  ).default(0),
  is_online: Flag.default(false),
  address: text(eventLimits.address).default(''),
  latitude: numeric(degrees(90), bangkok.latitude, { plus: true }).default(bangkok.latitude),
  longitude: numeric(degrees(180), bangkok.longitude, { plus: true }).default(bangkok.longitude),
  meeting_link: WebAddress.default(''),
  start_date_register: requiredInstant('Registration opening'),
  end_date_register: requiredInstant('Registration closing'),
  start_date_event: requiredInstant('Event start'),
  end_date_event: requiredInstant('Event end'),
  is_free: Flag.default(true),
  ticket_price: numeric(price, 0).default(0),
  expected_price: numeric(price, 0).default(0),
  max_attendee: numeric(capacity, null)
    .transform((seats) => seats || null)
    .default(null),
  allowed_email_domains: commaSeparated(1_000)
    .refine(
      (list) => list === '' || list.split(',').every((name) => domain.test(name)),
      'Enter domains such as ku.th, separated by commas.',
    )
    .transform((list) => list.toLowerCase())
    .default(''),
  contact_email: text(254)
    .pipe(z.union([z.literal(''), Email], 'Enter a valid email address.'))
    .default(''),
  contact_phone: text(30).default(''),
  website_url: WebAddress.default(''),
  facebook_url: WebAddress.default(''),
  twitter_url: WebAddress.default(''),
  instagram_url: WebAddress.default(''),
  other_url: commaSeparated(2_000)
    .refine(
      (list) => list === '' || list.split(',').every((url) => WebAddress.safeParse(url).success),
      'Enter addresses that start with http:// or https://, separated by commas.',
    )
    .default(''),
})
export type EventDraft = z.output<typeof EventDraft>
export type EventDraftInput = z.input<typeof EventDraft>

/** Drops what does not apply: a price of a free event, the link of one in person, the domains of a public one.
 *  Takes a draft that was read as well as one that is still being typed. */
export function withoutWhatDoesNotApply<Draft extends Partial<Record<keyof EventDraft, unknown>>>(draft: Draft): Draft {
  return {
    ...draft,
    ticket_price: draft.is_free ? 0 : draft.ticket_price,
    expected_price: draft.is_free ? 0 : draft.expected_price,
    meeting_link: draft.is_online ? draft.meeting_link : '',
    allowed_email_domains: draft.visibility === 'PRIVATE' ? draft.allowed_email_domains : '',
  }
}

export const EventSort = z.enum(['newest', 'popular', 'soonest', 'latest'])

/** Which part of a list is answered, and how much of each event: `card` for what cards show, else the whole record. */
export const ListPage = z.object({ fields: z.literal('card').optional(), limit: pageLimit(1_000), cursor: Cursor })
export type ListPage = z.output<typeof ListPage>

/** Every parameter narrows the list; `cursor` is how many events to pass over, as the `Link` header gives it. */
export const EventQuery = z.object({
  search: z.string().trim().max(200).optional(),
  status: EventStatus.optional(),
  category: Category.optional(),
  visibility: Visibility.optional(),
  /** Any of these, separated by commas. */
  tags: commaSeparated(500).optional(),
  /** A day in the event's time zone on which the event takes place. */
  date: GivenDay.optional(),
  sort: EventSort.default('newest'),
  ...ListPage.shape,
})
export type EventQuery = z.output<typeof EventQuery>
export type EventQueryInput = z.input<typeof EventQuery>

export const EventParams = z.object({ eventId: PathId })

/** Newest created first unless sorted; the number of all that match is in `X-Total-Count`, the next page in `Link`. A page
 *  holds fewer than `limit` events where they come to more than `longestList`. */
export const listEvents = {
  method: 'GET',
  url: '/api/events/events',
  schema: { summary: 'List and search events', querystring: EventQuery, response: { 200: ListedEvents } },
  config: { access: 'visitor' },
} satisfies Endpoint

/** An unlisted event is found by the key of its link, and without it by its owner and those who came with it before. */
export const showEvent = {
  method: 'GET',
  url: '/api/events/:eventId',
  schema: { summary: 'Read one event', params: EventParams, querystring: LinkQuery, response: { 200: EventDetail } },
  config: { access: 'visitor' },
} satisfies Endpoint

export const showEventCard = {
  method: 'GET',
  url: '/api/events/:eventId/card',
  schema: { summary: 'Read what cards show of an event', params: EventParams, response: { 200: CardEvent } },
  config: { access: 'visitor' },
} satisfies Endpoint

export const createEvent = {
  method: 'POST',
  url: '/api/events/create-event',
  schema: { summary: 'Publish an event', body: EventDraft, response: { 201: EventDetail } },
  config: { access: 'signed-in', limit: 'write', send: 'multipart', file: 'image' },
} satisfies Endpoint

/** A text of the form and the field that it is typed into. */
export const MarkdownPreview = z.object({
  field: EventDraft.keyof().extract(['detailed_description', 'terms_and_conditions']),
  text: text(eventLimits.markdown).superRefine(withinMarkdownLimits),
})
export type MarkdownPreview = z.output<typeof MarkdownPreview>

/** How readers will see a text, before it is saved; for organizers. */
export const previewMarkdown = {
  method: 'POST',
  url: '/api/events/preview-markdown',
  schema: {
    summary: 'Preview a Markdown text',
    body: MarkdownPreview,
    response: { 200: z.object({ html: z.string() }) },
  },
  config: { access: 'signed-in', limit: 'preview' },
} satisfies Endpoint
