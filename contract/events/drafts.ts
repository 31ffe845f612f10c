import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Category, DressCode, Visibility } from '#contract/events/events.schemas.ts'
import { Flag, Id, Instant, Message, numberText, PathId, text } from '#contract/fields.ts'
import { asName } from '#contract/names.ts'
import { draftLimits } from './draft-limits.ts'
import { type EventDraft, eventLimits } from './event-draft.ts'

/** What is typed too long is kept up to twice the length that an event may have, so that it can be shortened later. */
const typed = (max: number) => text(2 * max).optional()
/** A number or a date as its control holds it. */
const short = z
  .union([z.number(), z.string(), z.null()])
  .transform((value) => String(value ?? ''))
  .pipe(z.string().trim().max(40, 'Use at most 40 characters.'))
  .optional()
/** Questions as the form holds them, as a text of JSON. */
const questionsText = z
  .union([z.string(), z.array(z.unknown())])
  .transform((given) => (typeof given === 'string' ? given : JSON.stringify(given)))
  .pipe(z.string().max(100_000, 'Use at most 100000 characters.'))
  .optional()
const flag = Flag.optional()
const notChosen = z.literal('')

/** The content of the form as it stands, complete and valid or not: texts as they are typed, dates as
 *  `2026-12-05T18:00` in the event's time zone. Everything may be left out. */
const DraftContent = z.object({
  event_name: text(2 * eventLimits.event_name)
    .transform(asName)
    .optional(),
  description: typed(eventLimits.description),
  detailed_description: typed(eventLimits.markdown),
  terms_and_conditions: typed(eventLimits.markdown),
  category: Category.or(notChosen).optional(),
  dress_code: DressCode.or(notChosen).optional(),
  visibility: Visibility.or(notChosen).optional(),
  tags: typed(eventLimits.tags),
  min_age_requirement: short,
  is_online: flag,
  place_to_be_announced: flag,
  address: typed(eventLimits.address),
  latitude: short,
  longitude: short,
  meeting_link: typed(eventLimits.link),
  start_date_register: short,
  end_date_register: short,
  start_date_event: short,
  end_date_event: short,
  is_free: flag,
  ticket_price: short,
  expected_price: short,
  payment_words: typed(eventLimits.payment_words),
  max_attendee: short,
  needs_approval: flag,
  waiting_list: flag,
  promptpay_id: short,
  promptpay_name: typed(eventLimits.promptpay_name),
  payment_minutes: short,
  questions: questionsText,
  allowed_email_domains: typed(eventLimits.domains),
  contact_email: typed(eventLimits.email),
  contact_phone: typed(eventLimits.phone),
  website_url: typed(eventLimits.link),
  facebook_url: typed(eventLimits.link),
  twitter_url: typed(eventLimits.link),
  instagram_url: typed(eventLimits.link),
  other_url: typed(eventLimits.links),
} satisfies Record<keyof EventDraft, z.ZodType>)
export type DraftContent = z.output<typeof DraftContent>

/** `picture` is the address of a picture that is there already: the draft's own, which stays, or that of another event or
 *  draft of one's own, which is copied. '' is none, and a file that is sent takes its place. */
export const Draft = DraftContent.extend({ picture: text(200).default('') })
export type Draft = z.output<typeof Draft>

/** The version must be the one that was read: `draft_changed` where somebody has saved the draft since. */
export const ChangedDraft = Draft.extend({ version: numberText(Id) })
export type ChangedDraft = z.output<typeof ChangedDraft>

/** A draft without its content. `event_name` is '' where none was typed. */
export const SavedDraft = z.object({
  id: Id,
  version: z.number().int(),
  saved_at: Instant,
  event_name: z.string(),
  picture: z.string(),
})
export type SavedDraft = z.infer<typeof SavedDraft>

export const OpenDraft = SavedDraft.extend({ content: z.record(z.string(), z.union([z.string(), z.boolean()])) })
export type OpenDraft = z.infer<typeof OpenDraft>

const DraftParams = z.object({ draftId: PathId })

/** Drafts are their owner's alone: `draft_not_found` for everybody else, `draft_published` for their owner once they are
 *  events. These calls are `organizers_only`. */
export const listDrafts = {
  method: 'GET',
  url: '/api/events/drafts',
  schema: {
    summary: "List one's drafts of events, last saved first",
    refusals: ['organizers_only'],
    response: { 200: z.array(SavedDraft) },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

export const showDraft = {
  method: 'GET',
  url: '/api/events/drafts/:draftId',
  schema: {
    summary: "Read one of one's drafts",
    params: DraftParams,
    refusals: ['draft_not_found', 'draft_published', 'organizers_only'],
    response: { 200: OpenDraft },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** One field of a form may hold what JSON may: a text of 40,000 Thai letters has more than 64 kB. */
const sent = { send: 'multipart', file: 'image', fieldBytes: draftLimits.bytes } as const

/** `too_many_drafts` beyond `draftLimits`, `draft_too_large` where its texts are too long all together. */
export const addDraft = {
  method: 'POST',
  url: '/api/events/drafts',
  schema: {
    summary: 'Keep an unfinished event as a draft',
    body: Draft,
    refusals: [
      'draft_too_large',
      'organizers_only',
      'payment_time_invalid',
      'picture_gone',
      'promptpay_invalid',
      'too_many_drafts',
    ],
    response: { 201: SavedDraft },
  },
  config: { access: 'signed-in', limit: 'write', ...sent },
} satisfies Endpoint

/** Replaces the whole content. What was sent last is answered again where it is sent once more. */
export const saveDraft = {
  method: 'PUT',
  url: '/api/events/drafts/:draftId',
  schema: {
    summary: "Save one of one's drafts again",
    params: DraftParams,
    body: ChangedDraft,
    refusals: [
      'draft_changed',
      'draft_not_found',
      'draft_published',
      'draft_too_large',
      'organizers_only',
      'payment_time_invalid',
      'picture_gone',
      'promptpay_invalid',
    ],
    response: { 200: SavedDraft },
  },
  config: { access: 'signed-in', limit: 'write', ...sent },
} satisfies Endpoint

export const deleteDraft = {
  method: 'DELETE',
  url: '/api/events/drafts/:draftId',
  schema: {
    summary: "Delete one of one's drafts",
    params: DraftParams,
    refusals: ['draft_not_found', 'organizers_only'],
    response: { 200: Message },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint
