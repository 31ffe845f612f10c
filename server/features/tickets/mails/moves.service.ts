import type { EventDraft } from '#contract/events/event-draft.ts'
import { isFarMove, isMoved, placeText } from '#contract/events/event-place.ts'
import { paths } from '#contract/paths.ts'
import type { TicketMove } from '#contract/tickets/tickets.ts'
import { countedEmails } from '#server/features/accounts/viewer.ts'
import { type MailedTicket, selectMailedTicket } from '#server/features/tickets/store/tickets.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { addJobs, type JobInfo } from '#server/lib/jobs/jobs.ts'
import { composeMail, type Fact, oneLine } from '#server/lib/mail/mail-layout.tsx'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import type { Mail } from '#server/lib/mail/outbox.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import {
  lockOpenMove,
  type Moved,
  noteMove,
  selectMove,
  selectMoveSince,
  selectTicketsToTell,
  updateMove,
  type Whereabouts,
} from './moves.repository.ts'
import { isUnreachable } from './notifications.service.ts'
import { contact, ticketFile, typeOf, whenIs, where } from './ticket.mails.ts'

/** How long changes are collected for one mail, in milliseconds. */
const gathering = 10 * 60_000
const ticketsAtOnce = 500

/** Stores a change of date, time or place, in the transaction that makes it, so that everybody who has applied is mailed.
 *  `note` is the organizer's sentence to them. */
export async function noteWhereabouts(
  tx: Db,
  eventId: number,
  before: EventDraft,
  draft: EventDraft,
  note: string | undefined,
  now: Date,
): Promise<void> {
  if (Date.parse(before.end_date_event) <= now.getTime()) return
  if (isMoved(before, draft) || isOtherLink(before, draft)) await noteMove(tx, eventId, before, note, now)
}

const isOtherLink = (before: Whereabouts, after: Whereabouts) =>
  after.is_online && before.meeting_link !== after.meeting_link

/** Mails the applicants of every event that was moved ten minutes ago, once each. Safe in any number of processes; another one
 *  continues where a killed one stopped. */
export async function mailMoves(ctx: Context): Promise<void> {
  let more = true
  while (more) more = await tellSome(ctx)
}

function tellSome({ db, now }: Context): Promise<boolean> {
  return db.transaction(async (tx) => {
    const move = await lockOpenMove(tx, new Date(now().getTime() - gathering))
    if (move === null) return false
    const tickets = await selectTicketsToTell(tx, move, ticketsAtOnce)
    await addJobs(
      tx,
      'send_move_mail',
      tickets.map((ticketId): MoveMail => ({ moveId: move.id, ticketId })),
    )
    await updateMove(tx, move.id, tickets.at(-1) ?? move.last_ticket_id, now(), tickets.length < ticketsAtOnce)
    return true
  })
}

/** A queued mail about a move, composed when it is sent. */
export interface MoveMail {
  moveId: number
  ticketId: number
}

/** Skips applications that have ended since, and events that are over. */
export async function sendMoveMail(
  ctx: Context,
  mailer: Mailer,
  { moveId, ticketId }: MoveMail,
  job: JobInfo,
): Promise<void> {
  const now = ctx.now()
  const [move, ticket] = await Promise.all([
    selectMove(ctx.db, moveId),
    selectMailedTicket(ctx.db, ticketId, now, countedEmails(ctx.settings)),
  ])
  if (move === null || ticket === null || isUnreachable(ticket) || ticket.status === 'CANCELLED') return
  if (Date.parse(ticket.end_date_event) <= now.getTime()) return
  // Only ticket holders know the meeting link.
  if (!isMoved(move, ticket) && !(isHolder(ticket) && isOtherLink(move, ticket))) return
  await mailer.send(await moveMail(ctx, move, ticket), job)
}

const isHolder = ({ status }: MailedTicket) => status === 'ACTIVE' || status === 'USED'

async function moveMail(ctx: Context, before: Moved, ticket: MailedTicket): Promise<Mail> {
  const name = oneLine(ticket.event_name)
  const isFar = ticket.status === 'ACTIVE' && isFarMove(before, ticket)
  return composeMail(ctx.settings, {
    to: ticket.email,
    line: ticket.line,
    ...(ticket.contact_email === '' ? {} : { replyTo: ticket.contact_email }),
    subject: `${whatIsNew(before, ticket)}: ${name}`,
    paragraphs: [
      `Hello ${ticket.fullname},`,
      `the organizer of ${name} has changed when or where it takes place. ${isHolder(ticket) ? 'Your ticket stays valid.' : 'Your application stays as it is.'}`,
      ...(before.note === '' ? [] : [`The organizer writes: ${before.note}`]),
      ...(isFar ? [giveBackWords(ticket)] : []),
    ],
    facts: [...changes(ctx, before, ticket), ...typeOf(ticket)],
    action: {
      label: isFar ? 'Keep or Give Back Your Ticket' : isHolder(ticket) ? 'View Ticket' : 'View Application',
      url: publicUrl(ctx.settings, paths.virtualTicket(ticket.id)),
    },
    note: [
      ...(isHolder(ticket) ? ['The attached file updates the event in your calendar.'] : []),
      ...contact(ticket),
    ].join('\n'),
    ...(isHolder(ticket) ? { attachments: [await ticketFile(ctx, ticket, 'PUBLISH')] } : {}),
  })
}

function whatIsNew(before: Whereabouts, after: Whereabouts): string {
  const isOtherTime =
    before.start_date_event !== after.start_date_event || before.end_date_event !== after.end_date_event
  const isOtherPlace = placeText(before) !== placeText(after)
  if (isOtherTime && isOtherPlace) return 'New time and place'
  if (isOtherTime) return 'New time'
  return isOtherPlace ? 'New place' : 'New meeting link'
}

function giveBackWords({ paid_at }: MailedTicket): string {
  return paid_at === null
    ? 'If you cannot come now, give your ticket back on its page, so that someone else gets your seat.'
    : 'If you cannot come now, give your ticket back on its page. The organizer then owes you a refund of the price.'
}

/** The changed facts, before and after. */
function changes(ctx: Context, before: Moved, ticket: MailedTicket): Fact[] {
  const [was, is] = [whenIs(before), whenIs(ticket)]
  const isOtherPlace = placeText(before) !== placeText(ticket)
  return [
    ...(was.value === is.value ? [] : [{ ...was, label: 'Before' }]),
    was.value === is.value ? is : { ...is, label: 'Now' },
    ...(isOtherPlace ? [{ label: 'Place before', value: oneLine(placeText(before)) || 'See the event page' }] : []),
    {
      ...(isHolder(ticket) ? where(ctx, ticket) : { value: oneLine(placeText(ticket)) || 'See the event page' }),
      label: isOtherPlace ? 'Place now' : 'Where',
    },
  ]
}

/** The move that a ticket's page shows, if it came after the application; otherwise undefined. */
export async function moveOf(ctx: Context, ticketId: number): Promise<TicketMove | undefined> {
  const move = await selectMoveSince(ctx.db, ticketId)
  if (move === null || !isMoved(move.before, move.after)) return undefined
  return {
    start_date_event: new Date(move.before.start_date_event).toISOString(),
    place: placeText(move.before),
    is_far: isFarMove(move.before, move.after),
  }
}
