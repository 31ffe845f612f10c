import { useEffect } from 'react'
import { paths } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { isSeen } from '#web/lib/offline/last-seen.ts'
import { keepPage } from '#web/lib/offline/offline.ts'
import { loadTicket } from './load-tickets.ts'
import { ticketName } from './ticket-name.ts'

/** At most this many tickets are kept, more than anybody needs; the list has the newest first. */
const most = 12

/** Keeps the active tickets for a visit without a network, even those never opened on this device, once `ready`.
 *  They are kept one after the other, and each only once: opening a ticket renews its copy. */
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
      // The network is gone; the next visit tries again.
      return
    }
  }
}
