import { knownPoint, placeText } from '#contract/events/event-place.ts'
import { inLanguage, type Language } from '#contract/language/languages.ts'
import { counted, fill, inLanguages } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import { signedText, ticketCodeText } from '#contract/tickets/ticket-code.ts'
import * as en from '#languages/en/mails-tickets.json'
import * as th from '#languages/th/mails-tickets.json'
import type { CalendarTicket, MailedTicket } from '#server/features/tickets/store/tickets.repository.ts'
import { codePicture } from '#server/lib/codes/code-picture.ts'
import type { Context } from '#server/lib/context.ts'
import { type CalendarEntry, calendarFile } from '#server/lib/feeds/calendar.ts'
import { zonedSpan } from '#server/lib/feeds/feed-texts.ts'
import { withNames } from '#server/lib/language/translated.ts'
import { composeMail, type Fact, helloTo, mailTexts, oneLine, organizerWrites } from '#server/lib/mail/mail-layout.tsx'
import type { Attachment, Mail } from '#server/lib/mail/outbox.ts'
import { pageUrl, publicUrl } from '#server/lib/settings/public-url.ts'
import type { TicketGood } from './notifications.repository.ts'

/** What mails to ticket holders and their calendars say. */
export const ticketTexts = inLanguages(en, th)

/** Width of the code in CSS pixels. */
const pictureSize = 280

/** The mail about a valid ticket: with its QR code and a calendar file. */
export async function goodTicketMail(ctx: Context, news: TicketGood, ticket: MailedTicket): Promise<Mail> {
  const { settings } = ctx
  const { language } = ticket
  const m = ticketTexts[language]
  const isStarted = ctx.now().getTime() >= Date.parse(ticket.start_date_event)
  const { subject, opening } = wordsOf(news, ticket)
  const url = eventUrl(ctx, ticket)
  const count = countTickets(ticket)
  const code = await codeAttachment(ctx, ticket)
  const codes = await Promise.all(ticket.guests.map((guest) => codeAttachment(ctx, { ...ticket, ...guest })))
  return composeMail(settings, {
    to: ticket.email,
    line: ticket.line,
    replyTo: ticket.contact_email,
    language,
    subject,
    paragraphs: [helloTo(ticket.holder, language), opening, ...organizerMessage(ticket), howToEnter(ticket, language)],
    facts: [
      whenIs(ticket, language),
      where(ctx, ticket, language),
      { label: m.ticket, value: ticket.ticket_number },
      ...ticket.guests.map((guest) => ticketOfGuest(ctx, withNames(guest, language), language)),
      ...typeOf(ticket, language),
      ...(news === 'paid' && ticket.paid_at ? [receipt(ctx, ticket)] : []),
    ],
    picture: { cid: code.cid, alt: fill(m.codeOfTicket, { number: ticket.ticket_number }), size: pictureSize },
    action: {
      label: mailTexts[language].viewTicket,
      url: pageUrl(settings, paths.virtualTicket(ticket.id), language),
    },
    note: [
      ...(isStarted ? [] : [counted(count, m.cannotCome_one, m.cannotCome_other, { url }, language)]),
      ...contact(ticket),
    ].join('\n'),
    attachments: [code, ...codes, await ticketFile(ctx, ticket, 'PUBLISH')],
  })
}

/** The mail about a payment that was confirmed after the event: the ticket is no longer useful, the receipt is. */
export function paidAfterwardsMail(ctx: Context, ticket: MailedTicket): Mail {
  const { language } = ticket
  const m = ticketTexts[language]
  const event = oneLine(ticket.event_name)
  return composeMail(ctx.settings, {
    to: ticket.email,
    line: ticket.line,
    replyTo: ticket.contact_email,
    language,
    subject: fill(m.paidAfterwardsSubject, { event }),
    paragraphs: [helloTo(ticket.holder, language), fill(m.paidAfterwards, { event })],
    facts: [whenIs(ticket, language), ...typeOf(ticket, language)],
    action: { label: m.viewReceipt, url: receiptUrl(ctx, ticket) },
    note: contact(ticket).join('\n'),
  })
}

