import { redirect } from 'react-router'
import type { CardEvent } from '#contract/events/events.ts'
import { readPage } from './page-number.ts'

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
