import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { EventQuery, ListedEvents } from '#contract/events/event-list.schemas.ts'
import { Event, EventDetail, EventParams } from '#contract/events/events.schemas.ts'
import { ClientKey, GivenDay, GivenInstant, Id, Instant, numeric, text, Uploaded } from '#contract/fields.ts'
import { fill } from '#contract/language/messages.ts'
import { withinMarkdownLimits } from '#contract/markdown.ts'
import * as m from '#messages/fields.json'
import { EventFields, eventLimits } from './event-fields.ts'

export const NewEvent = EventFields.extend({
  /** The draft to publish, which is removed, and the version that was read: drafts.ts. */
  draft_id: numeric(Id, null).default(null),
  draft_version: numeric(Id, null).default(null),
  /** The address of a stored picture: the draft's, or one of another event or draft of the user, which is copied. An
   *  uploaded file replaces it. */
  picture: text(200).default(''),
  client_key: ClientKey,
})
export type NewEvent = z.output<typeof NewEvent>

/** Repeating a request with its `draft_id` or `client_key` gets the same event; `draft_published` if it has changed.
 *  `draft_published`, `draft_not_found` and `draft_changed` as for `saveDraft`; `picture_gone` if there is no such picture. */
export const createEvent = {
  method: 'POST',
  url: '/api/events/create-event',
  schema: {
    summary: 'Publish an event',
    body: NewEvent,
    refusals: [
      'date_past',
      'draft_changed',
      'draft_not_found',
      'draft_published',
      'event_not_found',
      'organizers_only',
      'payment_time_invalid',
      'picture_gone',
      'promptpay_invalid',
    ],
    response: { 201: EventDetail },
  },
  config: { access: 'signed-in', limit: 'write', send: 'multipart', file: 'image' },
} satisfies Endpoint

export const MarkdownPreview = z.object({
  field: EventFields.keyof().extract(['detailed_description', 'terms_and_conditions']),
  text: text(eventLimits.markdown).superRefine(withinMarkdownLimits),
})
export type MarkdownPreview = z.output<typeof MarkdownPreview>

/** Renders an unsaved text. `organizers_only`. */
export const previewMarkdown = {
  method: 'POST',
  url: '/api/events/preview-markdown',
  schema: {
    summary: 'Preview a Markdown text',
    body: MarkdownPreview,
    refusals: ['organizers_only', 'preview_unavailable'],
    response: { 200: z.object({ html: z.string() }) },
  },
  config: { access: 'signed-in', limit: 'preview' },
} satisfies Endpoint

type FieldsShape = typeof EventFields.shape
type WithoutDefault<S> = S extends z.ZodDefault<infer Inner> ? Inner : S
type ChangeShape = { [field in keyof FieldsShape]: z.ZodOptional<WithoutDefault<FieldsShape[field]>> }

/** Optional and without defaults, which would overwrite what is not sent. */
function withoutDefaults(shape: FieldsShape): ChangeShape {
  const changes = Object.entries(shape).map(([field, schema]) => {
    const bare: z.ZodType = schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema
    return [field, bare.optional()]
  })
  return Object.fromEntries(changes)
}

/** The editable fields. Missing fields stay and unknown ones are ignored, so a whole event can be sent back. ''
 *  clears an optional field (for `max_attendee`: no limit). */
export const EventChange = z.object({
  ...withoutDefaults(EventFields.shape),
  /** Added to the mail that notifies applicants of a new date, time or place. */
  change_note: text(300).optional(),
  /** `later` makes the same changes to all later dates of its series that are neither over nor called off. */
  dates: z.enum(['this', 'later']).optional(),
})
export type EventChange = z.output<typeof EventChange>
export type EventChangeInput = z.input<typeof EventChange>

/** Checked like a new event, but years only of changed dates. `ticket_types` replaces the list. Refusals:
 *  - `receiver_is_owners`: a co-host changes who receives the money.
 *  - `capacity_below_held`, `ticket_type_below_held`: more seats are taken than there would be.
 *  - `ticket_type_used`: somebody applied with a type that is left out.
 *  - `party_in_line`: a party on the waiting list would never fit.
 *  - `deadline_past`: the start would be in the past while people still have to pay.
 *
 *  With `dates: 'later'` the other dates move by as much as this one, and their ticket types are found by name. If one of them
 *  refuses, none is changed, and the message names it; `event_over` if this date is. Dates that the caller may not edit stay. */
export const editEvent = {
  method: 'PATCH',
  url: '/api/events/:eventId/edit',
  schema: {
    summary: 'Edit your event',
    params: EventParams,
    body: EventChange,
    refusals: [
      'approvals_open',
      'capacity_below_held',
      'date_past',
      'deadline_past',
      'door_seats_set_aside',
      'event_called_off',
      'event_deleted',
      'event_over',
      'payment_time_invalid',
      'party_in_line',
      'payments_open',
      'promptpay_invalid',
      'receiver_is_owners',
      'ticket_type_below_held',
      'ticket_type_not_found',
      'ticket_type_used',
    ],
    response: { 200: EventDetail },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'write', send: 'multipart', file: 'image' },
} satisfies Endpoint

export const uploadEventImage = {
  method: 'POST',
  url: '/api/events/:eventId/upload/event-image',
  schema: {
    summary: 'Replace the image of your event',
    params: EventParams,
    refusals: ['event_called_off', 'event_deleted'],
    response: { 200: Uploaded },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'write', send: 'multipart', file: 'file' },
} satisfies Endpoint

/** Also private ones, with the parameters and headers of `listEvents`. `organizers_only`. */
export const listMyEvents = {
  method: 'GET',
  url: '/api/events/my-events',
  schema: {
    summary: 'List your events',
    querystring: EventQuery,
    refusals: ['organizers_only'],
    responseHeaders: ['link', 'x-total-count'],
    response: { 200: ListedEvents },
  },
  config: { access: 'signed-in', scope: 'read' },
} satisfies Endpoint

/** Own events that were called off, in no other list; at most 200, last called off first. */
export const listCalledOff = {
  method: 'GET',
  url: '/api/events/my-events/called-off',
  schema: {
    summary: 'List your events that were called off',
    response: { 200: z.array(Event.pick({ id: true, event_name: true, start_date_event: true })) },
  },
  config: { access: 'signed-in', scope: 'read' },
} satisfies Endpoint

/** Deletes an event that never had a ticket. Any other leaves every list and, unless it is over, is called off:
 *  tickets are cancelled and holders mailed. `told` counts the holders mailed by this call; a second call mails
 *  nobody. `slips_in_review` if the event is over and a slip waits for a decision. */
export const deleteEvent = {
  method: 'DELETE',
  url: '/api/organizers/delete-event/:eventId',
  schema: {
    summary: 'Delete your event, or call it off',
    params: EventParams,
    refusals: ['slips_in_review'],
    response: { 200: z.object({ message: z.string(), is_called_off: z.boolean(), told: z.number().int() }) },
  },
  config: { access: 'signed-in', role: 'owner', limit: 'write' },
} satisfies Endpoint

/** The most dates of a series that are not over. */
export const mostDates = 52

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** A rule for more dates, at the time of day of the event in Bangkok: every week or two on some days, or in every month on its
 *  first to fourth or last (-1) such day. Until a day, that included, or `count` more dates. */
export const DatesRule = z
  .object({
    every: z.enum(['week', 'two_weeks', 'month']),
    on: z.array(z.enum(weekdays)).min(1, m.chooseWeekday).max(weekdays.length),
    which: z.literal([1, 2, 3, 4, -1]).default(1),
    until: GivenDay.nullable().default(null),
    count: z
      .number(m.numberOfDates)
      .int(m.wholeNumber)
      .min(1, m.addOneDate)
      .max(mostDates - 1, fill(m.addDatesAtMost, { most: mostDates - 1 }))
      .nullable()
      .default(null),
  })
  .superRefine(({ until, count }, context) => {
    if ((until === null) === (count === null)) {
      context.addIssue({ code: 'custom', path: ['until'], message: m.lastDayOrCount })
    }
  })
export type DatesRule = z.output<typeof DatesRule>
export type DatesRuleInput = z.input<typeof DatesRule>

/** One date of a series. `applicants` are the people who are told of a change, with those on the waiting list; `set_aside` are the
 *  seats set aside for the door and not sold yet, `has_prices` as in `ApplicantCounts`. */
export const SeriesDate = Event.pick({
  id: true,
  start_date_event: true,
  end_date_event: true,
  status: true,
  is_called_off: true,
  current_attendees: true,
  max_attendee: true,
  waiting: true,
}).extend({ applicants: z.number().int(), set_aside: z.number().int(), has_prices: z.boolean() })
export type SeriesDate = z.infer<typeof SeriesDate>

/** In the order of their start, this one included, and those called off. Only those that the caller may edit. */
export const listDates = {
  method: 'GET',
  url: '/api/events/:eventId/dates',
  schema: {
    summary: 'List the dates of the series of your event',
    params: EventParams,
    response: { 200: z.array(SeriesDate) },
  },
  config: { access: 'signed-in', role: 'co_host', scope: 'read' },
} satisfies Endpoint

/** The starts that a rule gives after this date, without past ones and those the series has. */
export const previewDates = {
  method: 'POST',
  url: '/api/events/:eventId/dates/preview',
  schema: {
    summary: 'Preview more dates of your event',
    params: EventParams,
    body: DatesRule,
    refusals: ['no_dates', 'too_many_dates'],
    response: { 200: z.object({ starts: z.array(Instant) }) },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'preview' },
} satisfies Endpoint

/** Copies the event to each of these starts, all or none: each copy is an event of its own with its own seats, in the series and
 *  with the team of this one. Registration opens for all when it does for this one; all other times stay as far from the start.
 *  Starts that the series has already are passed over, so a repeated request adds nothing. */
export const addDates = {
  method: 'POST',
  url: '/api/events/:eventId/dates',
  schema: {
    summary: 'Add dates to your event',
    params: EventParams,
    body: z.object({
      starts: z
        .array(GivenInstant)
        .min(1, m.chooseDate)
        .max(mostDates, fill(m.seriesTooLong, { most: mostDates })),
    }),
    refusals: ['date_past', 'event_called_off', 'event_deleted', 'start_past', 'too_many_dates'],
    response: { 200: z.array(SeriesDate) },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'import' },
} satisfies Endpoint
