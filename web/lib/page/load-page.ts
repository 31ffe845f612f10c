import { redirect } from 'react-router'
import { withoutLanguage } from '#contract/language/languages.ts'
import { readNumber } from '#contract/numbers.ts'

/** Cards of events on one page. */
export const cardsPerPage = 24

/** Loads the page of a list that the address asks for; redirects to the last page if it no longer exists. */
export async function loadPage<Item>(
  { url }: Request,
  perPage: number,
  list: (query: { limit: number; cursor: number }) => Promise<{ items: Item[]; total: number }>,
): Promise<{ items: Item[]; total: number; page: number; pages: number }> {
  const { pathname, searchParams } = new URL(url)
  const page = readPage(searchParams)
  const { items, total } = await list({ limit: perPage, cursor: (page - 1) * perPage })
  const pages = Math.ceil(total / perPage)
  // The last entry on the last page was removed.
  if (items.length === 0 && pages > 0) {
    searchParams.set('page', String(pages))
    throw redirect(`${withoutLanguage(pathname)}?${searchParams}`)
  }
  return { items, total, page, pages }
}

/** Enough for any list, and within the number of rows that the server can skip. */
const highestPage = 100_000

/** The page number in `?page=`, from 1; 1 if it is invalid. */
export function readPage(params: URLSearchParams): number {
  const page = readNumber(params.get('page') ?? '') ?? 1
  return Number.isInteger(page) && page >= 1 ? Math.min(page, highestPage) : 1
}
