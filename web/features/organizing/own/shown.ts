import { paths } from '#contract/paths.ts'

/** Which of their own events an organizer looks at; the address says it. */
export interface Shown {
  past: boolean
  /** '' where nothing is searched for. */
  search: string
}

export function readShown(params: URLSearchParams): Shown {
  return { past: params.get('show') === 'past', search: (params.get('search') ?? '').trim().slice(0, 200) }
}

/** The address of a page of them. */
export function shownPath({ past, search }: Shown, page = 1): string {
  const params = new URLSearchParams()
  if (past) params.set('show', 'past')
  if (search) params.set('search', search)
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `${paths.myEvents}?${params}` : paths.myEvents
}
