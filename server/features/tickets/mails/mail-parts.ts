import { clockTime, dayInBangkok, eventZoneName, fullDate } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { MailedTicket } from '#server/features/tickets/held/tickets.repository.ts'
import type { Context } from '#server/lib/context.ts'
import type { Fact } from '#server/lib/mail/letter.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'

/** The time of the event. */
export function whenIs({ start_date_event, end_date_event }: MailedTicket): Fact {
  const isOneDay = dayInBangkok(new Date(start_date_event)) === dayInBangkok(new Date(end_date_event))
  const end = isOneDay ? clockTime(end_date_event) : fullDate(end_date_event)
  return { label: 'When', value: `${fullDate(start_date_event)} to ${end} (${eventZoneName})` }
}

/** Whom to ask. */
export function contact({ contact_email }: MailedTicket): string[] {
  return contact_email === '' ? [] : [`If you have questions, write to ${contact_email}.`]
}

/** What the organizer has written with the decision, where they did. */
export function organizersWord({ organizer_word }: MailedTicket): string[] {
  return organizer_word === '' ? [] : [`The organizer writes: ${organizer_word}`]
}

export function eventUrl({ settings }: Context, { event_id }: MailedTicket): string {
  return publicUrl(settings, paths.event(event_id))
}
