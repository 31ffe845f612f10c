import { counted, fill, inLanguages } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as en from '#languages/en/mails-applications.json'
import * as th from '#languages/th/mails-applications.json'
import type { MailedTicket } from '#server/features/tickets/store/tickets.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { zonedDate } from '#server/lib/feeds/feed-texts.ts'
import { composeMail, helloTo, mailTexts, oneLine, organizerWrites } from '#server/lib/mail/mail-layout.tsx'
import type { Mail } from '#server/lib/mail/outbox.ts'
import { pageUrl } from '#server/lib/settings/public-url.ts'
import type { ApplicationNews } from './notifications.repository.ts'
import { contact, eventUrl, organizerMessage, typeOf, whenIs } from './ticket.mails.ts'

const applicationTexts = inLanguages(en, th)

interface Words {
  subject: string
  /** What has happened, and what to do next. */
  paragraphs: string[]
}

/** The mail about an application that is not a ticket: its state, and what to do until when. */
export function applicationMail(ctx: Context, news: ApplicationNews, ticket: MailedTicket): Mail {
  const { language } = ticket
  const { subject, paragraphs } = wordsOf(news, ticket)
  return composeMail(ctx.settings, {
    to: ticket.email,
    line: ticket.line,
    replyTo: ticket.contact_email,
    language,
    subject,
    paragraphs: [
      helloTo(ticket.holder, language),
      ...paragraphs,
      ...(isDecision(news) ? organizerMessage(ticket) : []),
    ],
    facts: [whenIs(ticket, language), ...typeOf(ticket, language)],
    action: actionOf(ctx, news, ticket),
    note: contact(ticket).join('\n'),
  })
}

/** Whether the organizer's message came with this news; other news would repeat it. */
function isDecision(news: ApplicationNews): boolean {
  return news === 'approved_to_pay' || news === 'refused'
}

function actionOf(ctx: Context, news: ApplicationNews, ticket: MailedTicket): { label: string; url: string } {
  const { id, status, language } = ticket
  const { viewEvent, viewApplication, viewPayment } = mailTexts[language]
  if (status === 'CANCELLED') return { label: viewEvent, url: eventUrl(ctx, ticket) }
  if (status !== 'UNPAID') {
    return { label: viewApplication, url: pageUrl(ctx.settings, paths.virtualTicket(id), language) }
  }
  const url = pageUrl(ctx.settings, paths.pay(id), language)
  if (isInReview(ticket)) return { label: viewPayment, url }
  const m = applicationTexts[language]
  return { label: news === 'slip_refused' ? m.sendAnotherSlip : m.payNow, url }
}

function wordsOf(news: ApplicationNews, ticket: MailedTicket): Words {
  const { language, seats } = ticket
  const m = applicationTexts[language]
  const event = oneLine(ticket.event_name)
  const payment = howToPay(ticket)
  const say = (message: string) => fill(message, { event })
  const sayOfSeats = (one: string, other: string) => counted(seats, one, other, { event }, language)
  switch (news) {
    case 'to_pay':
      return {
        subject: isInReview(ticket) ? sayOfSeats(m.heldSubject_one, m.heldSubject_other) : say(m.toPaySubject),
        paragraphs: [sayOfSeats(m.held_one, m.held_other), payment],
      }
    case 'promoted_to_pay':
      return {
        subject: sayOfSeats(m.freedSubject_one, m.freedSubject_other),
        paragraphs: [sayOfSeats(m.freed_one, m.freed_other), payment],
      }
    case 'approved_to_pay':
      return {
        subject: say(m.approvedSubject),
        paragraphs: [sayOfSeats(m.approved_one, m.approved_other), payment],
      }
    case 'receiver_changed':
      return { subject: say(m.receiverSubject), paragraphs: [say(m.receiver), payment] }
    case 'deadline_shortened':
      return { subject: say(m.earlierSubject), paragraphs: [sayOfSeats(m.earlier_one, m.earlier_other), payment] }
    case 'slip_refused':
      return {
        subject: say(m.slipSubject),
        paragraphs: [say(m.slip), ...organizerWrites(ticket.slip?.reason ?? '', language), payment],
      }
    case 'waiting': {
      // A party may wait while there are seats, but too few.
      const [forOne, forParty] =
        ticket.ticket_type === '' ? [m.waiting, m.waitingParty] : [m.waitingForType, m.waitingPartyForType]
      const whyWaiting = fill(seats > 1 ? forParty : forOne, { event, count: seats })
      return {
        subject: say(m.waitingSubject),
        paragraphs: [`${whyWaiting} ${placeInLine(ticket)}`, m.waitingNext, m.waitingPlace],
      }
    }
    case 'asked':
      return { subject: say(m.askedSubject), paragraphs: [say(m.asked), m.askedWithdraw] }
    case 'to_approve':
      return { subject: say(m.toApproveSubject), paragraphs: [say(m.toApprove)] }
    case 'refused':
      return {
        subject: say(m.refusedSubject),
        paragraphs: [say(ticket.price_satang > 0 ? m.refusedPriced : m.refused)],
      }
    case 'unpaid':
      // A slip refused once the event has started has no other mail.
      return ticket.slip?.state === 'refused'
        ? { subject: say(m.slipSubject), paragraphs: [say(m.slipTooLate), ...reasonOf(ticket)] }
        : { subject: say(m.unpaidSubject), paragraphs: [say(m.unpaid)] }
    case 'not_eligible':
      return { subject: say(m.notEligibleSubject), paragraphs: [say(m.notEligible)] }
    case 'line_closed':
      return { subject: say(m.lineClosedSubject), paragraphs: [say(m.lineClosed)] }
    case 'too_late':
      // An application is held beyond the event's start only while its slip is in review.
      return isInReview(ticket)
        ? { subject: say(m.undecidedSubject), paragraphs: [say(m.undecided)] }
        : { subject: say(m.tooLateSubject), paragraphs: [say(m.tooLate)] }
  }
}

/** The place when the mail is sent; the page showed the place when they joined. */
function placeInLine({ position, language }: MailedTicket): string {
  const { inLine_one, inLine_other } = applicationTexts[language]
  return counted(position ?? 0, inLine_one, inLine_other, {}, language)
}

/** Why the slip was refused, by the organizer or the verification service. */
function reasonOf({ slip, language }: MailedTicket): string[] {
  const reason = slip?.reason ?? ''
  return reason === '' ? [] : [fill(applicationTexts[language].slipReason, { reason })]
}

/** Whether the organizer is reviewing a transfer slip: its sender is not asked to pay again. */
function isInReview({ slip }: MailedTicket): boolean {
  return slip?.state === 'in_review'
}

/** The amount and the deadline; a paused deadline is left out. */
function howToPay(ticket: MailedTicket): string {
  const { pay_by, total_satang, seats, language } = ticket
  const m = applicationTexts[language]
  if (isInReview(ticket)) return m.slipInReview
  const price = (total_satang / 100).toLocaleString('en-US', {
    minimumFractionDigits: total_satang % 100 === 0 ? 0 : 2,
  })
  if (pay_by === null) return fill(m.price, { price })
  return counted(seats, m.payBy_one, m.payBy_other, { price, date: zonedDate(pay_by, language) }, language)
}
