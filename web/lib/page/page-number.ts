import { redirect } from 'react-router'
import type { CardEvent } from '#contract/events/events.ts'
import { readNumber } from '#contract/numbers.ts'

/** Further than anybody turns pages, and no further than the server passes over rows. */
const most = 100_000

/** Which page of a list an address asks for in ?page=, counted from 1; 1 where that makes no sense. */
export function readPage(params: URLSearchParams): number {
  const page = readNumber(params.get('page') ?? '') ?? 1
  return Number.isInteger(page) && page >= 1 ? Math.min(page, most) : 1
}

/** Cards on one page of one's own lists. */
const perPage = 24

interface Asked {
  fields: 'card'
  limit: number
  cursor: number
}

/** The page of one's own events or bookmarks that an address asks for; the last one where that is gone. */
export async function loadPage(
  { url }: Request,
  list: (query: Asked) => Promise<{ items: CardEvent[]; total: number }>,
): Promise<{ events: CardEvent[]; page: number; pages: number }> {
  const { pathname, searchParams } = new URL(url)
  const page = readPage(searchParams)
  const { items, total } = await list({ fields: 'card', limit: perPage, cursor: (page - 1) * perPage })
  const pages = Math.ceil(total / perPage)
  // The only event of the last page was taken away.
  if (items.length === 0 && pages > 0) throw redirect(`${pathname}?page=${pages}`)
  return { events: items, page, pages }
}
