import { eventZoneName, fullDate } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { MailedTicket } from '#server/features/tickets/store/tickets.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { composeMail, oneLine } from '#server/lib/mail/mail-layout.tsx'
import type { Mail } from '#server/lib/mail/outbox.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import type { ApplicationNews } from './notifications.repository.ts'
import { contact, eventUrl, organizersWord, typeOf, whenIs } from './ticket.mails.ts'

interface Words {
  subject: string
  /** What has happened, and what to do next. */
  paragraphs: string[]
}

/** The mail about an application that is not a ticket: its state, and what to do until when. */
export function applicationMail(ctx: Context, news: ApplicationNews, ticket: MailedTicket): Mail {
  const { subject, paragraphs } = wordsOf(news, ticket)
  return composeMail(ctx.settings, {
    to: ticket.email,
    line: ticket.line,
    subject,
    paragraphs: [`Hello ${ticket.holder},`, ...paragraphs, ...(isDecision(news) ? organizersWord(ticket) : [])],
    facts: [whenIs(ticket), ...typeOf(ticket)],
    action: actionOf(ctx, news, ticket),
    note: contact(ticket).join('\n'),
  })
}

/** Whether the organizer's message came with this news; other news would repeat it. */
function isDecision(news: ApplicationNews): boolean {
  return news === 'approved_to_pay' || news === 'refused'
}

function actionOf(ctx: Context, news: ApplicationNews, ticket: MailedTicket): { label: string; url: string } {
  const { id, status } = ticket
  if (status === 'CANCELLED') return { label: 'View Event', url: eventUrl(ctx, ticket) }
  if (status !== 'UNPAID') return { label: 'View Application', url: publicUrl(ctx.settings, paths.virtualTicket(id)) }
  const url = publicUrl(ctx.settings, paths.pay(id))
  if (isInReview(ticket)) return { label: 'View Payment', url }
  return { label: news === 'slip_refused' ? 'Send Another Slip' : 'Pay Now', url }
}

