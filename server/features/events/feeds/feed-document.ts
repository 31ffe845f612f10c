import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { dayDate, fullDate } from '#contract/dates.ts'
import { splitCommas } from '#contract/endpoint.ts'
import { eventCalendar, type FeedKind } from '#contract/events/event-links.ts'
import { knownPoint, placeText } from '#contract/events/event-place.ts'
import { inLanguage, type Language } from '#contract/language/languages.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import type { Context } from '#server/lib/context.ts'
import { type AtomEntry, atomDocument, atomType } from '#server/lib/feeds/atom.ts'
import { type CalendarEntry, calendarFile } from '#server/lib/feeds/calendar.ts'
import { categoryIn, feedTexts, zonedDate } from '#server/lib/feeds/feed-texts.ts'
import { type Feed, type FeedBody, feedBody } from '#server/lib/feeds/send-feed.ts'
import { withNames } from '#server/lib/language/translated.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import {
  type FeedEvent,
  type ListedFeedEvent,
  type MarkedEvent,
  selectFeedEvents,
  selectFeedMarks,
} from './feeds.repository.ts'

/** How often calendars refresh. */
const lifetimeSeconds = 3600

/** A feed before its document is made. */
interface ListedFeed {
  kind: FeedKind
  language: Language
  title: string
  page: string
  /** Feed URL without the page parameter; its stable ID. */
  stableUrl: string
  path: string
  next?: string
  /** Its event ids, in order. */
  ids: number[]
}

type Documents = LRUCache<string, { marks: string; body: FeedBody }>

/** In bytes, per database. */
const mostDocuments = 32 * 1024 * 1024
const documentsOf = new WeakMap<Db, Documents>()

/** The feed with those events that a visitor may see now. An unchanged document comes from the cache, with its compressed
 *  forms. */
export async function feedDocument(ctx: Context, site: string, feed: ListedFeed): Promise<Feed> {
  const documents = documentsFor(ctx.db)
  const address = `${site} ${inLanguage(feed.path, feed.language)}`
  const type = feed.kind === 'ics' ? 'text/calendar' : atomType
  const db = ctx.replica.for(null)
  const before = documents.get(address)
  if (before?.marks === marksOf(feed, await selectFeedMarks(db, feed.ids, ctx.now())))
    return { type, audience: 'public', body: before.body }

  const events = await selectFeedEvents(db, feed.ids, ctx.now())
  const text = feed.kind === 'ics' ? await calendarOf(ctx, site, feed, events) : atomOf(ctx, site, feed, events)
  const body = feedBody(text)
  documents.set(address, { marks: marksOf(feed, events), body })
  return { type, audience: 'public', body }
}

/** Changes whenever the document would. */
function marksOf({ title, next }: ListedFeed, events: MarkedEvent[]): string {
  return JSON.stringify([title, next, ...events.map(({ id, mark }) => [id, mark])])
}

function documentsFor(db: Db): Documents {
  const documents: Documents =
    documentsOf.get(db) ??
    new LRUCache({
      maxSize: mostDocuments,
      // Both compressed forms together are about as long as the text.
      sizeCalculation: ({ marks, body }, address) => address.length + marks.length + 2 * body.bytes.length,
    })
  documentsOf.set(db, documents)
  return documents
}

function calendarOf(ctx: Context, site: string, { title, language }: ListedFeed, events: ListedFeedEvent[]) {
  const entries = events.map((event) =>
    calendarEntry(ctx, event, { page: site + inLanguage(paths.event(event.id), language), language }),
  )
  return calendarFile({ brand: ctx.settings.BRAND_NAME, name: title, lifetimeSeconds, entries })
}

function atomOf(ctx: Context, site: string, feed: ListedFeed, events: ListedFeedEvent[]): string {
  const { title, language } = feed
  const updated = events.map(({ updated_at }) => updated_at).sort()
  return atomDocument({
    id: `urn:uuid:${stableId(ctx.signingKey.publicKey, `feed ${inLanguage(feed.stableUrl, language)}`)}`,
    title,
    updated: updated.at(-1) ?? ctx.now().toISOString(),
    author: ctx.settings.BRAND_NAME,
    page: site + inLanguage(feed.page, language),
    self: site + inLanguage(feed.path, language),
    next: feed.next === undefined ? null : site + inLanguage(feed.next, language),
    entries: events.map((event) => atomEntry(ctx, site, event, language)),
  })
}

