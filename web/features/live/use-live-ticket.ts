import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type LiveState, liveStates } from '#contract/events/application.ts'
import type { LiveEvent } from '#contract/events/live.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { followSoon } from '#web/lib/live/follow-soon.ts'
import { notify } from '#web/lib/notices/notice-store.ts'
import { tellOwn } from './news.ts'

type Followed = Pick<Ticket, 'event_id' | 'status' | 'position' | 'slip'>

const refusedWords = 'The organizer did not accept your slip.'

/** A page holds a connection for each event that it follows, of which browsers open six. */
const mostFollowed = 3

/**
 * The reader's own applications with their places in line as they are now. The page is loaded again when one of them changes
 * its state while the page is open: when a ticket is used, given back or called off, a seat has come, or a slip was decided. Follow only what is
 * the reader's own: the server tells nobody of the tickets of others. Of many the first few are followed.
 */
export function useLiveTickets<Shown extends Followed>(tickets: readonly Shown[]): Shown[] {
  const { revalidate } = useRevalidator()
  const [told, setTold] = useState<Record<number, LiveEvent>>({})
  const followed = tickets.filter(({ status }) => isLive(status)).slice(0, mostFollowed)
  const events = followed.map(({ event_id }) => event_id).join()

  useEffect(() => {
    const stops = events
      .split(',')
      .filter(Boolean)
      .map(Number)
      .map((eventId) =>
        followSoon(
          { eventId, link: undefined },
          {
            onEvent: (live) => setTold((known) => ({ ...known, [eventId]: live })),
            onGone: () => undefined,
            onRefused: () => undefined,
          },
        ),
      )
    return () => {
      for (const stop of stops) stop()
    }
  }, [events])

  const changes = followed.filter((ticket) => isOld(ticket, told[ticket.event_id]))
  const changed = changes.map((ticket) => nameOf(ticket, told[ticket.event_id])).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change.
  useEffect(() => {
    if (changed === '') return
    for (const ticket of changes) tell(ticket, told[ticket.event_id])
    void revalidate()
  }, [changed, revalidate])

  return tickets.map((ticket) => {
    const live = told[ticket.event_id]
    return ticket.status === 'WAITING' && live?.ticket === 'WAITING' ? { ...ticket, position: live.position } : ticket
  })
}

/** The same for one ticket, which may be somebody else's. */
export function useLiveTicket<Shown extends Followed>(ticket: Shown, isOwn: boolean): Shown {
  const [shown] = useLiveTickets(isOwn ? [ticket] : [])
  return shown ?? ticket
}

/** Whether the state that is announced is another one than that of the loaded application, or its slip's. */
function isOld(ticket: Followed, live: LiveEvent | undefined): boolean {
  if (live === undefined) return false
  return live.ticket !== ticket.status || (ticket.status === 'UNPAID' && live.slip !== (ticket.slip?.state ?? null))
}

/** Says what has become of an application, or of its slip, also to somebody who has scrolled away from where it stands. */
function tell({ status, slip }: Followed, live: LiveEvent | undefined): void {
  if (live === undefined || !isLive(status)) return
  tellOwn(status, live.ticket)
  if (slip?.state === 'in_review' && live.slip === 'refused') notify.failure(refusedWords, { needsNetwork: false })
}

/** A name for what has changed. */
function nameOf({ event_id, status, slip }: Followed, live: LiveEvent | undefined): string {
  return [event_id, status, slip?.state, live?.ticket, live?.slip].join(' ')
}

function isLive(status: Ticket['status']): status is LiveState {
  return liveStates.some((state) => state === status)
}
