import { paths } from '#contract/paths.ts'

const parts = ['upcoming', 'past', 'drafts'] as const

/** Which of their own events an organizer looks at; the address says it. */
export interface Shown {
  /** What is not over, what is, or what is not published yet. */
  part: (typeof parts)[number]
  /** '' where nothing is searched for. */
  search: string
}

export function readShown(params: URLSearchParams): Shown {
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
