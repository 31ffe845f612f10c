import { LRUCache } from 'lru-cache'
import type { FeedKind } from '#contract/events/feeds.ts'
import { paths } from '#contract/paths.ts'
import type { Context } from '#server/lib/context.ts'
import { atomDocument, atomEntryText, atomType } from '#server/lib/feeds/atom.ts'
import { calendarEntryText, calendarOfTexts } from '#server/lib/feeds/calendar.ts'
import { type Feed, type FeedBody, feedBody } from '#server/lib/feeds/send-feed.ts'
import { stableId } from '#server/lib/feeds/stable-id.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { atomEntry, calendarEntry } from './event-entry.ts'
import { type ListedFeedEvent, type MarkedEvent, selectFeedEvents, selectFeedMarks } from './feeds.repository.ts'

/** After how many seconds calendars ask again. */
const lifetime = 3600

/** One feed, by whatever made it. */
export interface ListedFeed {
  kind: FeedKind
  title: string
  page: string
  /** Its address without a page of it, by which the feed is known. */
  known: string
  path: string
  next?: string
  /** The numbers of its events, in its order. */
  ids: number[]
}

/** What was made of events, each with the marks by which it is known to be right. */
interface Kept {
  documents: LRUCache<string, { marks: string; body: FeedBody }>
  entries: LRUCache<string, Entry>
}

interface Entry extends MarkedEvent {
  text: string
  updated: string
}

/** Of each database, so many characters or bytes; what nobody asked for longest leaves first. */
const most = { documents: 32 * 1024 * 1024, entries: 16 * 1024 * 1024 }
const keptOf = new WeakMap<Db, Kept>()

/** The feed with those of its events that a visitor sees listed now. What has not changed since it was made is not made again:
 *  neither the document, with its compressed forms, nor the text of an event. */
export async function feedDocument(ctx: Context, site: string, feed: ListedFeed): Promise<Feed> {
  const kept = keptFor(ctx.db)
  const address = `${site} ${feed.path}`
  const events = await selectFeedMarks(ctx.replica.for(null), feed.ids)
  const before = kept.documents.get(address)
  const body = before?.marks === marksOf(feed, events) ? before.body : await made()
  return { type: feed.kind === 'ics' ? 'text/calendar' : atomType, audience: 'public', body }

  async function made(): Promise<FeedBody> {
    const entries = await entriesOf(ctx, site, feed.kind, events)
    const body = feedBody(await compose(ctx, site, feed, entries))
    // The marks of what it was made of: a replica may be behind the database that told the others.
    kept.documents.set(address, { marks: marksOf(feed, entries), body })
    return body
  }
}

/** Another text whenever the document would be another. */
function marksOf({ title, next }: ListedFeed, events: MarkedEvent[]): string {
  return JSON.stringify([title, next, ...events.map(({ id, mark }) => [id, mark])])
}

function keptFor(db: Db): Kept {
  const kept = keptOf.get(db) ?? {
    // Both compressed forms together are hardly longer than the text itself.
    documents: new LRUCache({
      maxSize: most.documents,
      sizeCalculation: ({ marks, body }, address) => address.length + marks.length + 2 * body.bytes.length,
    }),
    entries: new LRUCache({
      maxSize: most.entries,
      sizeCalculation: ({ mark, text }, key) => key.length + mark.length + text.length,
    }),
  }
  keptOf.set(db, kept)
  return kept
}

/** The texts of the events, in their order. */
async function entriesOf(ctx: Context, site: string, kind: FeedKind, events: MarkedEvent[]): Promise<Entry[]> {
  const { entries } = keptFor(ctx.db)
  const keyOf = (id: number) => `${kind} ${site} ${id}`
  const found = new Map<number, Entry>()
  for (const { id, mark } of events) {
    const entry = entries.get(keyOf(id))
    if (entry?.mark === mark) found.set(id, entry)
  }
  const missing = events.flatMap(({ id }) => (found.has(id) ? [] : [id]))
  for (const event of missing.length === 0 ? [] : await selectFeedEvents(ctx.replica.for(null), missing)) {
    const text = await entryText(ctx, site, kind, event)
    const entry = { id: event.id, mark: event.mark, text, updated: event.updated_at }
    entries.set(keyOf(event.id), entry)
    found.set(event.id, entry)
  }
  return events.flatMap(({ id }) => found.get(id) ?? [])
}

async function entryText(ctx: Context, site: string, kind: FeedKind, event: ListedFeedEvent): Promise<string> {
  return kind === 'ics'
    ? calendarEntryText(calendarEntry(ctx, event, { page: site + paths.event(event.id) }))
    : atomEntryText(atomEntry(ctx, site, event))
}

async function compose(ctx: Context, site: string, feed: ListedFeed, entries: Entry[]): Promise<string> {
  const { kind, title } = feed
  const { BRAND_NAME: brand } = ctx.settings
  const texts = entries.map(({ text }) => text)
  if (kind === 'ics') return calendarOfTexts(texts, { brand, name: title, lifetime })
  const updated =
    entries
      .map((entry) => entry.updated)
      .sort()
      .at(-1) ?? ctx.now().toISOString()
  return atomDocument({
    id: `urn:uuid:${stableId(ctx.signingKey.publicKey, `feed ${feed.known}`)}`,
    title,
    updated,
    author: brand,
    page: site + feed.page,
    self: site + feed.path,
    next: feed.next === undefined ? null : site + feed.next,
    entries: texts,
  })
}
