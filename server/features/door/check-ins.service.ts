import type { Reply } from '#contract/endpoint.ts'
import type { checkIn, DoorCount, DoorTicket, DoubleEntry, Scan, ScanResult, Verdict } from '#contract/tickets/door.ts'
import { readTicketCode, readTicketNumber, signedText } from '#contract/tickets/ticket-code.ts'
import { countedEmails } from '#server/features/accounts/viewer.ts'
import {
  lockTicket,
  markUnused,
  markUsed,
  type TicketToCheck,
} from '#server/features/tickets/held/check-in.repository.ts'
import { addTaken, lockSeats } from '#server/features/tickets/held/seats.repository.ts'
import { promote } from '#server/features/tickets/line/promote.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { insertCheckIn, markLetIn, markUndone, selectCheckIn, selectDoubleEntries } from './check-ins.repository.ts'
import { countDoor, type FoundTicket, findTicket, findTicketByNumber, selectDoorTicket } from './door.repository.ts'
import { type DoorCaller, requireDoor } from './door-access.ts'

/** Where scans come from: an event's door, a phone there, and the link that opened it (null: the owner). */
interface Gate {
  eventId: number
  device: string
  doorLinkId: number | null
}

/** Decides scans one after the other, each in a transaction of its own: what was decided stays decided, and a call whose
 *  answer was lost can be made again. */
export async function check(
  ctx: Context,
  caller: DoorCaller,
  eventId: number,
  { device, scans }: { device: string; scans: Scan[] },
): Promise<Reply<typeof checkIn>> {
  const gate = { eventId, device, doorLinkId: await requireDoor(ctx, caller, eventId) }
  const results: ScanResult[] = []
  for (const scan of scans) results.push(await decide(ctx, gate, scan))
  if (results.some(({ verdict }) => verdict === 'checked_in')) ctx.announcer.announce(eventId)
  return { ...(await countDoor(ctx.db, eventId)), results }
}

async function decide(ctx: Context, gate: Gate, scan: Scan): Promise<ScanResult> {
  const { scan_id } = scan
  const found = await findByCode(ctx, gate.eventId, scan.code)
  if ('verdict' in found) return { scan_id, verdict: found.verdict, ticket: null }
  const now = ctx.now()
  return ctx.db.transaction(async (tx) => {
    const verdict = await decideLocked(tx, gate, scan, found.ticketId, now)
    if (verdict === null) return { scan_id, verdict: 'unknown', ticket: null }
    return { scan_id, verdict, ticket: await selectDoorTicket(tx, found.ticketId, now) }
  })
}

/** Decides a scan, or repeats the verdict that it got before. Null where another ticket was shown under its number: that
 *  is no scan of ours, and it checks nobody in. */
async function decideLocked(
  tx: Db,
  { eventId, device, doorLinkId }: Gate,
  { scan_id, scanned_at, let_in }: Scan,
  ticketId: number,
  now: Date,
): Promise<Verdict | null> {
  const ticket = await lockTicket(tx, ticketId)
  const at = earlier(new Date(scanned_at), now)
  const verdict = verdictOf(ticket, at)
  const scan = { event_id: eventId, scan_id, ticket_id: ticketId, door_link_id: doorLinkId, device, verdict, let_in }
  if (!(await insertCheckIn(tx, { ...scan, scanned_at: at }, now))) {
    const before = await selectCheckIn(tx, eventId, scan_id)
    if (before?.ticket_id !== ticketId) return null
    // The phone that got no answer has let its holder in since.
    if (let_in && !before.let_in) await markLetIn(tx, eventId, scan_id)
    return before.verdict
  }
  if (verdict === 'checked_in' && !(await markUsed(tx, ticketId, at, now))) {
    throw new Error(`ticket ${ticketId} changed while it was locked`)
  }
  return verdict
}

