import { clockTime, dayInBangkok, eventZoneName, fullDate } from '#contract/dates.ts'
import { knownPoint, placeText } from '#contract/events/event-place.ts'
import { paths } from '#contract/paths.ts'
import { signedText, ticketCodeText } from '#contract/tickets/ticket-code.ts'
import type { CalendarTicket, MailedTicket } from '#server/features/tickets/store/tickets.repository.ts'
import { codePicture } from '#server/lib/codes/code-picture.ts'
import type { Context } from '#server/lib/context.ts'
import { type CalendarEntry, calendarFile } from '#server/lib/feeds/calendar.ts'
import { composeMail, type Fact, oneLine } from '#server/lib/mail/mail-layout.tsx'
import type { Attachment, Mail } from '#server/lib/mail/outbox.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import type { TicketGood } from './notifications.repository.ts'

/** Width of the code in CSS pixels. */
const pictureSize = 280

/** The mail about a valid ticket: with its QR code and a calendar file. */
export async function goodTicketMail(ctx: Context, news: TicketGood, ticket: MailedTicket): Promise<Mail> {
  const { settings } = ctx
  const name = oneLine(ticket.event_name)
  const count = 1 + ticket.guests.length
  const [tickets, held] = count > 1 ? ['tickets', `${count} tickets`] : ['ticket', 'a ticket']
  const words = {
    confirmed: { subject: `Your ${tickets} for ${name}`, opening: `you have ${held} for ${name}.` },
    promoted: {
      subject: count > 1 ? `Seats for you: ${name}` : `A seat for you: ${name}`,
      opening:
        count > 1
          ? `seats have come free, and they are yours: you have ${held} for ${name}.`
          : `a seat has come free, and it is yours: you have ${held} for ${name}.`,
    },
    approved: {
      subject: `Approved: your ${tickets} for ${name}`,
      opening: `the organizer has approved your application: you have ${held} for ${name}.`,
    },
    paid: {
      subject: `Paid: your ${tickets} for ${name}`,
      opening: `your payment has been confirmed: you have ${held} for ${name}.`,
    },
    reminder: { subject: `Reminder: ${name}`, opening: `${name} starts soon, and you hold ${held} for it.` },
  }[news]
  const code = await codeAttachment(ctx, ticket)
  const codes = await Promise.all(ticket.guests.map((guest) => codeAttachment(ctx, { ...ticket, ...guest })))
  return composeMail(settings, {
    to: ticket.email,
    line: ticket.line,
    subject: words.subject,
    paragraphs: [`Hello ${ticket.holder},`, words.opening, ...organizersWord(ticket), howToEnter(ticket)],
    facts: [
      whenIs(ticket),
      where(ctx, ticket),
      { label: 'Ticket', value: ticket.ticket_number },
      ...ticket.guests.map((guest) => ticketOfGuest(ctx, guest)),
      ...typeOf(ticket),
      ...(news === 'paid' && ticket.paid_at ? [receipt(ctx, ticket)] : []),
    ],
    picture: { cid: code.cid, alt: `QR code of ticket ${ticket.ticket_number}`, size: pictureSize },
    action: { label: 'View Ticket', url: publicUrl(settings, paths.virtualTicket(ticket.id)) },
    note: [
      `If you cannot come, unapply before the event starts, so that someone else gets your ${count > 1 ? 'seats' : 'seat'}: ${eventUrl(ctx, ticket)}`,
      ...contact(ticket),
    ].join('\n'),
    attachments: [code, ...codes, await ticketFile(ctx, ticket, 'PUBLISH')],
  })
}

/** A guest's ticket in the applicant's mail. Anyone with the link sees it. */
function ticketOfGuest(
  { settings }: Context,
  { fullname, ticket_number, ticket_id }: MailedTicket['guests'][number],
): Fact {
  return {
    label: fullname,
    value: ticket_number,
    url: publicUrl(settings, paths.guestTicket(ticket_id)),
  }
}

/** One ticket for a guest. Without the names that the sender has typed: anybody may be sent this. */
export async function guestMail(ctx: Context, ticket: MailedTicket, to: string): Promise<Mail> {
  const name = oneLine(ticket.event_name)
  const code = await codeAttachment(ctx, ticket)
  return composeMail(ctx.settings, {
    to,
    subject: `A ticket for you: ${name}`,
    paragraphs: ['Hello,', `you have been sent a ticket for ${name}.`, howToEnter(ticket)],
    facts: [whenIs(ticket), where(ctx, ticket), { label: 'Ticket', value: ticket.ticket_number }, ...typeOf(ticket)],
    picture: { cid: code.cid, alt: `QR code of ticket ${ticket.ticket_number}`, size: pictureSize },
    action: { label: 'View Ticket', url: publicUrl(ctx.settings, paths.guestTicket(ticket.ticket_id)) },
    note: 'If you do not know who sent you this, ignore it. We have not stored your address.',
    attachments: [code],
  })
}

