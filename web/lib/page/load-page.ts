import { redirect } from 'react-router'
import type { CardEvent } from '#contract/events/events.ts'
import { readNumber } from '#contract/numbers.ts'

/** Cards on one page of the viewer's own lists. */
const perPage = 24

interface Asked {
  fields: 'card'
  limit: number
  cursor: number
}

/** Loads the page of the viewer's own events or bookmarks that an address names; redirects to the last page where
 *  that one is gone. */
export async function loadPage(
  { url }: Request,
  list: (query: Asked) => Promise<{ items: CardEvent[]; total: number }>,
): Promise<{ events: CardEvent[]; page: number; pages: number }> {
  const { pathname, searchParams } = new URL(url)
  const page = readPage(searchParams)
  const { items, total } = await list({ fields: 'card', limit: perPage, cursor: (page - 1) * perPage })
  const pages = Math.ceil(total / perPage)
  // The only event of the last page was removed.
  if (items.length === 0 && pages > 0) {
    searchParams.set('page', String(pages))
    throw redirect(`${pathname}?${searchParams}`)
  }
  return { events: items, page, pages }
}

/** The highest page number: more than anybody needs, and no more rows than the server skips. */
const most = 100_000

/** The page of a list that ?page= names, counted from 1; 1 if the value is invalid. */
export function readPage(params: URLSearchParams): number {
  const page = readNumber(params.get('page') ?? '') ?? 1
  return Number.isInteger(page) && page >= 1 ? Math.min(page, most) : 1
}
