import { redirect } from 'react-router'
import { listMyEvents } from '#contract/events/own-events.ts'
import { callCounted } from '#web/lib/api/call.ts'
import { readPage } from '#web/lib/page/page-number.ts'

const perPage = 24

/** One page of one's own events, newest first; ?page= counts from 1. */
export async function loadOwnEvents(request: Request) {
  const page = readPage(new URL(request.url).searchParams)
  const { items, total } = await callCounted(listMyEvents, { query: { limit: perPage, cursor: (page - 1) * perPage } })
  const pages = Math.ceil(total / perPage)
  // The only event of the last page was deleted.
  if (items.length === 0 && pages > 0) throw redirect(`/my-events?page=${pages}`)
  return { events: items, page, pages }
}