export async function cancelledMail(ctx: Context, ticket: MailedTicket): Promise<Mail> {
  const name = oneLine(ticket.event_name)
  const { holder, fullname, ticket_number, party_of, seats } = ticket
  const isOneSeat = party_of !== null
  return composeMail(ctx.settings, {
    to: ticket.email,
    line: ticket.line,
    subject: isOneSeat ? `A ticket for ${name} is cancelled` : `Your ticket for ${name} is cancelled`,
    paragraphs: [
      `Hello ${holder},`,
      isOneSeat
        ? `you have given back the seat of ${fullname} at ${name}. Ticket ${ticket_number} is no longer valid, and the seat is free for someone else.`
        : seats > 1
          ? `you have cancelled your ticket ${ticket_number} for ${name} and those of your guests. None of the ${seats} is valid any more, and your seats are free for others.`
          : `you have cancelled your ticket ${ticket_number} for ${name}. It is no longer valid, and your seat is free for someone else.`,
      ...refundWords(ticket),
    ],
    facts: [whenIs(ticket), ...typeOf(ticket)],
    action: { label: 'View Event', url: eventUrl(ctx, ticket) },
    // The other seats of the party stay, and with them the event in the calendar.
    ...(isOneSeat
      ? { note: contact(ticket).join('\n') }
      : {
          note: ['The attached file removes the event from your calendar.', ...contact(ticket)].join('\n'),
          attachments: [await ticketFile(ctx, ticket, 'CANCEL')],
        }),
  })
}

function refundWords({ refund }: MailedTicket): string[] {
  if (refund === 'refunded') return ['The organizer has marked the price as paid back to you.']
  if (refund === null) return []
  return [
    'The organizer owes you a refund of the price, which is in their list of refunds. If you gave no PromptPay number for it, they will ask you how to pay you back. If you hear nothing, write to them.',
  ]
}

function howToEnter({ is_online }: MailedTicket): string {
  return is_online
    ? 'The event is online: follow the link below when it starts.'
    : 'At the door, show the QR code, on your phone or printed.'
}

function receipt({ settings }: Context, { id }: MailedTicket): Fact {
  const url = publicUrl(settings, paths.receipt(id))
  return { label: 'Receipt', value: url, url }
}

/** The place, or the meeting link, which only ticket holders may see. */
export function where(ctx: Context, ticket: MailedTicket): Fact {
  const place = ticket.is_online ? ticket.meeting_link : placeText(ticket).replaceAll(/\s+/g, ' ')
  if (place === '') return { label: 'Where', value: 'See the event page', url: eventUrl(ctx, ticket) }
  return ticket.is_online ? { label: 'Where', value: place, url: place } : { label: 'Where', value: place }
}

async function codeAttachment(ctx: Context, ticket: MailedTicket): Promise<Attachment & { cid: string }> {
  const signature = ctx.signingKey.sign(signedText(ticket))
  const picture = await codePicture(ticketCodeText({ ...ticket, signature }, ticket.event_name))
  return {
    filename: `${ticket.ticket_number}.png`,
    content: picture.toString('base64'),
    encoding: 'base64',
    contentType: 'image/png',
    cid: `code-${ticket.ticket_id}`,
  }
}

/** The time of the event. */
export function whenIs({
  start_date_event,
  end_date_event,
}: Pick<MailedTicket, 'start_date_event' | 'end_date_event'>): Fact {
  const isOneDay = dayInBangkok(new Date(start_date_event)) === dayInBangkok(new Date(end_date_event))
  const end = isOneDay ? clockTime(end_date_event) : fullDate(end_date_event)
  return { label: 'When', value: `${fullDate(start_date_event)} to ${end} (${eventZoneName})` }
}

/** The name of its ticket type, if it has one, and the seats of a party. */
export function typeOf({ ticket_type, seats }: MailedTicket): Fact[] {
  return [
    ...(ticket_type === '' ? [] : [{ label: 'Type', value: ticket_type }]),
    ...(seats === 1 ? [] : [{ label: 'Seats', value: String(seats) }]),
  ]
}

/** The contact for questions. */
export function contact({ contact_email }: MailedTicket): string[] {
  return contact_email === '' ? [] : [`If you have questions, write to ${contact_email}.`]
}

/** The organizer's message with the decision, if any. */
export function organizersWord({ organizer_word }: MailedTicket): string[] {
  return organizer_word === '' ? [] : [`The organizer writes: ${organizer_word}`]
}

export function eventUrl({ settings }: Context, { event_id }: MailedTicket): string {
  return publicUrl(settings, paths.event(event_id))
}

/** When the calendar's alarm rings, in seconds before the start. */
const day = 24 * 3600

/** The event as an entry for the holder's calendar (RFC 5545); with CANCEL the file that removes the entry. A later file of
 *  the same ticket updates it. */
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

/** A ticket's event in its holder's calendar, identified by the ticket: the same entry in mails and in the ticket calendar.
 *  Only a valid ticket shows the meeting link. `site` is scheme and host. */
export function ticketEntry(site: string, ticket: CalendarTicket): CalendarEntry {
  const link = site + paths.virtualTicket(ticket.id)
  const isGood = ticket.status === 'ACTIVE' || ticket.status === 'USED'
  const meeting = isGood ? ticket.meeting_link : ''
  return {
    uid: ticket.ticket_id,
    // Cancelling a ticket is one more change, which the event does not count.
    sequence: ticket.version + (ticket.status === 'CANCELLED' ? 1 : 0),
    isCancelled: ticket.status === 'CANCELLED',
    stamp: new Date(ticket.updated_at),
    start: new Date(ticket.start_date_event),
    end: new Date(ticket.end_date_event),
    name: ticket.event_name,
    location: ticket.is_online ? meeting : placeText(ticket),
    point: knownPoint(ticket),
    description: `Ticket ${ticket.ticket_number}${ticket.ticket_type && ` (${ticket.ticket_type})`}: ${link}`,
    url: link,
  }
}
