import type { Reply } from '#contract/endpoint.ts'
import type { listCalledOff } from '#contract/events/own-events.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as answers from '#messages/answers.json'
import { ticketTexts } from '#server/features/tickets/mails/ticket.mails.ts'
import { cancelAllTickets, type FormerHolder, hadTickets } from '#server/features/tickets/store/endings.repository.ts'
import { hasSlipsInReview } from '#server/features/tickets/store/payments.repository.ts'
import { clearTaken, releaseDoorSeats } from '#server/features/tickets/store/seats.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { zonedDate } from '#server/lib/feeds/feed-texts.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { composeMail, helloTo, mailTexts } from '#server/lib/mail/mail-layout.tsx'
import { enqueueMails, type Mail } from '#server/lib/mail/outbox.ts'
import { discardPicture } from '#server/lib/pictures/pictures.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { pageUrl } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { markCalledOff, type OwnEvent, removeEvent, selectCalledOffOwn } from './events.repository.ts'
import { lockEvent } from './events.service.ts'

/** The outcome of deleting an event. `told` counts the ticket holders mailed by this call. */
interface Deletion {
  message: string
  is_called_off: boolean
  told: number
}

const deleted: Deletion = { message: answers.eventDeleted, is_called_off: false, told: 0 }

/** Deletes an event if it never had a ticket. Otherwise it leaves every list and, unless it is over, its
 *  tickets are cancelled and each holder is mailed. Calling it again changes nothing and mails nobody. Throws `slips_in_review`
 *  to the owner. */
export async function takeDown(ctx: Context, id: number, by: 'owner' | 'operator'): Promise<Deletion> {
  const now = ctx.now()
  const deletion = await ctx.db.transaction(async (tx) => {
    const event = await lockEvent(tx, id)
    if (event.called_off_at !== null) return deletedBefore(event, event.called_off_at)
    if (!(await hadTickets(tx, id))) {
      await removeEvent(tx, id)
      await discardPicture(tx, event.event_image)
      return deleted
    }
    const isOver = now.getTime() >= Date.parse(event.end_date_event)
    if (isOver && by === 'owner' && (await hasSlipsInReview(tx, id))) throw new AppError('slips_in_review')
    await markCalledOff(tx, id, now)
    return isOver ? deleted : callOff(ctx, tx, event, now)
  })
  ctx.announcer.announce(id)
  return deletion
}

/** The user's own events that were called off. */
export function listOwnCalledOff(ctx: Context, user: SignedInUser): Promise<Reply<typeof listCalledOff>> {
  return selectCalledOffOwn(ctx.db, user.id)
}

async function callOff(ctx: Context, tx: Db, event: OwnEvent, now: Date): Promise<Deletion> {
  await releaseDoorSeats(tx, event.id)
  const holders = await cancelAllTickets(tx, event.id, now)
  await clearTaken(tx, event.id)
  await enqueueMails(
    tx,
    holders
      .filter(({ email, line }) => email + line !== '')
      .map((holder) => calledOffMail(ctx.settings, event, holder)),
  )
  return calledOff(holders.length)
}

/** The response to a second call: nobody is mailed twice. */
function deletedBefore(event: OwnEvent, calledOffAt: string): Deletion {
  return Date.parse(calledOffAt) >= Date.parse(event.end_date_event) ? deleted : calledOff(0)
}

function calledOff(told: number): Deletion {
  return { message: told > 0 ? answers.calledOffAndTold : answers.calledOff, is_called_off: true, told }
}

/** To people who held a ticket or had applied. */
function calledOffMail(settings: Settings, event: OwnEvent, holder: FormerHolder): Mail {
  const { language } = holder
  const m = ticketTexts[language]
  const { viewEvent, myTickets, questions } = mailTexts[language]
  const name = event.event_name.replace(/\s+/g, ' ')
  return composeMail(settings, {
    to: holder.email,
    line: holder.line,
    replyTo: holder.contact_email,
    language,
    subject: fill(m.calledOffSubject, { event: name }),
    paragraphs: [
      helloTo(holder.fullname, language),
      fill(m.calledOff, { event: name, date: zonedDate(event.start_date_event, language) }),
      ...whatFollows(holder),
      ...(holder.contact_email === '' ? [] : [fill(questions, { email: holder.contact_email })]),
    ],
    action: holder.was_invited
      ? { label: viewEvent, url: pageUrl(settings, paths.event(event.id), language) }
      : { label: myTickets, url: pageUrl(settings, paths.myTickets, language) },
    note: noteTo(holder),
  })
}

function noteTo({ language, held_ticket, was_invited }: FormerHolder): string {
  const m = ticketTexts[language]
  if (was_invited) return m.becauseInvited
  return held_ticket ? m.becauseHolder : m.becauseApplied
}

function whatFollows({
  language,
  held_ticket,
  has_guests,
  was_invited,
  is_owed,
  ticket_number: number,
}: FormerHolder): string[] {
  const m = ticketTexts[language]
  if (was_invited) return [m.invitationEnded]
  const ended = held_ticket ? fill(has_guests ? m.ticketsEnded : m.ticketEnded, { number }) : m.applicationEnded
  return is_owed ? [ended, m.refundAsked] : [`${ended} ${m.nothingToDo}`]
}
