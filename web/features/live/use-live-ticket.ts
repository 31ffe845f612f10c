import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type LiveState, liveStates } from '#contract/events/application.ts'
import type { LiveEvent } from '#contract/events/live.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import * as m from '#messages/live.json'
import { followSoon } from '#web/lib/live/follow-soon.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { notifyOwn } from './live-news.tsx'

type Shown = Pick<Ticket, 'event_id' | 'status' | 'position' | 'slip'>

/** Each followed event needs a connection, and browsers open only six per server. */
const mostFollowed = 3

/**
 * The viewer's own applications, with their current waiting list positions. Reloads the page when one changes state: a
 * ticket is used, cancelled or called off, a seat becomes free, or a slip is decided. Follows only the first few.
 */
export function useLiveTickets<Own extends Shown>(tickets: readonly Own[]): Own[] {
  const { revalidate } = useRevalidator()
  const [latest, setAnnounced] = useState<Record<number, LiveEvent>>({})
  const followed = tickets.filter(isFollowed).slice(0, mostFollowed)
  const loaded = useRef<Followed[]>([])
  const events = followed.map(({ event_id }) => event_id).join()

  useEffect(() => {
    loaded.current = followed
  })

  useEffect(() => {
    const wanted = events.split(',').map(Number)
    const stops = loaded.current
      .filter(({ event_id }) => wanted.includes(event_id))
      .map((ticket) => {
        const { event_id: eventId } = ticket
        const notifyChange = applicationNotifier(ticket)
        return followSoon(
          { eventId, link: undefined },
          {
            onEvent(live) {
              notifyChange(live)
              setAnnounced((known) => ({ ...known, [eventId]: live }))
            },
            onGone: () => undefined,
            onRefused: () => undefined,
          },
        )
      })
    return () => {
      for (const stop of stops) stop()
    }
  }, [events])

  const changed = followed
    .map((ticket) => changeOf(ticket, latest[ticket.event_id]))
    .filter(Boolean)
    .join()
  useEffect(() => {
    if (changed !== '') void revalidate()
  }, [changed, revalidate])

  return tickets.map((ticket) => {
    const live = latest[ticket.event_id]
    return ticket.status === 'WAITING' && live?.ticket === 'WAITING' ? { ...ticket, position: live.position } : ticket
  })
}

/** The same for one ticket. The server announces only the viewer's own, so another person's is not followed. */
export function useLiveTicket<Own extends Shown>(ticket: Own, isOwn: boolean): Own {
  const [shown] = useLiveTickets(isOwn ? [ticket] : [])
  return shown ?? ticket
}

function isFollowed<Own extends Shown>(ticket: Own): ticket is Own & Followed {
  return liveStates.some((state) => state === ticket.status)
}

/** A key for an announced change to a loaded application; null without a change. */
function changeOf(ticket: Followed, live: LiveEvent | undefined): string | null {
  if (live === undefined || !isOld(ticket, live)) return null
  return [ticket.event_id, ticket.status, ticket.slip?.state, live.ticket, live.slip].join(' ')
}

/** The viewer's application as loaded. */
export type Followed = Pick<Ticket, 'event_id' | 'position' | 'slip'> & { status: LiveState }

type Announced = Pick<LiveEvent, 'ticket' | 'slip'>

/** Returns a function to call with each announcement. It shows a notice when the viewer's application or its slip
 *  has changed since the previous announcement, or since the first load. Later loads do not count: they may be newer
 *  than the last announcement. */
export function applicationNotifier({ status, slip }: Followed): (live: Announced) => void {
  let before: Announced = { ticket: status, slip: slip?.state ?? null }
  return (live) => {
    notifyOwn(before.ticket, live.ticket)
    if (before.slip === 'in_review' && live.slip === 'refused') notify.failure(m.slipRefused, { needsNetwork: false })
    before = live
  }
}

/** Whether the loaded application or its slip differs from the announced state. */
export function isOld({ status, slip }: Followed, live: Announced): boolean {
  return live.ticket !== status || (status === 'UNPAID' && live.slip !== (slip?.state ?? null))
}
