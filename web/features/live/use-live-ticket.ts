import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { LiveEvent } from '#contract/events/live.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { followEvent } from '#web/lib/live/follow-event.ts'

/** Loads a ticket's page again when the ticket is used, given back or called off while the page is open. It is
 *  followed only where it is the reader's own: the server tells nobody of the tickets of others. */
export function useLiveTicket({ event_id, status }: Pick<Ticket, 'event_id' | 'status'>, isOwn: boolean) {
  const { revalidate } = useRevalidator()
  const [told, setTold] = useState<LiveEvent['ticket'] | undefined>(undefined)
  const isFollowed = isOwn && (status === 'ACTIVE' || status === 'USED')

  useEffect(() => {
    if (!isFollowed) return
    return followEvent(
      { eventId: event_id, link: undefined },
      { onEvent: ({ ticket }) => setTold(ticket), onGone: () => undefined, onRefused: () => undefined },
    )
  }, [event_id, isFollowed])
  useEffect(() => {
    if (isFollowed && told !== undefined && told !== status) void revalidate()
  }, [isFollowed, told, status, revalidate])
}
