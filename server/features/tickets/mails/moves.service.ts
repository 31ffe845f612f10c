import type { EventFields } from '#contract/events/event-fields.ts'
import { isFarMove, isMoved, placeText } from '#contract/events/event-place.ts'
import type { Language } from '#contract/language/languages.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import type { TicketMove } from '#contract/tickets/tickets.ts'
import { countedEmails } from '#server/features/accounts/viewer.ts'
import { type MailedTicket, selectMailedTicket } from '#server/features/tickets/store/tickets.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { addJobs, type JobInfo } from '#server/lib/jobs/jobs.ts'
import { composeMail, type Fact, helloTo, mailTexts, oneLine, organizerWrites } from '#server/lib/mail/mail-layout.tsx'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import type { Mail } from '#server/lib/mail/outbox.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { pageUrl } from '#server/lib/settings/public-url.ts'
import {
  lockOpenMove,
  type Moved,
  noteMove,
  selectMove,
  selectMoveSince,
  selectTicketsToMail,
  updateMove,
  type Whereabouts,
} from './moves.repository.ts'
import { isUnreachable } from './notifications.service.ts'
import { contact, ticketFile, ticketTexts, typeOf, whenIs, where } from './ticket.mails.ts'

/** How long changes are collected for one mail, in milliseconds. */
const gathering = 10 * 60_000
const ticketsAtOnce = 500

/** Stores a change of date, time or place, in the transaction that makes it, so that everybody who has applied is mailed.
 *  `note` is the organizer's sentence to them. */
export async function noteWhereabouts(
  tx: Db,
  eventId: number,
  before: EventFields,
  after: EventFields,
  note: string | undefined,
  now: Date,
): Promise<void> {
  if (Date.parse(before.end_date_event) <= now.getTime()) return
  if (isMoved(before, after) || isOtherLink(before, after)) await noteMove(tx, eventId, before, note, now)
}

const isOtherLink = (before: Whereabouts, after: Whereabouts) =>
  after.is_online && before.meeting_link !== after.meeting_link

/** Mails the applicants of every event that was moved ten minutes ago, once each. Safe in any number of processes; another one
 *  continues where a killed one stopped. */
export async function mailMoves(ctx: Context): Promise<void> {
  let more = true
  while (more) more = await mailSome(ctx)
}

function mailSome({ db, now }: Context): Promise<boolean> {
  return db.transaction(async (tx) => {
    const move = await lockOpenMove(tx, new Date(now().getTime() - gathering))
    if (move === null) return false
    const tickets = await selectTicketsToMail(tx, move, ticketsAtOnce)
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
  const { language } = ticket
  const m = ticketTexts[language]
  const { viewTicket, viewApplication } = mailTexts[language]
  const event = oneLine(ticket.event_name)
  const isFar = ticket.status === 'ACTIVE' && isFarMove(before, ticket)
  return composeMail(ctx.settings, {
    to: ticket.email,
    line: ticket.line,
    replyTo: ticket.contact_email,
    language,
    subject: moveSubject(before, ticket, event, language),
    paragraphs: [
      helloTo(ticket.holder, language),
      `${fill(m.moved, { event })} ${isHolder(ticket) ? m.ticketStays : m.applicationStays}`,
      ...organizerWrites(before.note, language),
      ...(isFar ? [ticket.paid_at === null ? m.giveBack : m.giveBackPaid] : []),
    ],
    facts: [
      ...changedFacts(before, ticket, language, isHolder(ticket) ? where(ctx, ticket, language) : undefined),
      ...typeOf(ticket, language),
    ],
    action: {
      label: isFar ? m.keepOrGiveBack : isHolder(ticket) ? viewTicket : viewApplication,
      url: pageUrl(ctx.settings, paths.virtualTicket(ticket.id), language),
    },
    note: [...(isHolder(ticket) ? [m.calendarUpdates] : []), ...contact(ticket)].join('\n'),
    ...(isHolder(ticket) ? { attachments: [await ticketFile(ctx, ticket, 'PUBLISH')] } : {}),
  })
}

/** Such as 'New time and place: Jazz Night'. */
export function moveSubject(before: Whereabouts, after: Whereabouts, event: string, language: Language): string {
  return fill(whatIsNew(before, after, language), { event })
}

function whatIsNew(before: Whereabouts, after: Whereabouts, language: Language): string {
  const m = ticketTexts[language]
  const isOtherTime =
    before.start_date_event !== after.start_date_event || before.end_date_event !== after.end_date_event
  const isOtherPlace = placeText(before) !== placeText(after)
  if (isOtherTime && isOtherPlace) return m.newTimeAndPlace
  if (isOtherTime) return m.newTime
  return isOtherPlace ? m.newPlace : m.newMeetingLink
}

/** The changed facts, before and after. `place` is the place now, if it is more than its text. */
export function changedFacts(
  before: Whereabouts,
  after: Whereabouts,
  language: Language,
  place: Fact = placeFact(after, language),
): Fact[] {
  const m = ticketTexts[language]
  const [was, is] = [whenIs(before, language), whenIs(after, language)]
  const isOtherPlace = placeText(before) !== placeText(after)
  return [
    ...(was.value === is.value ? [] : [{ ...was, label: m.before }]),
    was.value === is.value ? is : { ...is, label: m.now },
    ...(isOtherPlace ? [{ ...placeFact(before, language), label: m.placeBefore }] : []),
    { ...place, label: isOtherPlace ? m.placeNow : mailTexts[language].where },
  ]
}

function placeFact(event: Whereabouts, language: Language): Fact {
  const { where: label, seeEventPage } = mailTexts[language]
  return { label, value: oneLine(placeText(event, language)) || seeEventPage }
}

/** The move that a ticket's page shows, if it came after the application; otherwise undefined. */
export async function moveOf(ctx: Context, ticketId: number, language: Language): Promise<TicketMove | undefined> {
  const move = await selectMoveSince(ctx.db, ticketId)
  if (move === null || !isMoved(move.before, move.after)) return undefined
  return {
    start_date_event: new Date(move.before.start_date_event).toISOString(),
    place: placeText(move.before, language),
    is_far: isFarMove(move.before, move.after),
  }
}