/** The verdict on this ticket when it is shown at that time. */
function verdictOf(ticket: TicketToCheck, at: Date): Verdict {
  if (ticket.status === 'CANCELLED') return 'cancelled'
  if (ticket.status === 'USED') return 'already_used'
  // Only tickets come to a scan, and a ticket never goes back to what it was before.
  if (ticket.status !== 'ACTIVE') throw new Error(`an application that is ${ticket.status} is no ticket to check`)
  return at.getTime() >= Date.parse(ticket.end_date_event) ? 'expired' : 'checked_in'
}

function earlier(left: Date, right: Date): Date {
  return left.getTime() < right.getTime() ? left : right
}

/** Takes back the scan whose entry counts now. Throws `check_in_not_found` where it checked nobody in, `check_in_undone`,
 *  or `ticket_not_active` where the ticket was cancelled since. */
export async function undo(
  ctx: Context,
  caller: DoorCaller,
  eventId: number,
  scanId: string,
): Promise<DoorCount & { ticket: DoorTicket }> {
  await requireDoor(ctx, caller, eventId)
  const now = ctx.now()
  const ticket = await ctx.db.transaction((tx) => undoLocked(ctx, tx, eventId, scanId, now))
  ctx.announcer.announce(eventId)
  return { ...(await countDoor(ctx.db, eventId)), ticket }
}

async function undoLocked(ctx: Context, tx: Db, eventId: number, scanId: string, now: Date): Promise<DoorTicket> {
  // The seats come before any ticket, as everywhere: undoing may give a seat back.
  await lockSeats(tx, eventId)
  const scan = await selectCheckIn(tx, eventId, scanId)
  if (scan?.verdict !== 'checked_in') throw new AppError('check_in_not_found')
  await lockTicket(tx, scan.ticket_id)
  const locked = await selectCheckIn(tx, eventId, scanId)
  if (locked?.undone_at !== null) throw new AppError('check_in_undone')
  const status = await markUnused(tx, scan.ticket_id, now)
  if (status === null) throw new AppError('ticket_not_active')
  if (status === 'CANCELLED') {
    await addTaken(tx, eventId, -1)
    await promote(tx, eventId, now, countedEmails(ctx.settings))
  }
  await markUndone(tx, eventId, scanId, now)
  return selectDoorTicket(tx, scan.ticket_id, now)
}

/** Whom phones without a network let in although the ticket let nobody in, newest first. */
export async function listDoubleEntries(ctx: Context, caller: DoorCaller, eventId: number): Promise<DoubleEntry[]> {
  await requireDoor(ctx, caller, eventId)
  const rows = await selectDoubleEntries(ctx.db, eventId)
  return rows.map(({ scanned_at, device, first_at, first_device, ...entry }) => ({
    ...entry,
    first: first_at === null || first_device === null ? null : { at: first_at, device: first_device },
    again: { at: scanned_at, device },
  }))
}

/** The id of the event's own ticket that a code names, or the verdict on a code that names none. */
type Found = { ticketId: number } | { verdict: Extract<Verdict, 'wrong_event' | 'unknown' | 'forged'> }

/** Reads the text of a QR code, or a number as typed, at the door of an event. */
async function findByCode(ctx: Context, eventId: number, text: string): Promise<Found> {
  const code = readTicketCode(text)
  if (code !== null) {
    if (!ctx.signingKey.verify(signedText(code), code.signature)) return { verdict: 'forged' }
    if (code.event_id !== eventId) return { verdict: 'wrong_event' }
    return foundOrUnknown(await findTicket(ctx.db, eventId, code.ticket_id), eventId)
  }
  const number = readTicketNumber(text)
  if (number === null) return { verdict: 'unknown' }
  return foundOrUnknown(await findTicketByNumber(ctx.db, eventId, number), eventId)
}

function foundOrUnknown(ticket: FoundTicket | null, eventId: number): Found {
  if (ticket === null) return { verdict: 'unknown' }
  return ticket.event_id === eventId ? { ticketId: ticket.id } : { verdict: 'wrong_event' }
}
