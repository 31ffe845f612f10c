import { useEffect } from 'react'
import { fromParameter } from '#contract/events/event-links.ts'
import { countVisit } from '#contract/events/events.ts'
import { call } from '#web/lib/api/call.ts'
import { readSession } from '#web/lib/session/session.ts'

/** The page at which this tab entered the site was counted with the page before it. */
let isEntryCounted = false

/** Counts a view of an event's page each time it is opened: in the browser, because the rendered page is shared. */
export function CountVisit({ event }: { event: { id: number; user_id: number } }): null {
  const { id, user_id } = event
  useEffect(() => {
    // The server knows its owners as well; this spares the call.
    if (readSession()?.id === user_id) return
    // Nobody waits for it.
    call(countVisit, { params: { eventId: id }, body: source() }).catch(() => undefined)
  }, [id, user_id])
  return null
}

/** The label of the link and the host of the page before, if this page was entered from outside; else this site's host. */
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
