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
      tickets.filter(({ is_invited }) => !is_invited).map(({ id }): MoveMail => ({ moveId: move.id, ticketId: id })),
    )
    // Their mail has a new link to claim the ticket.
    await addJobs(
      tx,
      'send_invitation',
      tickets.filter(({ is_invited }) => is_invited).map(({ id }) => ({ moveId: move.id, id })),
    )
    await updateMove(tx, move.id, tickets.at(-1)?.id ?? move.last_ticket_id, now(), tickets.length < ticketsAtOnce)
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
    subject: moveSubject(before, ticket, name),
    paragraphs: [
      `Hello ${ticket.holder},`,
      `the organizer of ${name} has changed when or where it takes place. ${isHolder(ticket) ? 'Your ticket stays valid.' : 'Your application stays as it is.'}`,
      ...noteOf(before),
      ...(isFar ? [giveBackWords(ticket)] : []),
    ],
    facts: [...changedFacts(before, ticket, isHolder(ticket) ? where(ctx, ticket) : undefined), ...typeOf(ticket)],
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

/** Such as 'New time and place: Jazz Night'. */
export function moveSubject(before: Whereabouts, after: Whereabouts, name: string): string {
  return `${whatIsNew(before, after)}: ${name}`
}

/** The organizer's sentence about a move, if any. */
export const noteOf = ({ note }: Moved): string[] => (note === '' ? [] : [`The organizer writes: ${note}`])

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

/** The changed facts, before and after. `place` is the place now, if it is more than its text. */
export function changedFacts(before: Whereabouts, after: Whereabouts, place: Fact = placeFact(after)): Fact[] {
  const [was, is] = [whenIs(before), whenIs(after)]
  const isOtherPlace = placeText(before) !== placeText(after)
  return [
    ...(was.value === is.value ? [] : [{ ...was, label: 'Before' }]),
    was.value === is.value ? is : { ...is, label: 'Now' },
    ...(isOtherPlace ? [{ ...placeFact(before), label: 'Place before' }] : []),
    { ...place, label: isOtherPlace ? 'Place now' : 'Where' },
  ]
}

function placeFact(event: Whereabouts): Fact {
  return { label: 'Where', value: oneLine(placeText(event)) || 'See the event page' }
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