const countTickets = ({ guests }: MailedTicket) => 1 + guests.length

function wordsOf(news: TicketGood, ticket: MailedTicket): { subject: string; opening: string } {
  const { language } = ticket
  const m = ticketTexts[language]
  const event = oneLine(ticket.event_name)
  const say = (one: string, other: string) => counted(countTickets(ticket), one, other, { event }, language)
  switch (news) {
    case 'confirmed':
      return {
        subject: say(m.confirmedSubject_one, m.confirmedSubject_other),
        opening: say(m.confirmed_one, m.confirmed_other),
      }
    case 'promoted':
      return {
        subject: say(m.promotedSubject_one, m.promotedSubject_other),
        opening: say(m.promoted_one, m.promoted_other),
      }
    case 'approved':
      return {
        subject: say(m.approvedSubject_one, m.approvedSubject_other),
        opening: say(m.approved_one, m.approved_other),
      }
    case 'paid':
      return { subject: say(m.paidSubject_one, m.paidSubject_other), opening: say(m.paid_one, m.paid_other) }
    case 'reminder':
      return { subject: fill(m.reminderSubject, { event }), opening: say(m.reminder_one, m.reminder_other) }
  }
}

/** A guest's ticket in the applicant's mail. Anyone with the link sees it. */
function ticketOfGuest(
  { settings }: Context,
  { fullname, ticket_number, ticket_id }: MailedTicket['guests'][number],
  language: Language,
): Fact {
  return {
    label: fullname,
    value: ticket_number,
    url: pageUrl(settings, paths.guestTicket(ticket_id), language),
  }
}

/** One ticket for a guest. Without the names that the sender has typed: anybody may be sent this. */
export async function guestMail(ctx: Context, ticket: MailedTicket, to: string, language: Language): Promise<Mail> {
  const m = ticketTexts[language]
  const event = oneLine(ticket.event_name)
  const code = await codeAttachment(ctx, ticket)
  return composeMail(ctx.settings, {
    to,
    replyTo: ticket.contact_email,
    language,
    subject: fill(m.guestSubject, { event }),
    paragraphs: [mailTexts[language].helloAnyone, fill(m.guest, { event }), howToEnter(ticket, language)],
    facts: [
      whenIs(ticket, language),
      where(ctx, ticket, language),
      { label: m.ticket, value: ticket.ticket_number },
      ...typeOf(ticket, language),
    ],
    picture: { cid: code.cid, alt: fill(m.codeOfTicket, { number: ticket.ticket_number }), size: pictureSize },
    action: {
      label: mailTexts[language].viewTicket,
      url: pageUrl(ctx.settings, paths.guestTicket(ticket.ticket_id), language),
    },
    note: m.guestNote,
    attachments: [code],
  })
}

export async function cancelledMail(ctx: Context, ticket: MailedTicket): Promise<Mail> {
  const { language, holder, ticket_number: number, party_of, seats } = ticket
  const { fullname } = withNames(ticket, language)
  const m = ticketTexts[language]
  const event = oneLine(ticket.event_name)
  const isOneSeat = party_of !== null
  return composeMail(ctx.settings, {
    to: ticket.email,
    line: ticket.line,
    replyTo: ticket.contact_email,
    language,
    subject: fill(isOneSeat ? m.guestCancelledSubject : m.cancelledSubject, { event }),
    paragraphs: [
      helloTo(holder, language),
      isOneSeat
        ? fill(m.guestCancelled, { name: fullname, event, number })
        : fill(seats > 1 ? m.partyCancelled : m.cancelled, { number, event, count: seats }),
      ...refundWords(ticket),
    ],
    facts: [whenIs(ticket, language), ...typeOf(ticket, language)],
    action: { label: mailTexts[language].viewEvent, url: eventUrl(ctx, ticket) },
    // The other seats of the party stay, and with them the event in the calendar.
    ...(isOneSeat
      ? { note: contact(ticket).join('\n') }
      : {
          note: [m.calendarRemoves, ...contact(ticket)].join('\n'),
          attachments: [await ticketFile(ctx, ticket, 'CANCEL')],
        }),
  })
}

