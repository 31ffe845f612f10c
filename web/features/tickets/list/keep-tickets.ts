import { useEffect } from 'react'
import { paths } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { isSeen } from '#web/lib/offline/last-seen.ts'
import { keepPage } from '#web/lib/offline/offline.ts'
import { loadTicket, ticketName } from './load-tickets.ts'

/** More than anybody carries to a door; the list comes with the newest first. */
const most = 12

/**
 * Has the tickets that still let their holder in at hand without a network, though they were never opened on this
 * device, once `ready`. One after the other, and each only once: whoever opens a ticket renews it.
 */
export function useKeptTickets(tickets: readonly Ticket[], ready: boolean): void {
  useEffect(() => {
    if (!ready) return
    const leaving = new AbortController()
    void keepTickets(tickets, leaving.signal)
    return () => leaving.abort()
  }, [tickets, ready])
}

async function keepTickets(tickets: readonly Ticket[], leaving: AbortSignal) {
  const active = tickets.filter(({ status }) => status === 'ACTIVE')
  for (const { id } of active.slice(0, most)) {
    if (leaving.aborted) return
    if (await isSeen(ticketName(id))) continue
    try {
      await keepPage(paths.virtualTicket(id))
      await loadTicket(String(id))
    } catch {
      // No network any more; the next visit tries again.
      return
    }
  }
}
