import { useEffect } from 'react'
import { fromParameter } from '#contract/events/event-links.ts'
import { countVisit } from '#contract/events/events.ts'
import { call } from '#web/lib/api/call.ts'

/** Whether the first page of this visit has been counted, with its referrer. */
let isEntryCounted = false

/** Counts a view each time an event's page is opened. In the browser, because visitors share the rendered page. */
export function CountVisit({ event }: { event: { id: number; role: unknown } }): null {
  const { id, role } = event
  useEffect(() => {
    // The server ignores the team too; this saves the call.
    if (role !== null) return
    // A failure does not matter to the viewer.
    call(countVisit, { params: { eventId: id }, body: source() }).catch(() => undefined)
  }, [id, role])
  return null
}

/** The link's label and the referring host if the visit started on this page; otherwise this site's host. */
function source(): { from?: string; referrer: string } {
  const [entry] = performance.getEntriesByType('navigation')
  const isEntry = !isEntryCounted && entry !== undefined && new URL(entry.name).pathname === window.location.pathname
  isEntryCounted = true
  if (!isEntry) return { referrer: window.location.host }
  const from = new URLSearchParams(window.location.search).get(fromParameter) ?? ''
  return {
    from: from.replaceAll('\0', '').slice(0, 500).toWellFormed(),
    referrer: URL.canParse(document.referrer) ? new URL(document.referrer).host : '',
  }
}
