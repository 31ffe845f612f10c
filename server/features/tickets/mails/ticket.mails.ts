import { placeInWords } from '#contract/events/event-place.ts'
import { paths } from '#contract/paths.ts'
import { signedText, ticketCodeText } from '#contract/tickets/ticket-code.ts'
import type { MailedTicket } from '#server/features/tickets/held/tickets.repository.ts'
import { codePicture } from '#server/lib/codes/code-picture.ts'
import type { Context } from '#server/lib/context.ts'
import type { Fact } from '#server/lib/mail/letter.ts'
import { composeMail, oneLine } from '#server/lib/mail/mail-layout.ts'
import type { Attachment, Mail } from '#server/lib/mail/outbox.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import { applicationMail } from './application.mails.ts'
import { contact, eventUrl, organizersWord, whenIs } from './mail-parts.ts'
import { newsStates, type TicketGood, type TicketNews } from './news.ts'
import { ticketFile } from './ticket-file.ts'

/** Width of the code's picture in CSS pixels. */
const pictureSize = 280

/** The mail about an application to whoever has applied: about a ticket with a calendar file, and with the QR code where the
 *  ticket is good. */
export async function composeTicketMail(ctx: Context, news: TicketNews, ticket: MailedTicket): Promise<Mail> {
  if (news === 'cancelled') return cancelledMail(ctx, ticket)
  return isGood(news) ? goodTicketMail(ctx, news, ticket) : applicationMail(ctx, news, ticket)
}

const isGood = (news: TicketNews): news is TicketGood => newsStates[news] === 'ACTIVE'

async function goodTicketMail(ctx: Context, news: TicketGood, ticket: MailedTicket): Promise<Mail> {
  const { settings } = ctx
  const name = oneLine(ticket.event_name)
  const words = {
    confirmed: { subject: `Your ticket for ${name}`, opening: `you have a ticket for ${name}.` },
    promoted: {
      subject: `A seat for you: ${name}`,
      opening: `a seat has come free, and it is yours: you have a ticket for ${name}.`,
    },
    approved: {
      subject: `Approved: your ticket for ${name}`,
      opening: `the organizer has approved your application: you have a ticket for ${name}.`,
    },
    paid: {
      subject: `Paid: your ticket for ${name}`,
      opening: `your payment has been confirmed: you have a ticket for ${name}.`,
    },
    reminder: { subject: `Reminder: ${name}`, opening: `${name} starts soon, and you hold a ticket for it.` },
  }[news]
  const code = await codeAttachment(ctx, ticket)
  return composeMail(settings, {
    to: ticket.email,
    subject: words.subject,
    paragraphs: [`Hello ${ticket.fullname},`, words.opening, ...organizersWord(ticket), howToEnter(ticket)],
    facts: [
      whenIs(ticket),
      where(ctx, ticket),
      { label: 'Ticket', value: ticket.ticket_number },
      ...(news === 'paid' && ticket.paid_at ? [receipt(ctx, ticket)] : []),
    ],
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
      ...refundWords(ticket),
    ],
    facts: [whenIs(ticket)],
    action: { label: 'View Event', url: eventUrl(ctx, ticket) },
    note: ['The attached file takes the event out of your calendar.', ...contact(ticket)].join('\n'),
    attachments: [await ticketFile(ctx, ticket, 'CANCEL')],
  })
}

function refundWords({ refund }: MailedTicket): string[] {
  if (refund === 'refunded') return ['The organizer has noted that the price was paid back to you.']
  if (refund === null) return []
  return [
    'The organizer owes you the price back, and sees that in their list of refunds. If you gave no PromptPay number for a refund, they will ask you how to pay you back. If nothing comes, write to them.',
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

function where(ctx: Context, ticket: MailedTicket): Fact {
  const place = ticket.is_online ? ticket.meeting_link : placeInWords(ticket).replaceAll(/\s+/g, ' ')
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
