import { useEffect, useRef, useState } from 'react'
import { isTicket, type LiveState, stateSentences } from '#contract/events/application.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { goneMessage } from '#contract/events/live.ts'
import { pageErrors } from '#contract/events/page-errors.ts'
import * as m from '#messages/live.json'
import { useServerNow } from '#web/lib/clock.ts'
import { announced } from '#web/lib/format/text.ts'
import { notify, readNotice } from '#web/lib/notices/notice.tsx'

/** Announces the event's changes to screen readers while its page is open. */
export function LiveNews({ event, isGone }: { event: EventDetail; isGone: boolean }) {
  // The server's time, so that correcting the device's clock announces nothing.
  const now = useServerNow()
  const [news, setNews] = useState('')
  const last = useRef<Shown | null>(null)
  useEffect(() => {
    if (now === null) return
    const shown = { event, isGone, now }
    const happened = last.current ? newsOf(last.current, shown) : null
    if (happened) setNews(announced(happened))
    if (last.current) notifyOwn(last.current.event.standing.ticket, event.standing.ticket)
    last.current = shown
  }, [event, isGone, now])
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  )
}

/** `now` is in milliseconds since 1970 by the server's clock. */
export interface Shown {
  event: EventDetail
  /** The viewer may no longer see the event. */
  isGone: boolean
  now: number
}

/** A sentence about what changed, for screen readers. Null for changes not worth announcing: taken seats change all
 *  the time, and `notifyOwn` announces changes to the viewer's own application. */
export function newsOf(before: Shown, after: Shown): string | null {
  const [was, is] = [before.event, after.event]
  const passed = (instant: string) => before.now < Date.parse(instant) && after.now >= Date.parse(instant)

  if (is.is_called_off) return was.is_called_off ? null : pageErrors.event_called_off.message
  if (after.isGone) return before.isGone ? null : goneMessage
  if (ownNews(was.standing.ticket, is.standing.ticket) !== null) return null
  const hasOneChange = is.version === was.version + 1
  if (hasOneChange && is.comments_closed !== was.comments_closed) {
    return is.comments_closed ? pageErrors.comments_closed.message : m.commentsReopened
  }
  if (is.version > was.version) return m.changed
  if (passed(is.end_date_event)) return m.over
  if (passed(is.start_date_event)) return m.started
  if (passed(is.end_date_register)) return pageErrors.registration_closed.message
  if (passed(is.start_date_register)) return m.registrationOpen
  // Ticket holders need no announcements about seats.
  if (is.user_engaged.is_applied || after.now >= Date.parse(is.end_date_register)) return null
  if (is.seats_left === 0 && was.seats_left !== 0) return m.full
  if (was.seats_left === 0 && is.seats_left !== 0) return m.seatsAgain
  return null
}

/** The message about a change to the viewer's application by others; null without one. */
export function ownNews(was: LiveState | null, is: LiveState | null): string | null {
  if (was === null || is === null || was === is || isTicket(was)) return null
  return stateSentences[is]
}

/** Shows a notice, unless a longer one, such as after leaving the waiting list, already says so. */
export function notifyOwn(was: LiveState | null, is: LiveState | null): void {
  const news = ownNews(was, is)
  if (news !== null && !readNotice()?.text.startsWith(news)) notify.success(news)
}
