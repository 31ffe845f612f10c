import { z } from 'zod'
import { eventRoles, type Schemas } from '#contract/endpoint.ts'
import { Id, Instant, PathId, PersonId } from '#contract/fields.ts'
import { Organizer } from '#contract/organizers.ts'
import { Question } from '#contract/questions/questions.ts'
import * as m from '#messages/fields.json'
import { applicationStates, cancelReasons, liveStates } from './application.ts'
import { linkKeyLength, linkParameter } from './event-links.ts'
import * as events from './events.ts'
import { categories, eventStatuses, visibilities } from './events.ts'
import { TicketType } from './ticket-types.schemas.ts'

export const ApplicationState = z.enum(applicationStates)
export type ApplicationState = z.infer<typeof ApplicationState>

export const LiveState = z.enum(liveStates)
export type LiveState = z.infer<typeof LiveState>

export const CancelReason = z.enum(cancelReasons)
export type CancelReason = z.infer<typeof CancelReason>

/** The last transfer slip sent for an application. */
export const Slip = z.object({
  /** `in_review` waits for the organizer's decision. */
  state: z.enum(['in_review', 'refused', 'confirmed']),
  /** The organizer's reason for refusing it; '' without one. */
  reason: z.string(),
  sent_at: Instant,
  /** Whether the code on the slip could be read, so that it cannot be used for another ticket. */
  readable: z.boolean(),
})
export type Slip = z.infer<typeof Slip>

/** How somebody who came without a ticket has paid at the door; `free` has not. */
export const WalkInPayment = z.enum(['cash', 'promptpay', 'free'])
export type WalkInPayment = z.infer<typeof WalkInPayment>

/** The facts about a viewer that decide whether they may apply. The server sends them, because it knows age, email
 *  and blocks. Facts that change with time or seats are fields of the event. */
export const Standing = z.object({
  is_owner: z.boolean(),
  is_blocked: z.boolean(),
  /** False if the event is for other email domains. */
  is_from_domain: z.boolean(),
  /** On the day of the event; `unknown` if an age is required and the birth date is missing. */
  age: z.enum(['enough', 'too_young', 'unknown']),
  /** Of their application; null without one. */
  ticket: LiveState.nullable(),
})
export type Standing = z.infer<typeof Standing>

export const EventRole = z.enum(eventRoles)

export const Category = z.enum(categories, m.selectOption)

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
  m.selectOption,
)

export const Visibility = z.enum(visibilities, m.selectOption)

export const EventStatus = z.enum(eventStatuses)
export type Category = z.infer<typeof Category>
export type DressCode = z.infer<typeof DressCode>
export type Visibility = z.infer<typeof Visibility>
export type EventStatus = z.infer<typeof EventStatus>

const Engagement = z.object({ total_likes: z.number().int(), total_bookmarks: z.number().int() })

const UserEngaged = z.object({ is_liked: z.boolean(), is_bookmarked: z.boolean(), is_applied: z.boolean() })

/** Other dates of a series that a card names. */
export const datesOnCards = 3

/** Missing texts are ''; `max_attendee` null means no limit. `meeting_link` is '' except for owner, co-hosts and ticket
 *  holders, `promptpay_id` and `promptpay_name` except for owner and co-hosts (payers get them by `showPayment`), `link_key`,
 *  which opens an unlisted event, except for owner and co-hosts. Only the team and former applicants can read an event that
 *  `is_called_off`. If the owner's account is deleted, `user_id` and `organizer.id` are 0. */
