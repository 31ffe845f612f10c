import { ticketEntry } from '#server/features/tickets/feed/ticket-entry.ts'
import type { MailedTicket } from '#server/features/tickets/held/tickets.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { calendarFile } from '#server/lib/feeds/calendar.ts'
import type { Attachment } from '#server/lib/mail/outbox.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'

/** When the calendar's alarm rings, in seconds before the start. */
const day = 24 * 3600

/**
 * The event as an entry for the holder's calendar (RFC 5545); with CANCEL the file that takes that entry out again. A
 * later file of the same ticket stands for a change of it.
 */
export async function ticketFile(
  { settings, now }: Context,
  ticket: MailedTicket,
  method: 'PUBLISH' | 'CANCEL',
): Promise<Attachment> {
  const entry = { ...ticketEntry(publicUrl(settings, '/').slice(0, -1), ticket), stamp: now() }
  return {
    filename: `${ticket.ticket_number}.ics`,
    content: await calendarFile({
      brand: settings.BRAND_NAME,
      method,
      entries: [method === 'CANCEL' ? { ...entry, isCancelled: true } : { ...entry, alarm: day }],
    }),
    contentType: `text/calendar; charset=utf-8; method=${method}`,
  }
}
