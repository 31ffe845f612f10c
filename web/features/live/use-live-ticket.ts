import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { liveStates } from '#contract/events/application.ts'
import type { LiveEvent } from '#contract/events/live.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { followSoon } from '#web/lib/live/follow-soon.ts'
import { applicationNotifier, type Followed, isOld } from './use-live-event.ts'

type Shown = Pick<Ticket, 'event_id' | 'status' | 'position' | 'slip'>

/** A page holds a connection for each event that it follows, of which browsers open six. */
const mostFollowed = 3

/**
 * The viewer's own applications with their current places on waiting lists. The page is loaded again when one of them changes
 * state: a ticket is used, cancelled or called off, a seat becomes free, or a slip is decided. Only the first few are
 * followed.
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

/** For one ticket, which may be another person's: the server announces only the viewer's own. */
export function useLiveTicket<Own extends Shown>(ticket: Own, isOwn: boolean): Own {
  const [shown] = useLiveTickets(isOwn ? [ticket] : [])
  return shown ?? ticket
}

function isFollowed<Own extends Shown>(ticket: Own): ticket is Own & Followed {
  return liveStates.some((state) => state === ticket.status)
}

/** A name for what is announced of an application that was loaded before; null where nothing is new. */
function changeOf(ticket: Followed, live: LiveEvent | undefined): string | null {
  if (live === undefined || !isOld(ticket, live)) return null
  return [ticket.event_id, ticket.status, ticket.slip?.state, live.ticket, live.slip].join(' ')
}
