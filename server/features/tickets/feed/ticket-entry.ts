import { knownPoint, placeInWords } from '#contract/events/event-place.ts'

import { paths } from '#contract/paths.ts'
import type { CalendarTicket } from '#server/features/tickets/held/tickets.repository.ts'
import type { CalendarEntry } from '#server/lib/feeds/calendar.ts'

/** A ticket's event in its holder's calendar, by the ticket's own id: in mails and in the calendar of one's tickets it is
 *  the same entry. Only a ticket that is still good tells how to join the meeting. `site` is scheme and host. */
export function ticketEntry(site: string, ticket: CalendarTicket): CalendarEntry {
  const link = site + paths.virtualTicket(ticket.id)
  const isGood = ticket.status === 'ACTIVE' || ticket.status === 'USED'
  const meeting = isGood ? ticket.meeting_link : ''
  return {
    uid: ticket.ticket_id,
    // A ticket that is given back is one more change, which its event does not count.
    sequence: ticket.version + (ticket.status === 'CANCELLED' ? 1 : 0),
    isCancelled: ticket.status === 'CANCELLED',
    stamp: new Date(ticket.updated_at),
    start: new Date(ticket.start_date_event),
    end: new Date(ticket.end_date_event),
    name: ticket.event_name,
    location: ticket.is_online ? meeting : placeInWords(ticket),
    point: knownPoint(ticket),
    description: `Ticket ${ticket.ticket_number}: ${link}`,
    url: link,
  }
}