function wordsOf(news: ApplicationNews, ticket: MailedTicket): Words {
  const name = oneLine(ticket.event_name)
  const payment = howToPay(ticket)
  const isParty = ticket.seats > 1
  const [seats, are] = isParty ? [`${ticket.seats} seats`, 'are'] : ['a seat', 'is']
  switch (news) {
    case 'to_pay':
      return {
        subject: isInReview(ticket)
          ? `${isParty ? seats : 'A seat'} ${are} held for you: ${name}`
          : `Please pay: ${name}`,
        paragraphs: [`${seats} at ${name} ${are} held for you.`, payment],
      }
    case 'promoted_to_pay':
      return {
        subject: `${isParty ? seats : 'A seat'} for you: ${name}`,
        paragraphs: [
          `${seats} at ${name} ${isParty ? 'have come free, and they are' : 'has come free, and it is'} held for you.`,
          payment,
        ],
      }
    case 'approved_to_pay':
      return {
        subject: `Approved: ${name}`,
        paragraphs: [
          `the organizer has approved your application for ${name}, and ${seats} ${are} held for you.`,
          payment,
        ],
      }
    case 'receiver_changed':
      return {
        subject: `New PromptPay number: ${name}`,
        paragraphs: [
          `the organizer of ${name} has changed the PromptPay number for payments. Pay to the number that your payment page shows now. If you have already paid, write to the organizer.`,
          payment,
        ],
      }
    case 'deadline_shortened':
      return {
        subject: `Pay earlier: ${name}`,
        paragraphs: [
          `${name} starts earlier than before, so you also have to pay earlier to keep ${isParty ? 'the seats that are' : 'the seat that is'} held for you.`,
          payment,
        ],
      }
    case 'slip_refused':
      return {
        subject: `Your slip was not accepted: ${name}`,
        paragraphs: [
          `the organizer of ${name} did not accept the transfer slip that you sent. Send the right one, or write to the organizer.`,
          ...(ticket.slip?.reason ? [`The organizer writes: ${ticket.slip.reason}`] : []),
          payment,
        ],
      }
    case 'waiting':
      return {
        subject: `On the waiting list: ${name}`,
        paragraphs: [
          `every seat ${ticket.ticket_type === '' ? '' : 'of your ticket type '}at ${name} is taken, and you are on the waiting list. ${placeInLine(ticket)}`,
          'As soon as a seat comes free for you, it is yours, and we will email you what to do next. The waiting list ends when the event starts.',
          'Your application always shows your place. If you no longer want to wait, leave the waiting list there.',
        ],
      }
    case 'asked':
      return {
        subject: `You have applied: ${name}`,
        paragraphs: [
          `the organizer of ${name} decides about your application. You do not have a seat until then, and there is nothing you need to do: we will email you the decision. An application without a decision ends with the event.`,
          'If you no longer want to come, withdraw your application on its page.',
        ],
      }
    case 'to_approve':
      return {
        subject: `The organizer decides: ${name}`,
        paragraphs: [
          `the organizer of ${name} now decides about every application. Yours has left the waiting list and is waiting for a decision. There is nothing you need to do: we will email you the decision.`,
        ],
      }
    case 'refused':
      return {
        subject: `Not approved: ${name}`,
        paragraphs: [
          ticket.price_satang > 0
            ? `the organizer of ${name} has refused your application. If you have sent money for it, write to the organizer to get it back; otherwise there is nothing you need to do.`
            : `the organizer of ${name} has refused your application. There is nothing you need to do.`,
        ],
      }
    case 'unpaid':
      return {
        subject: `Not paid in time: ${name}`,
        paragraphs: [
          `your application for ${name} was not paid in time, so nothing is held for you any more. You can apply again while registration is open. If you have already sent the money, write to the organizer to get it back.`,
        ],
      }
    case 'not_eligible':
      return {
        subject: `No seat for you: ${name}`,
        paragraphs: [
          `a seat at ${name} came free, but you no longer meet the event's requirements, so you have left the waiting list. The event page lists them.`,
        ],
      }
    case 'line_closed':
      return {
        subject: `The waiting list is closed: ${name}`,
        paragraphs: [
          `the organizer of ${name} has closed the waiting list, so you are no longer on it. If a seat comes free, whoever applies first gets it.`,
        ],
      }
    case 'too_late':
      // An application is held beyond the event's start only while its slip is in review.
      if (isInReview(ticket)) {
        return {
          subject: `Not decided in time: ${name}`,
          paragraphs: [
            `${name} is over, and its organizer has not decided about the transfer slip that you sent. Write to the organizer to get your money back.`,
          ],
        }
      }
      return {
        subject: `Your application has ended: ${name}`,
        paragraphs: [
          `${name} has begun, and your application could not become a ticket. There is nothing you need to do.`,
        ],
      }
  }
}

/** The place when the mail is sent; the page showed the place when they joined. */
function placeInLine({ position }: MailedTicket): string {
  if (position === 1) return 'You are the first in line.'
  return `You are number ${(position ?? 0).toLocaleString('en-US')} in line.`
}

/** Whether the organizer is reviewing a transfer slip: its sender is not asked to pay again. */
function isInReview({ slip }: MailedTicket): boolean {
  return slip?.state === 'in_review'
}

/** The amount and the deadline; a paused deadline is left out. */
function howToPay(ticket: MailedTicket): string {
  const { pay_by, total_satang } = ticket
  if (isInReview(ticket)) {
    return 'Your transfer slip is with the organizer, so do not pay again. We will email you the decision.'
  }
  const price = (total_satang / 100).toLocaleString('en-US', {
    minimumFractionDigits: total_satang % 100 === 0 ? 0 : 2,
  })
  return pay_by === null
    ? `The price is ${price} baht, via PromptPay. Your payment page shows how to pay.`
    : `Pay ${price} baht via PromptPay by ${fullDate(pay_by)} (${eventZoneName}). After that ${ticket.seats > 1 ? 'the seats go' : 'the seat goes'} to someone else. Your payment page shows how to pay.`
}
