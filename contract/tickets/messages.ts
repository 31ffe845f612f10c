import { z } from 'zod'
import { type Endpoint, splitCommas } from '#contract/endpoint.ts'
import { EventParams } from '#contract/events/events.schemas.ts'
import { GivenInstant, Id, Instant, Message, PathId, requiredText, text, WebAddress } from '#contract/fields.ts'
import { fill } from '#contract/language/messages.ts'
import { withinMarkdownLimits } from '#contract/markdown.ts'
import { requiredName } from '#contract/names.ts'
import * as m from '#messages/fields.json'
import * as to from '#messages/message-audiences.json'

/** To whom a message goes, decided when it leaves. `tickets` are those that hold one, checked in or not; `did_not_come` those who
 *  hold one and were not checked in, once the event has begun. */
export const audiences = [
  'everybody',
  'waiting',
  'to_approve',
  'to_pay',
  'tickets',
  'checked_in',
  'did_not_come',
  'chosen',
] as const
export const Audience = z.enum(audiences)
export type Audience = z.infer<typeof Audience>

export const audienceLabels: Record<Audience, string> = {
  everybody: to.everybody,
  waiting: to.waiting,
  to_approve: to.toApprove,
  to_pay: to.toPay,
  tickets: to.tickets,
  checked_in: to.checkedIn,
  did_not_come: to.didNotCome,
  chosen: to.chosen,
}

export const messageLimits = {
  subject: 120,
  /** Characters of Markdown. */
  text: 5_000,
  chosen: 1_000,
  /** Messages of one event that leave on the same day. */
  perDay: 3,
  scheduled: 10,
  /** Days after the event's end until which messages leave. */
  daysAfter: 30,
  /** The age of an account whose messages may have links, in hours. */
  linksAfterHours: 24,
  minutesBefore: 30 * 24 * 60,
} as const

/** `now`, at a fixed time (`at`), some minutes before the event starts, or at 10 AM on the day after it ends. The last two follow
 *  the event when it is moved. */
export const MessageTiming = z.enum(['now', 'at', 'before_start', 'day_after'])
export type MessageTiming = z.infer<typeof MessageTiming>

/** What is filled in for each recipient in subject and text. */
export const messageMarks = ['{name}', '{event}', '{ticket}'] as const

/** `applications` are for `chosen` only, `photos_url` becomes the button of the mail. */
export const MessageText = z.object({
  subject: requiredName(m.subject, messageLimits.subject),
  text: requiredText(m.message, messageLimits.text).superRefine(withinMarkdownLimits),
  photos_url: WebAddress.default(''),
})
export type MessageText = z.output<typeof MessageText>

export const NewMessage = MessageText.extend({
  /** Made by the sender: a message sent again with the same key is the same message. */
  client_key: z.uuid(m.uuidNeeded),
  audience: Audience,
  applications: z
    .array(Id)
    .max(messageLimits.chosen, fill(m.choosePeopleAtMost, { most: messageLimits.chosen }))
    .default([]),
  timing: MessageTiming.default('now'),
  at: GivenInstant.nullable().default(null),
  minutes_before: z.number().int().min(0).max(messageLimits.minutesBefore).default(60),
}).superRefine(({ audience, applications, timing, at }, context) => {
  if (audience === 'chosen' && applications.length === 0) {
    context.addIssue({ code: 'custom', path: ['applications'], message: m.choosePerson })
  }
  if (timing === 'at' && at === null) {
    context.addIssue({ code: 'custom', path: ['at'], message: m.dateTimeMissing })
  }
})
export type NewMessage = z.output<typeof NewMessage>
export type NewMessageInput = z.input<typeof NewMessage>

/** Why a person did not get it: no verified email, refused by the mail server, or the mail server could not be reached for a
 *  day. */
export const Undelivered = z.object({ name: z.string(), reason: z.enum(['no_email', 'refused', 'given_up']) })
export type Undelivered = z.infer<typeof Undelivered>

export const EventMessage = z.object({
  id: Id,
  audience: Audience,
  subject: z.string(),
  text: z.string(),
  photos_url: z.string(),
  timing: MessageTiming,
  /** When it leaves or left. */
  send_at: Instant,
  state: z.enum(['scheduled', 'sending', 'sent', 'stopped']),
  /** Null unless it was stopped. `too_many`: three others had left on that day. */
  stop_reason: z.enum(['organizer', 'operator', 'too_many', 'event_gone']).nullable(),
  /** Recipients. All 0 until it leaves. */
  total: z.number().int(),
  sent: z.number().int(),
  turned_off: z.number().int(),
  not_delivered: z.number().int(),
  /** The first of those to whom it was not delivered. */
  undelivered: z.array(Undelivered),
})
export type EventMessage = z.infer<typeof EventMessage>

