import type { PageContext } from '#contract/endpoint.ts'
import { linkParameter } from '#contract/events/event-link.ts'
import { type CardEvent, showEventCard } from '#contract/events/events.ts'
import { PathId } from '#contract/fields.ts'
import { fromServer } from '#web/lib/api/loaders.ts'
import { nextPath } from '#web/lib/session/login-path.ts'

const longestWaitMs = 2_000

/** The event for which somebody logs in or registers. */
export type Wanted = Pick<CardEvent, 'event_name' | 'start_date_event'>

/** The number and the key of the event whose page the login leads back to; null where it leads elsewhere. */
export function wantedBy({ url }: { url: string }): { eventId: number; link: string | undefined } | null {
  const next = new URL(nextPath(new URL(url).searchParams), 'http://here')
  const eventId = PathId.safeParse(/^\/events\/(\d+)$/.exec(next.pathname)?.[1])
  return eventId.success ? { eventId: eventId.data, link: next.searchParams.get(linkParameter) ?? undefined } : null
}

/** That event as every visitor of its page sees it; null where there is none, or none that they see. */
export async function loadWanted({ call }: Pick<PageContext, 'call'>, request: Request): Promise<Wanted | null> {
  const wanted = wantedBy(request)
  if (wanted === null) return null
  const { eventId, link } = wanted
  const card = await call(showEventCard, { params: { eventId }, query: { link } }).catch(() => null)
  return card && { event_name: card.event_name, start_date_event: card.start_date_event }
}

/** What the page's `loader` found, for its `clientLoader`. Without an answer nobody waits long: the login works without. */
export async function fetchWanted(
  args: Parameters<typeof fromServer>[0] & { request: Request },
): Promise<Wanted | null> {
  return wantedBy(args.request) === null ? null : fromServer<Wanted | null>(args, longestWaitMs).catch(() => null)
}

/** Headers of a page whose address has the key of an unlisted event in it, as on the event's own page. */
export function wantedHeaders(request: Request): Record<string, string> {
  const isSecret = wantedBy(request)?.link !== undefined
  return isSecret ? { 'referrer-policy': 'strict-origin', 'cache-control': 'private, no-cache' } : {}
}
