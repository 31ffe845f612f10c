import { eventZoneName, fullDate } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import * as m from '#messages/answers.json'
import { cancelAllTickets, type FormerHolder, hadTickets } from '#server/features/tickets/store/endings.repository.ts'
import { clearTaken, releaseDoorSeats } from '#server/features/tickets/store/seats.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { composeMail } from '#server/lib/mail/mail-layout.tsx'
import { enqueueMails, type Mail } from '#server/lib/mail/outbox.ts'
import { discardPicture } from '#server/lib/pictures/pictures.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { markCalledOff, type OwnEvent, removeEvent } from './events.repository.ts'
import { lockEvent } from './events.service.ts'

/** The outcome of deleting an event. `told` counts the ticket holders mailed by this call. */
interface Deletion {
  message: string
  is_called_off: boolean
  told: number
}

const deleted: Deletion = { message: m.eventDeleted, is_called_off: false, told: 0 }

/** Deletes an event if it never had a ticket. Otherwise it leaves every list and, unless it is over, its
 *  tickets are cancelled and each holder is mailed. Calling it again changes nothing and mails nobody. */
export async function takeDown(ctx: Context, id: number): Promise<Deletion> {
  const now = ctx.now()
  const deletion = await ctx.db.transaction(async (tx) => {
    const event = await lockEvent(tx, id)
    if (event.called_off_at !== null) return deletedBefore(event, event.called_off_at)
    if (!(await hadTickets(tx, id))) {
      await removeEvent(tx, id)
      await discardPicture(tx, event.event_image)
      return deleted
    }
    await markCalledOff(tx, id, now)
    const isOver = now.getTime() >= Date.parse(event.end_date_event)
    return isOver ? deleted : callOff(ctx, tx, event, now)
  })
  ctx.announcer.announce(id)
  return deletion
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
  return { message: told > 0 ? m.calledOffAndTold : m.calledOff, is_called_off: true, told }
}

/** To people who held a ticket or had applied. */
function calledOffMail(settings: Settings, event: OwnEvent, holder: FormerHolder): Mail {
  const name = event.event_name.replace(/\s+/g, ' ')
  return composeMail(settings, {
    to: holder.email,
    line: holder.line,
    subject: `Called off: ${name}`,
    paragraphs: [
      `Hello ${holder.fullname},`,
      `${name}, planned for ${fullDate(event.start_date_event)} (${eventZoneName}), has been called off by its organizer.`,
      ...whatFollows(holder),
      ...(event.contact_email === '' ? [] : [`If you have questions, write to ${event.contact_email}.`]),
    ],
    action: holder.was_invited
      ? { label: 'View Event', url: publicUrl(settings, paths.event(event.id)) }
      : { label: 'My Tickets', url: publicUrl(settings, paths.myTickets) },
    note: noteTo(holder),
  })
}

function noteTo({ held_ticket, was_invited }: FormerHolder): string {
  if (was_invited) return 'You get this mail because you were invited to this event.'
  return held_ticket
    ? 'You get this mail because you held a ticket for this event.'
    : 'You get this mail because you had applied for this event.'
}

function whatFollows({ held_ticket, has_guests, was_invited, is_owed, ticket_number }: FormerHolder): string[] {
  if (was_invited) return ['Your invitation has ended. You do not need to do anything.']
  const tickets = `Your ticket ${ticket_number}${has_guests ? ' and those of your guests are' : ' is'} cancelled.`
  const ended = held_ticket ? tickets : 'Your application has ended.'
  if (is_owed)
    return [ended, 'The organizer has been asked to refund what you paid. If you do not get it, write to them.']
  return [`${ended} You do not need to do anything.`]
}