/** The fields by which calendars replace an older entry. */
type Changing = Pick<FeedEvent, 'id' | 'updated_at' | 'start_date_event' | 'end_date_event'>

/** `page` is the full URL; `meeting_link` is '' for people who may not see it. */
export function calendarEntry(
  ctx: Context,
  event: FeedEvent,
  {
    page,
    language,
    meeting_link = '',
    isCancelled = false,
  }: { page: string; language: Language; meeting_link?: string; isCancelled?: boolean },
): CalendarEntry {
  return {
    ...identity(ctx, event),
    isCancelled,
    name: event.event_name,
    location: placeOf(event, language, meeting_link),
    point: knownPoint(event),
    description: [
      ...movedFrom(event, language),
      event.description,
      '',
      fill(feedTexts[language].organizer, { name: withNames(event, language).organizer_name }),
      page,
    ].join('\n'),
    url: page,
    categories: categoriesOf(event, language),
  }
}

/** A called-off event for people who may no longer read it: their calendars strike it out. */
export function calledOffEntry(ctx: Context, site: string, event: Changing, language: Language): CalendarEntry {
  const m = feedTexts[language]
  return {
    ...identity(ctx, event),
    isCancelled: true,
    name: m.calledOff,
    location: '',
    description: m.calledOffText,
    url: site + inLanguage(paths.event(event.id), language),
  }
}

function atomEntry(ctx: Context, site: string, event: ListedFeedEvent, language: Language): AtomEntry {
  return {
    id: `urn:uuid:${eventId(ctx, event.id)}`,
    title: event.event_name,
    published: event.created_at,
    updated: event.updated_at,
    author: event.organizer_name,
    page: site + inLanguage(paths.event(event.id), language),
    calendar: site + inLanguage(eventCalendar(event.id), language),
    summary: [
      zonedDate(event.start_date_event, language),
      ...movedFrom(event, language),
      ...moreDates(event, language),
      placeOf(event, language),
      event.description,
    ]
      .filter(Boolean)
      .join(' · '),
    categories: categoriesOf(event, language),
  }
}

function moreDates({ other_dates }: ListedFeedEvent, language: Language): string[] {
  if (other_dates.length === 0) return []
  return [fill(feedTexts[language].alsoOn, { days: other_dates.map((date) => dayDate(date, language)).join('; ') })]
}

/** The start before it was last moved. */
function movedFrom({ previous_start_date }: FeedEvent, language: Language): string[] {
  if (previous_start_date === null) return []
  return [fill(feedTexts[language].movedFrom, { date: fullDate(previous_start_date, language) })]
}

function identity(ctx: Context, { id, updated_at, start_date_event, end_date_event }: Changing) {
  return {
    uid: eventId(ctx, id),
    changed: new Date(updated_at),
    start: new Date(start_date_event),
    end: new Date(end_date_event),
  }
}

function eventId({ signingKey }: Context, id: number): string {
  return stableId(signingKey.publicKey, `event ${id}`)
}

function placeOf(event: FeedEvent, language: Language, meeting_link = ''): string {
  return event.is_online
    ? meeting_link || feedTexts[language].online
    : placeText(event, language).replaceAll(/\s+/g, ' ')
}

function categoriesOf({ category, tags }: FeedEvent, language: Language): string[] {
  return [categoryIn(language, category), ...splitCommas(tags)]
}

/** A UUID (RFC 9562, version 8) that identifies a thing of this installation forever, whatever its URL, and is unique among
 *  installations. `installation` is the public key of its signatures; `thing` is for example `event 7`. */
function stableId(installation: string, thing: string): string {
  const bytes = createHash('sha256').update(`${installation} ${thing}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
