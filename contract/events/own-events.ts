import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { EventQuery, ListedEvents } from '#contract/events/event-list.schemas.ts'
import { EventDetail, EventParams } from '#contract/events/events.schemas.ts'
import { Id, numeric, text, Uploaded } from '#contract/fields.ts'
import { withinMarkdownLimits } from '#contract/markdown.ts'
import { EventDraft, eventLimits } from './event-draft.ts'

/** An event as it is published, with what it is made from. */
export const NewEvent = EventDraft.extend({
  /** The draft of one's own that goes as the event is published, and its version that was read: drafts.ts. */
  draft_id: numeric(Id, null).default(null),
  draft_version: numeric(Id, null).default(null),
  /** The address of a picture that is there already: that of the draft, or of another event or draft of one's own, which is
   *  copied. A file that is sent takes its place. */
  picture: text(200).default(''),
})
export type NewEvent = z.output<typeof NewEvent>

/** `draft_published`, `draft_not_found` and `draft_changed` as for a draft that is saved; what is sent once more unchanged is
 *  answered with the event that it made; `picture_gone` where there is no such picture. */
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

/** A text of the form and the field that it is typed into. */
export const MarkdownPreview = z.object({
  field: EventDraft.keyof().extract(['detailed_description', 'terms_and_conditions']),
  text: text(eventLimits.markdown).superRefine(withinMarkdownLimits),
})
export type MarkdownPreview = z.output<typeof MarkdownPreview>

/** Renders a text as readers will see it, before it is saved. `organizers_only` for others. */
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

type DraftShape = typeof EventDraft.shape
type WithoutDefault<S> = S extends z.ZodDefault<infer Inner> ? Inner : S
type ChangeShape = { [field in keyof DraftShape]: z.ZodOptional<WithoutDefault<DraftShape[field]>> }

/** The fields of a draft, optional and without defaults: a default would overwrite what is not sent. */
function withoutDefaults(shape: DraftShape): ChangeShape {
  const changes = Object.entries(shape).map(([field, schema]) => {
    const bare: z.ZodType = schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema
    return [field, bare.optional()]
  })
  return Object.fromEntries(changes)
}

/**
 * The fields of an event that its owner may change. Fields that are not sent stay, and other keys of an event are passed
 * over, so that a whole event may be sent back. '' clears a field that may be empty (`max_attendee` then has no limit).
 */
export const EventChange = z.object(withoutDefaults(EventDraft.shape))
export type EventChange = z.output<typeof EventChange>

/** Changes an event of the caller's own; `not_your_event` for others. The changed event is checked as a new one is, but
 *  the years only of dates that change: `eventDateProblems(changed, now, before)`. Refused as `capacity_below_held` where
 *  more tickets are held, and as `deadline_past` where its start would lie in the past while seats are held for people who have
 *  still to pay. */
export const editEvent = {
  method: 'PATCH',
  url: '/api/events/:eventId/edit',
  schema: {
    summary: "Change one's own event",
    params: EventParams,
    body: EventChange,
    refusals: [
      'approvals_open',
      'capacity_below_held',
      'date_past',
      'deadline_past',
      'event_called_off',
      'event_not_found',
      'not_your_event',
      'payment_time_invalid',
      'payments_open',
      'promptpay_invalid',
    ],
    response: { 200: EventDetail },
  },
  config: { access: 'signed-in', limit: 'write', send: 'multipart', file: 'image' },
} satisfies Endpoint

export const uploadEventImage = {
  method: 'POST',
  url: '/api/events/:eventId/upload/event-image',
  schema: {
    summary: "Replace the image of one's own event",
    params: EventParams,
    refusals: ['event_called_off', 'event_not_found', 'not_your_event'],
    response: { 200: Uploaded },
  },
  config: { access: 'signed-in', limit: 'write', send: 'multipart', file: 'file' },
} satisfies Endpoint

/** The organizer's own events, private ones too, with the parameters, `X-Total-Count` and `Link` of the event list;
 *  `organizers_only` for others. */
export const listMyEvents = {
  method: 'GET',
  url: '/api/events/my-events',
  schema: {
    summary: "List one's own events",
    querystring: EventQuery,
    refusals: ['organizers_only'],
    tells: ['link', 'x-total-count'],
    response: { 200: ListedEvents },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** Removes an event that never had a ticket; any other leaves every list, and unless it is over it is called off: its
 *  tickets are cancelled and each holder is mailed. `told` counts the holders whom this call has mailed; a second
 *  call mails nobody. */
export const deleteEvent = {
  method: 'DELETE',
  url: '/api/organizers/delete-event/:eventId',
  schema: {
    summary: "Delete one's own event, or call it off",
    params: EventParams,
    refusals: ['event_not_found', 'not_your_event'],
    response: { 200: z.object({ message: z.string(), is_called_off: z.boolean(), told: z.number().int() }) },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint
