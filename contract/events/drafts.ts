import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Category, DressCode, Visibility } from '#contract/events/events.schemas.ts'
import {
  ClientKey,
  Flag,
  Id,
  Instant,
  Message,
  numberText,
  PathId,
  requiredWebAddress,
  text,
} from '#contract/fields.ts'
import { fill } from '#contract/language/messages.ts'
import { asName } from '#contract/names.ts'
import * as m from '#messages/fields.json'
import { type EventFields, eventLimits } from './event-fields.ts'

/** Drafts per organizer, and bytes of JSON per draft. */
export const draftLimits = { drafts: 50, bytes: 256 * 1024 } as const

/** Too long texts are stored up to twice the limit of an event, to be shortened later. */
const typed = (max: number) => text(2 * max).optional()
/** A number or a date as typed. */
const short = z
  .union([z.number(), z.string(), z.null()])
  .transform((value) => String(value ?? ''))
  .pipe(
    z
      .string()
      .trim()
      .max(40, fill(m.charactersAtMost, { most: 40 })),
  )
  .optional()
/** As JSON text. */
const listText = z
  .union([z.string(), z.array(z.unknown())])
  .transform((given) => (typeof given === 'string' ? given : JSON.stringify(given)))
  .pipe(z.string().max(100_000, fill(m.charactersAtMost, { most: 100_000 })))
  .optional()
const flag = Flag.optional()
const notChosen = z.literal('')

/** The content of the form, complete and valid or not: texts as typed, dates as `2026-12-05T18:00` in the event's
 *  time zone. Everything is optional. */
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
  ticket_types: listText,
  payment_words: typed(eventLimits.payment_words),
  max_attendee: short,
  needs_approval: flag,
  waiting_list: flag,
  promptpay_id: short,
  promptpay_name: typed(eventLimits.promptpay_name),
  payment_minutes: short,
  max_party: short,
  guest_names_optional: flag,
  questions_per_guest: flag,
  pass_on_until: short,
  questions: listText,
  allowed_email_domains: typed(eventLimits.domains),
  contact_email: typed(eventLimits.email),
  contact_phone: typed(eventLimits.phone),
  website_url: typed(eventLimits.link),
  facebook_url: typed(eventLimits.link),
  twitter_url: typed(eventLimits.link),
  instagram_url: typed(eventLimits.link),
  other_url: typed(eventLimits.links),
} satisfies Record<keyof EventFields, z.ZodType>)
export type DraftContent = z.output<typeof DraftContent>

/** `picture` is the address of a stored picture: the draft's own, which stays, or one of another event or draft of
 *  the user, which is copied. '' is none. An uploaded file replaces it. */
export const Draft = DraftContent.extend({ picture: text(200).default('') })
export type Draft = z.output<typeof Draft>

export const NewDraft = Draft.extend({ client_key: ClientKey })

/** `draft_changed` if the draft was saved after this version. */
export const ChangedDraft = Draft.extend({ version: numberText(Id) })
export type ChangedDraft = z.output<typeof ChangedDraft>

/** A draft without its content. */
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

/** `organizers_only`. `draft_not_found` for everybody but the owner, `draft_published` for the owner once the draft
 *  is an event. */
export const listDrafts = {
  method: 'GET',
  url: '/api/events/drafts',
  schema: {
    summary: 'List your drafts, last saved first',
    refusals: ['organizers_only'],
    response: { 200: z.array(SavedDraft) },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

export const showDraft = {
  method: 'GET',
  url: '/api/events/drafts/:draftId',
  schema: {
    summary: 'Read a draft',
    params: DraftParams,
    refusals: ['draft_not_found', 'draft_published', 'organizers_only'],
    response: { 200: OpenDraft },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** A field may be as long as in JSON: 40,000 Thai letters take 120 kB. */
const sent = { send: 'multipart', file: 'image', fieldBytes: draftLimits.bytes } as const

/** `draft_too_large` if all texts together exceed `draftLimits`. Repeating a request with its `client_key` gets the same draft, with
 *  the content now sent; `draft_changed` if it was saved since. */
export const addDraft = {
  method: 'POST',
  url: '/api/events/drafts',
  schema: {
    summary: 'Save an unfinished event as a draft',
    body: NewDraft,
    refusals: [
      'draft_changed',
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

/** Replaces the whole content. Repeating the last request gets its answer again. */
export const saveDraft = {
  method: 'PUT',
  url: '/api/events/drafts/:draftId',
  schema: {
    summary: 'Replace a draft',
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

export const ImportedEvent = z.object({ url: requiredWebAddress(m.address) })
export type ImportedEvent = z.infer<typeof ImportedEvent>

/** Makes a draft of an event that is published elsewhere: a page with an Event in JSON-LD (https://schema.org/Event), or a calendar
 *  file. `import_unreadable` if the address does not answer within five seconds, has more than 2 MB, or leads into a private
 *  network; `no_event_there` if it names no event. */
export const importDraft = {
  method: 'POST',
  url: '/api/events/drafts/import',
  schema: {
    summary: 'Make a draft of an event on another site',
    body: ImportedEvent,
    refusals: ['import_unreadable', 'no_event_there', 'organizers_only', 'too_many_drafts'],
    response: { 201: SavedDraft },
  },
  config: { access: 'signed-in', limit: 'import' },
} satisfies Endpoint

export const deleteDraft = {
  method: 'DELETE',
  url: '/api/events/drafts/:draftId',
  schema: {
    summary: 'Delete a draft',
    params: DraftParams,
    refusals: ['draft_not_found', 'organizers_only'],
    response: { 200: Message },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint
