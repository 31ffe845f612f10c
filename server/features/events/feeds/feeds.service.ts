import { dayInBangkok } from '#contract/dates.ts'
import { queryOf, splitCommas } from '#contract/endpoint.ts'
import {
  eventPath,
  eventsFeed,
  type FeedKind,
  type FeedQuery,
  isUnlisted,
  longestFeed,
  organizerFeed,
} from '#contract/events/event-links.ts'
import { leavesOutPast } from '#contract/events/event-list.ts'
import type { Event } from '#contract/events/events.ts'
import { inLanguage, type Language } from '#contract/language/languages.ts'
import { paths } from '#contract/paths.ts'
import { type Viewer, viewerOf } from '#server/features/accounts/viewer.ts'
import { selectEvent } from '#server/features/events/events.repository.ts'
import { listIds } from '#server/features/events/list/list.service.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { type CalendarEntry, calendarFile } from '#server/lib/feeds/calendar.ts'
import { categoryIn, feedTexts, statusIn } from '#server/lib/feeds/feed-texts.ts'
import { type Feed, feedBody } from '#server/lib/feeds/send-feed.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { calendarEntry, calledOffEntry, feedDocument } from './feed-document.ts'
import { selectCalledOff, selectFeedOrganizer } from './feeds.repository.ts'

/** A calendar lists each date of a series; a news feed lists a series once. */
const defaults = { ics: { sort: 'soonest', grouped: false }, atom: { sort: 'newest', grouped: true } } as const

/** The feed of a list as a visitor sees it. Like the list's page it leaves out past events. */
export async function eventsFeedOf(
  ctx: Context,
  site: string,
  kind: FeedKind,
  query: FeedQuery,
  language: Language,
): Promise<Feed> {
  const { cursor, ...filters } = query
  const standard = defaults[kind]
  const sort = query.sort ?? standard.sort
  const current = query.current ?? (leavesOutPast(query, dayInBangkok(ctx.now())) || undefined)
  const grouped = query.grouped ?? standard.grouped
  const { ids, next } = await listIds(ctx, { ...query, sort, current, grouped })
  const given = (more: object) =>
    queryOf({ ...filters, limit: query.limit === longestFeed ? '' : query.limit, ...more })
  return feedDocument(ctx, site, {
    kind,
    language,
    title: titleOf(ctx, query, language),
    page: `${paths.discover}${queryOf({ ...filters, limit: '', current: '' })}`,
    stableUrl: eventsFeed(kind, given({})),
    path: eventsFeed(kind, given(cursor === 0 ? {} : { cursor })),
    ...(next !== null && { next: eventsFeed(kind, given({ cursor: next })) }),
    ids,
  })
}

/** Upcoming public events of an organizer. Throws `not_found`. */
export async function organizerFeedOf(
  ctx: Context,
  site: string,
  kind: FeedKind,
  id: number,
  language: Language,
): Promise<Feed> {
  const organizer = await selectFeedOrganizer(ctx.db, id)
  if (organizer === null) throw new AppError('not_found')
  const { ids } = await listIds(ctx, {
    organizer: id,
    current: true,
    ...defaults[kind],
    limit: longestFeed,
    cursor: 0,
  })
  return feedDocument(ctx, site, {
    kind,
    language,
    title: `${organizer.organizer_name} · ${ctx.settings.BRAND_NAME}`,
    page: paths.organizer(id),
    stableUrl: organizerFeed(id, kind),
    path: organizerFeed(id, kind),
    ids,
  })
}

/** One event's calendar file, by the same rule as its page. For people who could see the event until it was called
 *  off, it says only that. Throws `event_not_found`. */
export async function calendarOfEvent(
  ctx: Context,
  site: string,
  user: SignedInUser | null,
  id: number,
  { linkKey, language }: { linkKey?: string | undefined; language: Language },
): Promise<Feed> {
  const viewer = { ...viewerOf(ctx.settings, user), linkKey }
  const event = await selectEvent(ctx.db, id, viewer, ctx.now())
  const entry =
    event === null
      ? await calledOff(ctx, site, viewer, id, language)
      : readable(ctx, site, event, { linkKey, language })
  const isForEverybody = user === null && event?.visibility === 'PUBLIC'
  return {
    type: 'text/calendar',
    filename: entry.name,
    audience: isForEverybody ? 'public' : 'private',
    body: feedBody(await calendarFile({ brand: ctx.settings.BRAND_NAME, entries: [entry] })),
  }
}

function readable(
  ctx: Context,
  site: string,
  event: Event,
  { linkKey, language }: { linkKey?: string | undefined; language: Language },
): CalendarEntry {
  return calendarEntry(
    ctx,
    { ...event, organizer_name: event.organizer.organizer_name },
    {
      page: site + inLanguage(eventPath(event.id, isUnlisted(event) ? linkKey : ''), language),
      language,
      meeting_link: event.meeting_link,
      isCancelled: event.is_called_off,
    },
  )
}

async function calledOff(
  ctx: Context,
  site: string,
  viewer: Viewer,
  id: number,
  language: Language,
): Promise<CalendarEntry> {
  const event = await selectCalledOff(ctx.db, id, viewer)
  if (event === null) throw new AppError('event_not_found')
  return calledOffEntry(ctx, site, event, language)
}

function titleOf({ settings }: Context, query: FeedQuery, language: Language): string {
  const m = feedTexts[language]
  const { search, category, status, tags, date, until, free, online } = query
  const chosen = [
    search,
    category && categoryIn(language, category),
    status && statusIn(language, status),
    ...splitCommas(tags ?? ''),
    date && (until ? `${date} – ${until}` : date),
    free && m.free,
    online && m.online,
  ].filter(Boolean)
  return [...(chosen.length > 0 ? chosen : [m.events]), settings.BRAND_NAME].join(' · ')
}
