import { listMyEvents } from '#contract/events/own-events.ts'
import { callCounted } from '#web/lib/api/call.ts'
import { loadPage } from '#web/lib/page/page-number.ts'

/** Loads a page of the reader's own events, newest first; ?page= counts from 1. */
export function loadOwnEvents(request: Request) {
  return loadPage(request, (query) => callCounted(listMyEvents, { query }))
}