function refundWords({ refund, language }: MailedTicket): string[] {
  if (refund === null) return []
  const m = ticketTexts[language]
  return [refund === 'refunded' ? m.refunded : m.refundDue]
}

function howToEnter({ is_online }: MailedTicket, language: Language): string {
  const m = ticketTexts[language]
  return is_online ? m.enterOnline : m.enterAtDoor
}

function receipt(ctx: Context, ticket: MailedTicket): Fact {
  const url = receiptUrl(ctx, ticket)
  return { label: ticketTexts[ticket.language].receipt, value: url, url }
}

function receiptUrl({ settings }: Context, { id, language }: MailedTicket): string {
  return pageUrl(settings, paths.receipt(id), language)
}

/** The place, or the meeting link, which only ticket holders may see. */
export function where(ctx: Context, ticket: MailedTicket, language: Language): Fact {
  const { where: label, seeEventPage } = mailTexts[language]
  const place = ticket.is_online ? ticket.meeting_link : placeText(ticket, language).replaceAll(/\s+/g, ' ')
  if (place === '') return { label, value: seeEventPage, url: eventUrl(ctx, { ...ticket, language }) }
  return ticket.is_online ? { label, value: place, url: place } : { label, value: place }
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
export function whenIs(
  { start_date_event, end_date_event }: Pick<MailedTicket, 'start_date_event' | 'end_date_event'>,
  language: Language,
): Fact {
  return { label: mailTexts[language].when, value: zonedSpan(start_date_event, end_date_event, language) }
}

/** The name of its ticket type, if it has one, and the seats of a party. */
export function typeOf({ ticket_type, seats }: MailedTicket, language: Language): Fact[] {
  const m = ticketTexts[language]
  return [
    ...(ticket_type === '' ? [] : [{ label: m.type, value: ticket_type }]),
    ...(seats === 1 ? [] : [{ label: m.seats, value: String(seats) }]),
  ]
}

/** The contact for questions. */
export function contact({ contact_email, language }: MailedTicket): string[] {
  return contact_email === '' ? [] : [fill(mailTexts[language].questions, { email: contact_email })]
}

/** The organizer's message with the decision, if any. */
export function organizerMessage({ organizer_word, language }: MailedTicket): string[] {
  return organizerWrites(organizer_word, language)
}

export function eventUrl({ settings }: Context, { event_id, language }: MailedTicket): string {
  return pageUrl(settings, paths.event(event_id), language)
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
  const { language } = ticket
  const entry = { ...ticketEntry(publicUrl(settings, '/').slice(0, -1), ticket, language), stamp: now() }
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

/** A ticket's event in its holder's calendar, identified by its application: the same entry in mails and in the ticket calendar.
 *  Only a valid ticket shows the meeting link. `site` is scheme and host. */
export function ticketEntry(site: string, ticket: CalendarTicket, language: Language): CalendarEntry {
  const m = ticketTexts[language]
  const { ticket_number: number, ticket_type: type } = ticket
  const url = site + inLanguage(paths.virtualTicket(ticket.id), language)
  const isGood = ticket.status === 'ACTIVE' || ticket.status === 'USED'
  const meeting = isGood ? ticket.meeting_link : ''
  return {
    uid: ticket.calendar_uid,
    changed: new Date(ticket.updated_at),
    isCancelled: ticket.status === 'CANCELLED',
    start: new Date(ticket.start_date_event),
    end: new Date(ticket.end_date_event),
    name: ticket.event_name,
    location: ticket.is_online ? meeting : placeText(ticket, language),
    point: knownPoint(ticket),
    description: fill(type === '' ? m.calendarTicket : m.calendarTicketOfType, { number, type, url }),
    url,
  }
}
