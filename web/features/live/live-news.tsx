import { useEffect, useRef, useState } from 'react'
import type { EventDetail } from '#contract/events/events.ts'
import { useServerNow } from '#web/lib/clock.ts'
import { announced } from '#web/lib/page/announced.ts'
import { newsOf, type Shown, tellOwn } from './news.ts'

/** Announces to screen readers what has happened to the event while its page is open. */
export function LiveNews({ event, isGone }: { event: EventDetail; isGone: boolean }) {
  // A correction of the device's clock is no news.
  const now = useServerNow()
  const [news, setNews] = useState('')
  const last = useRef<Shown | null>(null)
  useEffect(() => {
    if (now === null) return
    const shown = { event, isGone, now }
    const happened = last.current ? newsOf(last.current, shown) : null
    if (happened) setNews(announced(happened))
    if (last.current) tellOwn(last.current.event.standing.ticket, event.standing.ticket)
    last.current = shown
  }, [event, isGone, now])
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  )
}