/** How many people would get a message to each audience now. People who are blocked, have turned messages off or have no verified
 *  email are left out. */
export const Reach = z.record(Audience, z.number().int())
export type Reach = z.infer<typeof Reach>

/** Why nothing can be written about an event any more. */
export const ClosedReason = z.enum(['event_called_off', 'event_deleted', 'messages_closed'])
export type ClosedReason = z.infer<typeof ClosedReason>

/** Newest first, at most 100. `closed` is the refusal that a message sent now would get; null while one can be written. */
export const listMessages = {
  method: 'GET',
  url: '/api/events/:eventId/messages',
  schema: {
    summary: 'List the messages to the people of your own event',
    params: EventParams,
    querystring: z.object({
      /** IDs of the applications to count as `chosen`, separated by commas. */
      applications: text(messageLimits.chosen * 11)
        .default('')
        .transform((list): (string | number)[] => splitCommas(list))
        .pipe(z.array(PathId).max(messageLimits.chosen)),
    }),
    response: { 200: z.object({ messages: z.array(EventMessage), reach: Reach, closed: ClosedReason.nullable() }) },
  },
  config: { access: 'signed-in', role: 'co_host' },
} satisfies Endpoint

/** `email_not_verified` until the sender's email is verified, `links_too_early` for links of a young account, unless its organizer
 *  is verified. */
export const sendMessage = {
  method: 'POST',
  url: '/api/events/:eventId/messages',
  schema: {
    summary: 'Send a message to the people of your own event, now or later',
    params: EventParams,
    body: NewMessage,
    refusals: [
      'email_not_verified',
      'event_called_off',
      'event_deleted',
      'links_too_early',
      'messages_closed',
      'message_time_past',
      'too_many_messages',
      'too_many_scheduled',
    ],
    response: { 201: EventMessage },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'message' },
} satisfies Endpoint

/** The message as its recipients get it, filled in for the sender. `html` is safe. */
export const MessagePreview = z.object({
  from: z.string(),
  reply_to: z.string(),
  subject: z.string(),
  opening: z.string(),
  html: z.string(),
  action: z.string(),
  note: z.string(),
  stop: z.string(),
})
export type MessagePreview = z.infer<typeof MessagePreview>

export const previewMessage = {
  method: 'POST',
  url: '/api/events/:eventId/messages/preview',
  schema: {
    summary: 'Preview a message',
    params: EventParams,
    body: MessageText,
    refusals: ['preview_unavailable'],
    response: { 200: MessagePreview },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'preview' },
} satisfies Endpoint

export const testMessage = {
  method: 'POST',
  url: '/api/events/:eventId/messages/test',
  schema: {
    summary: 'Mail a message to yourself only',
    params: EventParams,
    body: MessageText,
    refusals: ['email_not_verified', 'links_too_early'],
    response: { 200: Message },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'message' },
} satisfies Endpoint

/** Those that have not been sent yet are not sent. `message_sent` once all are. */
export const stopMessage = {
  method: 'DELETE',
  url: '/api/events/:eventId/messages/:messageId',
  schema: {
    summary: 'Stop a message that has not been sent to everybody',
    params: EventParams.extend({ messageId: PathId }),
    refusals: ['message_not_found', 'message_sent'],
    response: { 200: EventMessage },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'write' },
} satisfies Endpoint

const LinkParams = z.object({ link: z.string() })
const Choice = z.object({ gets_messages: z.boolean() })

/** The link in a message of an organizer. Works without a session, and never expires. */
export const showMessageChoice = {
  method: 'GET',
  url: '/api/messages/:link',
  schema: {
    summary: 'Show whether the person of a link gets messages from organizers',
    params: LinkParams,
    refusals: ['stop_link_invalid'],
    response: { 200: Choice },
  },
  config: { access: 'anyone', limit: 'link' },
} satisfies Endpoint

/** Stops messages of all organizers. Mails about the person's own tickets still come. */
export const turnMessagesOff = {
  method: 'POST',
  url: '/api/messages/:link',
  schema: {
    summary: 'Turn off messages from organizers with the link in one',
    params: LinkParams,
    refusals: ['stop_link_invalid'],
    response: { 200: Choice },
  },
  config: { access: 'anyone', limit: 'link' },
} satisfies Endpoint

export const turnMessagesOn = {
  method: 'DELETE',
  url: '/api/messages/:link',
  schema: {
    summary: 'Turn messages from organizers on again',
    params: LinkParams,
    refusals: ['stop_link_invalid'],
    response: { 200: Choice },
  },
  config: { access: 'anyone', limit: 'link' },
} satisfies Endpoint
