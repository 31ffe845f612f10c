import { Calendar } from 'lucide'
import { dayAndTime } from '#contract/dates.ts'
import type { PageContext } from '#contract/endpoint.ts'
import { linkParameter } from '#contract/events/event-links.ts'
import { type CardEvent, showEventCard } from '#contract/events/events.ts'
import { PathId } from '#contract/fields.ts'
import * as common from '#messages/common.json'
import { fromServer } from '#web/lib/api/loaders.ts'
import { Icon } from '#web/lib/icon.tsx'
import { nextPath } from '#web/lib/session/login-path.ts'
import { ZoneNote } from './zone-note.tsx'

const longestWaitMs = 2_000

/** The event a person logs in or signs up for. */
type Wanted = Pick<CardEvent, 'event_name' | 'start_date_event'>

/** The id and key of the event that the login returns to; null if it returns elsewhere. */
export function wantedBy({ url }: { url: string }): { eventId: number; link: string | undefined } | null {
  const next = new URL(nextPath(new URL(url).searchParams), 'http://here')
  const eventId = PathId.safeParse(/^\/events\/(\d+)$/.exec(next.pathname)?.[1])
  return eventId.success ? { eventId: eventId.data, link: next.searchParams.get(linkParameter) ?? undefined } : null
}

/** The event as visitors see it; null if they may not. */
export async function loadWanted({ call }: Pick<PageContext, 'call'>, request: Request): Promise<Wanted | null> {
  const wanted = wantedBy(request)
  if (wanted === null) return null
  const { eventId, link } = wanted
  const card = await call(showEventCard, { params: { eventId }, query: { link } }).catch(() => null)
  return card && { event_name: card.event_name, start_date_event: card.start_date_event }
}

/** The result of the page's `loader`, for its `clientLoader`. Waits only briefly, because the login works without it. */
export async function fetchWanted(
  args: Parameters<typeof fromServer>[0] & { request: Request },
): Promise<Wanted | null> {
  return wantedBy(args.request) === null ? null : fromServer<Wanted | null>(args, longestWaitMs).catch(() => null)
}

/** The headers of an unlisted event's page, if the address contains its key. */
export function wantedHeaders(request: Request): Record<string, string> {
  const isSecret = wantedBy(request)?.link !== undefined
  return isSecret ? { 'referrer-policy': 'strict-origin', 'cache-control': 'private, no-cache' } : {}
}

/** The wanted event, shown during login and sign-up. */
export function WantedNote({ event }: { event: Wanted | null }) {
  if (event === null) return null
  return (
    <section aria-label={common.event} className="flex items-start gap-3 rounded-md bg-sunken px-4 py-3">
      <Icon icon={Calendar} className="mt-0.5 shrink-0 text-accent-ink" />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{event.event_name}</p>
        <p className="figures text-sm text-ink-soft">
          <time dateTime={event.start_date_event}>{dayAndTime(event.start_date_event)}</time>
          <ZoneNote iso={event.start_date_event}>{(zone) => ` (${zone})`}</ZoneNote>
        </p>
      </div>
    </section>
  )
}
