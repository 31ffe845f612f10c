import { paths } from '#contract/paths.ts'
import type { MailedTicket } from '#server/features/tickets/held/tickets.repository.ts'
import type { Context } from '#server/lib/context.ts'
import type { Attachment } from '#server/lib/mail/outbox.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'

/** When the calendar's alarm rings, in seconds before the start. */
const day = 24 * 3600

/**
 * The event as an entry for the holder's calendar (RFC 5545); with CANCEL the file that takes that entry out again. A
 * later file of the same ticket stands for a change of it. It names no organizer, as calendars mail whoever is named.
 */
export async function calendarFile(
  { settings, now }: Context,
  ticket: MailedTicket,
  method: 'PUBLISH' | 'CANCEL',
): Promise<Attachment> {
  const { default: ical, ICalAlarmType, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator')
  const isCancelled = method === 'CANCEL'
  const link = publicUrl(settings, paths.virtualTicket(ticket.id))
  const calendar = ical({
    method: ICalCalendarMethod[method],
    prodId: { company: settings.BRAND_NAME, product: 'Tickets', language: 'EN' },
  })
  const entry = calendar.createEvent({
    id: ticket.ticket_id,
    sequence: version(ticket) + (isCancelled ? 1 : 0),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    stamp: now(),
    start: new Date(ticket.start_date_event),
    end: new Date(ticket.end_date_event),
    summary: ticket.event_name,
    location: ticket.is_online ? ticket.meeting_link : ticket.address,
    description: `Ticket ${ticket.ticket_number}: ${link}`,
    url: link,
  })
  if (!isCancelled) entry.createAlarm({ type: ICalAlarmType.display, trigger: day })
  return {
    filename: `${ticket.ticket_number}.ics`,
    content: calendar.toString(),
    contentType: `text/calendar; charset=utf-8; method=${method}`,
  }
}

/** Grows with every change of the event: seconds from its making to its last change. */
function version({ created_at, updated_at }: MailedTicket): number {
  return Math.max(0, Math.floor((Date.parse(updated_at) - Date.parse(created_at)) / 1000))
}