export const Event = z.object({
  id: Id,
  user_id: PersonId,
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
  /** With ticket types the lowest of their prices, and free if that is 0. */
  ticket_price: z.number(),
  /** The highest price of its ticket types; null without types. */
  highest_ticket_price: z.number().nullable(),
  /** Empty if all tickets are the same. Hidden ones are for owner and co-hosts only. */
  ticket_types: z.array(TicketType),
  /** Whether it has codes for applicants. */
  has_codes: z.boolean(),
  expected_price: z.number(),
  /** How the price is paid at the event, in the organizer's words. */
  payment_words: z.string(),
  dress_code: DressCode,
  max_attendee: z.number().int().nullable(),
  /** The seats held, with those of guests and invitations, without those set aside for the door. */
  current_attendees: z.number().int(),
  /** The free seats that nobody on the waiting list waits for; null without a limit. */
  seats_left: z.number().int().nullable(),
  needs_approval: z.boolean(),
  waiting_list: z.boolean(),
  /** The number of people on the waiting list. */
  waiting: z.number().int(),
  /** Whether the price is paid by PromptPay before there is a ticket. */
  takes_promptpay: z.boolean(),
  promptpay_id: z.string(),
  promptpay_name: z.string(),
  payment_minutes: z.number().int(),
  questions: z.array(Question),
  /** The most seats in one application. */
  max_party: z.number().int(),
  /** Whether applicants may leave out the names of their guests. */
  guest_names_optional: z.boolean(),
  /** Whether the questions are asked for each guest too. */
  questions_per_guest: z.boolean(),
  /** Until when tickets may be passed on; null until the event starts. */
  pass_on_until: Instant.nullable(),
  is_verified: z.boolean(),
  start_date_register: Instant,
  end_date_register: Instant,
  start_date_event: Instant,
  end_date_event: Instant,
  /** The start before it was last moved; null if it never was. */
  previous_start_date: Instant.nullable(),
  updated_at: Instant,
  /** Increases with every change; see live.ts. */
  version: z.number().int(),
  place_to_be_announced: z.boolean(),
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
  /** The same for all dates of a series; null for an event with one date. */
  series_id: Id.nullable(),
  /** How many other coming dates of its series are listed for the same people. */
  more_dates: z.number().int(),
  /** The starts of the first of these, in order. */
  next_dates: z.array(Instant).max(datesOnCards),
  link_key: z.string(),
  comments_closed: z.boolean(),
  organizer: Organizer.extend({ id: PersonId }),
  engagement: Engagement,
  user_engaged: UserEngaged,
  /** What the viewer is at the event; null for nothing. */
  role: EventRole.nullable(),
})
export type Event = z.infer<typeof Event>

/** Reasons shown on the event's page. */
export const EndReason = CancelReason.exclude(['by_holder', 'called_off', 'not_claimed', 'walk_in_undone'])
export type EndReason = z.infer<typeof EndReason>

/** With the Markdown texts as safe HTML; a text that rendered too slowly is shown as typed. `standing` decides
 *  whether the viewer may apply. `ended` is why their last application ended, null if it did not, or they withdrew,
 *  or the event was called off. `refused` is the organizer's message if they refused it, '' without one. */
export const EventDetail = Event.extend({
  detailed_description_html: z.string(),
  terms_and_conditions_html: z.string(),
  standing: Standing,
  ended: EndReason.nullable(),
  refused: z.string().nullable(),
  /** The other coming dates of its series that lists show to the viewer, in order. */
  other_dates: z.array(Event.pick({ id: true, start_date_event: true })),
})
export type EventDetail = z.infer<typeof EventDetail>

/** All fields that are not long, for cards, calendars and tickets. */
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
  highest_ticket_price: true,
  max_attendee: true,
  current_attendees: true,
  seats_left: true,
  is_verified: true,
  start_date_event: true,
  end_date_event: true,
  place_to_be_announced: true,
  address: true,
  latitude: true,
  longitude: true,
  is_called_off: true,
  series_id: true,
  more_dates: true,
  next_dates: true,
  link_key: true,
  engagement: true,
  user_engaged: true,
})
export type CardEvent = z.infer<typeof CardEvent>

/** For calls that accept an unlisted event's key. A malformed key counts as missing. */
export const LinkQuery = z.object({ [linkParameter]: z.string().max(linkKeyLength).optional().catch(undefined) })

export const EventParams = z.object({ eventId: PathId })

export const showEventSchema = {
  summary: 'Read one event',
  params: EventParams,
  querystring: LinkQuery,
  refusals: ['event_not_found'],
  response: { 200: EventDetail },
} satisfies Schemas
export const showEvent = { ...events.showEvent, schema: showEventSchema }

export const showEventCardSchema = {
  summary: 'Read the card of an event',
  params: EventParams,
  querystring: LinkQuery,
  refusals: ['event_not_found'],
  response: { 200: CardEvent },
} satisfies Schemas
export const showEventCard = { ...events.showEventCard, schema: showEventCardSchema }

/** `from` is the label in the page's address, `referrer` the host of the page before, this site's own after a click in it; ''
 *  where there is none. Any text is accepted; what is no label and no host counts as a direct visit. */
export const countVisitSchema = {
  summary: "Count a view of an event's page",
  params: EventParams,
  body: z.object({ from: z.string().max(4_000).default(''), referrer: z.string().max(4_000).default('') }),
  response: { 204: z.undefined() },
} satisfies Schemas
export const countVisit = { ...events.countVisit, schema: countVisitSchema }
