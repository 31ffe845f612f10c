import { eventZoneName, fullDate } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { cancelAllTickets, type FormerHolder, hadTickets } from '#server/features/tickets/held/call-off.repository.ts'
import { clearTaken } from '#server/features/tickets/held/seats.repository.ts'
import type { Context } from '#server/lib/context.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { composeMail } from '#server/lib/mail/mail-layout.ts'
import { enqueueMails, type Mail } from '#server/lib/mail/outbox.ts'
import { discardPicture } from '#server/lib/pictures/pictures.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { markCalledOff, type OwnEvent, removeEvent } from './events.repository.ts'
import { lockOwn, requireOwn } from './events.service.ts'

/** The outcome of deleting an event; `told` counts the ticket holders whom this call has mailed. */
interface Deletion {
  message: string
  is_called_off: boolean
  told: number
}

const deleted: Deletion = { message: 'The event was deleted.', is_called_off: false, told: 0 }

/** Removes the user's own event if it never had a ticket; otherwise takes it off every list and, unless it is over,
 *  cancels its tickets and mails each holder. Called again it changes nothing and mails nobody. */
export async function deleteOwn(ctx: Context, user: SignedInUser, id: number): Promise<Deletion> {
  await requireOwn(ctx, user, id)
  return takeDown(ctx, user, id)
}

/** The same for whoever is known to own the event, or acts for them. */
export async function takeDown(ctx: Context, owner: Pick<SignedInUser, 'id'>, id: number): Promise<Deletion> {
  const now = ctx.now()
  const deletion = await ctx.db.transaction(async (tx) => {
    const event = await lockOwn(tx, owner, id)
    if (event.called_off_at !== null) return asBefore(event, event.called_off_at)
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
  const holders = await cancelAllTickets(tx, event.id, now)
  await clearTaken(tx, event.id)
  await enqueueMails(
    tx,
    holders.map((holder) => calledOffMail(ctx.settings, event, holder)),
  )
  return calledOff(holders.length)
}

/** The answer to deleting an event that was deleted before: nobody is told twice. */
function asBefore(event: OwnEvent, calledOffAt: string): Deletion {
  return Date.parse(calledOffAt) >= Date.parse(event.end_date_event) ? deleted : calledOff(0)
}

function calledOff(told: number): Deletion {
  const mailed = told > 0 ? ' Everyone who had applied is told by email.' : ''
  return { message: `The event was called off.${mailed}`, is_called_off: true, told }
}

/** Tells somebody who held a ticket, or had applied for one, that the event is called off. */
function calledOffMail(settings: Settings, event: OwnEvent, holder: FormerHolder): Mail {
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
