import { randomBytes } from 'node:crypto'
import type { Language } from '#contract/language/languages.ts'
import { type TicketFeed, ticketFeedPath } from '#contract/tickets/tickets.ts'
import { ticketEntry } from '#server/features/tickets/mails/ticket.mails.ts'
import {
  deleteFeedSecret,
  selectCalendarTickets,
  selectFeedSecret,
  selectUserOfFeed,
  upsertFeedSecret,
} from '#server/features/tickets/store/tickets.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { calendarFile } from '#server/lib/feeds/calendar.ts'
import { feedTexts } from '#server/lib/feeds/feed-texts.ts'
import { type Feed, feedBody } from '#server/lib/feeds/send-feed.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'

/** Until calendars should fetch the feed again. */
const lifetimeSeconds = 3600

/** Who fetches a calendar. `site` is scheme and host. */
interface Reader {
  site: string
  language: Language
}

/** The most tickets in one calendar: more than anyone has. */
const mostTickets = 500

/** The URL of the user's ticket calendar. */
export async function show(ctx: Context, user: SignedInUser): Promise<TicketFeed> {
  const secret = await selectFeedSecret(ctx.db, user.id)
  return { path: secret === null ? '' : ticketFeedPath(secret) }
}

/** Creates a new URL; the previous one stops working. */
export async function renew(ctx: Context, user: SignedInUser): Promise<TicketFeed> {
  const secret = randomBytes(24).toString('base64url')
  await upsertFeedSecret(ctx.db, user.id, secret, ctx.now())
  return { path: ticketFeedPath(secret) }
}

/** Turns the calendar off. */
export async function end(ctx: Context, user: SignedInUser): Promise<TicketFeed> {
  await deleteFeedSecret(ctx.db, user.id)
  return { path: '' }
}

/** The calendar for a secret, in its user's language, or else in the request's. Throws `not_found` for any other text. */
export async function read(ctx: Context, { site, language: given }: Reader, secret: string): Promise<Feed> {
  const user = await selectUserOfFeed(ctx.db, secret)
  if (user === null) throw new AppError('not_found')
  const language = user.language ?? given
  const tickets = await selectCalendarTickets(ctx.db, user.id, ctx.now(), mostTickets)
  const { BRAND_NAME: brand } = ctx.settings
  const entries = tickets.map((ticket) => ticketEntry(site, ticket, language))
  const name = `${feedTexts[language].myTickets} · ${brand}`
  return {
    type: 'text/calendar',
    audience: 'private',
    body: feedBody(await calendarFile({ brand, name, lifetimeSeconds, entries })),
  }
}
