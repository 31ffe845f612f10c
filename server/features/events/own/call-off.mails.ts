import { eventZoneName, fullDate } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { FormerHolder } from '#server/features/tickets/held/call-off.repository.ts'
import { composeMail } from '#server/lib/mail/mail-layout.ts'
import type { Mail } from '#server/lib/mail/outbox.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import type { OwnEvent } from './own-events.repository.ts'

/** Tells somebody who held a ticket, or had applied for one, that the event is called off. */
export function calledOffMail(settings: Settings, event: OwnEvent, holder: FormerHolder): Mail {
  const name = event.event_name.replace(/\s+/g, ' ')
  return composeMail(settings, {
    to: holder.email,
    subject: `Called off: ${name}`,
    paragraphs: [
      `Hello ${holder.fullname},`,
      `${name}, planned for ${fullDate(event.start_date_event)} (${eventZoneName}), has been called off by its organizer.`,
      ...whatFollows(holder),
      ...(event.contact_email === '' ? [] : [`If you have questions, write to ${event.contact_email}.`]),
    ],
    action: { label: 'My Tickets', url: publicUrl(settings, paths.myTickets) },
    note: holder.held_ticket
      ? 'You get this mail because you held a ticket for this event.'
      : 'You get this mail because you had applied for this event.',
  })
}

function whatFollows({ held_ticket, is_owed, ticket_number }: FormerHolder): string[] {
  const ended = held_ticket ? `Your ticket ${ticket_number} is cancelled.` : 'Your application has ended with it.'
  if (is_owed)
    return [ended, 'The organizer is told to pay you back what you have paid. If that does not come, write to them.']
  return [`${ended} You need not do anything.`]
}
