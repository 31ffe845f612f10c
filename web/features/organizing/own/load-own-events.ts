import type { Reply } from '#contract/endpoint.ts'
import { listDrafts, type SavedDraft } from '#contract/events/drafts.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { listCalledOff, listMyEvents } from '#contract/events/own-events.ts'
import { paths } from '#contract/paths.ts'
import { countNewApplicants } from '#contract/tickets/applicants.ts'
import { listRefundsDue } from '#contract/tickets/refunds.ts'
import { call, callCounted } from '#web/lib/api/call.ts'
import { cardsPerPage, loadPage } from '#web/lib/page/load-page.ts'
import type { ApplicantNews } from './own-event-card.tsx'
import { loadTeamEvents } from './team-events.tsx'

const parts = ['upcoming', 'past', 'drafts'] as const

/** Which part of My Events the address asks for. */
export interface View {
  part: (typeof parts)[number]
  /** '' without a search. */
  search: string
}

export type RefundsDue = Reply<typeof listRefundsDue>[number]
export type CalledOff = Reply<typeof listCalledOff>[number]

interface OwnEvents {
  view: View
  drafts: SavedDraft[]
  /** One page of events; empty in the drafts view. */
  events: CardEvent[]
  page: number
  pages: number
  /** By event id. */
  news: Map<number, ApplicantNews>
  /** Of all the user's events, whatever the view. */
  refundsDue: RefundsDue[]
  /** Those matching the search, in the Past view; empty in the other views. */
  calledOff: CalledOff[]
  /** The events of others that the user helps with; empty except in the view of upcoming events. */
  joined: Awaited<ReturnType<typeof loadTeamEvents>>
}

/** Loads a page of the user's upcoming events (next first), past events (latest first) or drafts (last saved first). */
export async function loadOwnEvents(request: Request): Promise<OwnEvents> {
  const view = readView(new URL(request.url).searchParams)
  const { part, search } = view
  if (part === 'drafts') {
    const [drafts, refundsDue] = await Promise.all([call(listDrafts), loadRefundsDue()])
    return { view, drafts, events: [], page: 1, pages: 0, news: new Map(), refundsDue, calledOff: [], joined: [] }
  }
  const isPast = part === 'past'
  const filter = isPast
    ? ({ status: 'COMPLETED', sort: 'latest' } as const)
    : ({ current: true, sort: 'soonest' } as const)
  const {
    items: events,
    page,
    pages,
  } = await loadPage(request, cardsPerPage, (query) =>
    callCounted(listMyEvents, { query: { ...query, ...filter, fields: 'card', search: search || undefined } }),
  )
  // The page works without the rest.
  const [news, refundsDue, drafts, calledOff, joined] = await Promise.all([
    loadNews(events),
    loadRefundsDue(),
    call(listDrafts).catch(() => []),
    isPast ? loadCalledOff(search) : [],
    isPast ? [] : loadTeamEvents(),
  ])
  return { events, page, pages, view, drafts, news, refundsDue, calledOff, joined }
}

function loadRefundsDue(): Promise<RefundsDue[]> {
  return call(listRefundsDue).catch(() => [])
}

async function loadCalledOff(search: string): Promise<CalledOff[]> {
  const events = await call(listCalledOff).catch(() => [])
  return events.filter(({ event_name }) => event_name.toLowerCase().includes(search.toLowerCase()))
}

async function loadNews(events: CardEvent[]): Promise<Map<number, ApplicantNews>> {
  if (events.length === 0) return new Map()
  const query = { events: events.map(({ id }) => id).join(',') }
  const counts = await call(countNewApplicants, { query }).catch(() => [])
  return new Map(counts.map((news) => [news.event_id, news]))
}

function readView(params: URLSearchParams): View {
  const part = parts.find((name) => name === params.get('show')) ?? 'upcoming'
  return { part, search: (params.get('search') ?? '').trim().slice(0, 200) }
}

export function viewPath({ part, search }: View, page = 1): string {
  const params = new URLSearchParams()
  if (part !== 'upcoming') params.set('show', part)
  if (search) params.set('search', search)
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `${paths.myEvents}?${params}` : paths.myEvents
}
