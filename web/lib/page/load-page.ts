import { redirect } from 'react-router'
import type { CardEvent } from '#contract/events/events.ts'
import { withoutLanguage } from '#contract/language/languages.ts'
import { readNumber } from '#contract/numbers.ts'

/** Cards on one page of the viewer's own lists. */
const perPage = 24

interface ListRequest {
  fields: 'card'
  limit: number
  cursor: number
}

/** Loads the addressed page of the viewer's own events or bookmarks; redirects to the last page if it no longer
 *  exists. */
export async function loadPage(
  { url }: Request,
  list: (query: ListRequest) => Promise<{ items: CardEvent[]; total: number }>,
): Promise<{ events: CardEvent[]; page: number; pages: number }> {
  const { pathname, searchParams } = new URL(url)
  const page = readPage(searchParams)
  const { items, total } = await list({ fields: 'card', limit: perPage, cursor: (page - 1) * perPage })
  const pages = Math.ceil(total / perPage)
  // The last event on the last page was removed.
  if (items.length === 0 && pages > 0) {
    searchParams.set('page', String(pages))
    throw redirect(`${withoutLanguage(pathname)}?${searchParams}`)
  }
  return { events: items, page, pages }
}

/** Enough for any list, and within the number of rows that the server can skip. */
const highestPage = 100_000

/** The page number in `?page=`, from 1; 1 if it is invalid. */
export function readPage(params: URLSearchParams): number {
  const page = readNumber(params.get('page') ?? '') ?? 1
  return Number.isInteger(page) && page >= 1 ? Math.min(page, highestPage) : 1
}
