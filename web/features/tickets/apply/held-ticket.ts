import { useEffect, useState } from 'react'
import type { LiveState } from '#contract/events/application.ts'
import { listTickets, type Ticket } from '#contract/tickets/tickets.ts'
import { call } from '#web/lib/api/call.ts'

/** The user's ticket for an event; null where they hold none. Throws ApiError. */
export async function findHeldTicket(userId: number, eventId: number): Promise<Ticket | null> {
  const tickets = await call(listTickets, { params: { userId } })
  return tickets.find((ticket) => ticket.event_id === eventId && ticket.status !== 'CANCELLED') ?? null
}

/** The user's application in this state for a component that works without it: null until it is loaded, and where it cannot
 *  be loaded. */
export function useHeldTicket(userId: number | null, eventId: number, state: LiveState | null): Ticket | null {
  const [held, setHeld] = useState<Ticket | null>(null)
  useEffect(() => {
    if (state === null || userId === null) return
    let current = true
    const keep = (ticket: Ticket | null) => {
      if (current) setHeld(ticket)
    }
    findHeldTicket(userId, eventId).then(keep, () => keep(null))
    return () => {
      current = false
      setHeld(null)
    }
  }, [userId, eventId, state])
  return held
}
