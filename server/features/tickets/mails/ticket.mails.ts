import { clockTime, eventZoneName, fullDate } from '#contract/dates.ts'
import { placeInWords } from '#contract/events/event-place.ts'
import { dayInBangkok } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import { signedText, ticketCodeText } from '#contract/tickets/ticket-code.ts'
import type { MailedTicket } from '#server/features/tickets/held/tickets.repository.ts'
import type { Context } from '#server/lib/context.ts'
import type { Fact } from '#server/lib/mail/letter.ts'
import { composeMail, oneLine } from '#server/lib/mail/mail-layout.ts'
import type { Attachment, Mail } from '#server/lib/mail/outbox.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import { ticketFile } from './ticket-file.ts'

/** The occasions of mails to the holder of a ticket. */
export type TicketNews = 'confirmed' | 'cancelled' | 'reminder'

/** Width of the code's picture in CSS pixels. */
const pictureSize = 280

/** The mail about a ticket to its holder: with a calendar file, and with the QR code where the ticket is good. */
export function composeTicketMail(ctx: Context, news: TicketNews, ticket: MailedTicket): Promise<Mail> {
  return news === 'cancelled' ? cancelledMail(ctx, ticket) : goodTicketMail(ctx, news, ticket)
}

async function goodTicketMail(ctx: Context, news: 'confirmed' | 'reminder', ticket: MailedTicket): Promise<Mail> {
  const { settings } = ctx
  const name = oneLine(ticket.event_name)
  const words = {
    confirmed: { subject: `Your ticket for ${name}`, opening: `you have a ticket for ${name}.` },
    reminder: { subject: `Reminder: ${name}`, opening: `${name} starts soon, and you hold a ticket for it.` },
  }[news]
  const code = await codeAttachment(ctx, ticket)
  return composeMail(settings, {
    to: ticket.email,
    subject: words.subject,
    paragraphs: [`Hello ${ticket.fullname},`, words.opening, howToEnter(ticket)],
    facts: [when(ticket), where(ctx, ticket), { label: 'Ticket', value: ticket.ticket_number }],
    picture: { cid: code.cid, alt: `QR code of ticket ${ticket.ticket_number}`, size: pictureSize },
    action: { label: 'View Ticket', url: publicUrl(settings, paths.virtualTicket(ticket.id)) },
    note: [
      `If you cannot come, unapply before the event starts, so that somebody else gets your seat: ${eventUrl(ctx, ticket)}`,
      ...contact(ticket),
    ].join('\n'),
    attachments: [code, await ticketFile(ctx, ticket, 'PUBLISH')],
  })
}

async function cancelledMail(ctx: Context, ticket: MailedTicket): Promise<Mail> {
  const name = oneLine(ticket.event_name)
  return composeMail(ctx.settings, {
    to: ticket.email,
    subject: `Your ticket for ${name} is cancelled`,
    paragraphs: [
      `Hello ${ticket.fullname},`,
      `you gave back your ticket ${ticket.ticket_number} for ${name}. It is no longer valid, and your seat is free for somebody else.`,
    ],
    facts: [when(ticket)],
    action: { label: 'View Event', url: eventUrl(ctx, ticket) },
    note: ['The attached file takes the event out of your calendar.', ...contact(ticket)].join('\n'),
    attachments: [await ticketFile(ctx, ticket, 'CANCEL')],
  })
}

function howToEnter({ is_online }: MailedTicket): string {
  return is_online
    ? 'The event is online: follow the link below when it starts.'
    : 'At the door, show the QR code, on your phone or printed.'
}

function when({ start_date_event, end_date_event }: MailedTicket): Fact {
  const isOneDay = dayInBangkok(new Date(start_date_event)) === dayInBangkok(new Date(end_date_event))
  const end = isOneDay ? clockTime(end_date_event) : fullDate(end_date_event)
  return { label: 'When', value: `${fullDate(start_date_event)} to ${end} (${eventZoneName})` }
}

function where(ctx: Context, ticket: MailedTicket): Fact {
  const place = ticket.is_online ? ticket.meeting_link : placeInWords(ticket).replaceAll(/\s+/g, ' ')
  if (place === '') return { label: 'Where', value: 'See the event page', url: eventUrl(ctx, ticket) }
  return ticket.is_online ? { label: 'Where', value: place, url: place } : { label: 'Where', value: place }
}

function contact({ contact_email }: MailedTicket): string[] {
  return contact_email === '' ? [] : [`If you have questions, write to ${contact_email}.`]
}

function eventUrl({ settings }: Context, { event_id }: MailedTicket): string {
  return publicUrl(settings, paths.event(event_id))
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

/** Width of one square of the code in pixels, enough for scanners and printers. */
const scale = 6
/** Width of the white border around the code in squares (ISO/IEC 18004). */
const quietZone = 4

/** A QR code of `text` as a PNG. */
async function codePicture(text: string): Promise<Buffer> {
  const [{ default: encodeQR }, { default: sharp }] = await Promise.all([import('qr'), import('sharp')])
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: quietZone })
  const pixels = Uint8Array.from(rows.flat(), (dark) => (dark ? 0 : 255))
  const raw = { width: rows.length, height: rows.length, channels: 1 } as const
  const size = rows.length * scale
  // A grey picture takes a third of the time that a coloured one takes.
  return sharp(pixels, { raw }).resize(size, size, { kernel: 'nearest' }).toColourspace('b-w').png().toBuffer()
}
