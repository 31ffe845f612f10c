import type { Reply } from '#contract/endpoint.ts'
import { listDrafts, type SavedDraft } from '#contract/events/drafts.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { listMyEvents } from '#contract/events/own-events.ts'
import { paths } from '#contract/paths.ts'
import { countNewApplicants } from '#contract/tickets/applicants.ts'
import { listRefundsDue } from '#contract/tickets/refunds.ts'
import { call, callCounted } from '#web/lib/api/call.ts'
import { loadPage } from '#web/lib/page/load-page.ts'
import type { News } from './attention.ts'

/** A page of one's own events with who has applied for each, or none where one's drafts are shown. */
interface OwnEvents {
  shown: Shown
  drafts: SavedDraft[]
  events: CardEvent[]
  page: number
  pages: number
  fresh: Map<number, News>
  /** All of one's own events that owe refunds, whatever is shown. */
  owing: RefundsDue[]
}

export type RefundsDue = Reply<typeof listRefundsDue>[number]

/** Loads what the address says: a page of the reader's own events that are not over, the next first, or of those that are,
 *  the last first; or their drafts, last saved first. */
export async function loadOwnEvents(request: Request): Promise<OwnEvents> {
  const shown = readShown(new URL(request.url).searchParams)
  const { part, search } = shown
  if (part === 'drafts') {
    const [drafts, owing] = await Promise.all([call(listDrafts), refundsDue()])
    return { shown, drafts, events: [], page: 1, pages: 0, fresh: new Map(), owing }
  }
  const past = part === 'past'
  const wanted = past
    ? ({ status: 'COMPLETED', sort: 'latest' } as const)
    : ({ current: true, sort: 'soonest' } as const)
  const loaded = await loadPage(request, (query) =>
    callCounted(listMyEvents, { query: { ...query, ...wanted, search: search || undefined } }),
  )
  const [fresh, owing, drafts] = await Promise.all([
    newApplicants(past ? [] : loaded.events),
    refundsDue(),
    // Only their number is told here.
    call(listDrafts).catch(() => []),
  ])
  return { ...loaded, shown, drafts, fresh, owing }
}

/** The list is of use without it. */
function refundsDue(): Promise<RefundsDue[]> {
  return call(listRefundsDue).catch(() => [])
}

/** Who has applied for events, by their ids. The list is of use without it. */
async function newApplicants(events: CardEvent[]): Promise<Map<number, News>> {
  if (events.length === 0) return new Map()
  const query = { events: events.map(({ id }) => id).join(',') }
  const counted = await call(countNewApplicants, { query }).catch(() => [])
  return new Map(counted.map((news) => [news.event_id, news]))
}

const parts = ['upcoming', 'past', 'drafts'] as const

/** Which of their own events an organizer looks at; the address says it. */
export interface Shown {
  /** What is not over, what is, or what is not published yet. */
  part: (typeof parts)[number]
  /** '' where nothing is searched for. */
  search: string
}

function readShown(params: URLSearchParams): Shown {
  const part = parts.find((name) => name === params.get('show')) ?? 'upcoming'
  return { part, search: (params.get('search') ?? '').trim().slice(0, 200) }
}

/** The address of a page of them. */
export function shownPath({ part, search }: Shown, page = 1): string {
  const params = new URLSearchParams()
  if (part !== 'upcoming') params.set('show', part)
  if (search) params.set('search', search)
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `${paths.myEvents}?${params}` : paths.myEvents
}
