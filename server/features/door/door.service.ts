import type { Reply } from '#contract/endpoint.ts'
import type {
  checkIn,
  Door,
  DoorCount,
  DoorEntry,
  DoorLink,
  DoorProgress,
  DoorTicket,
  DoubleEntry,
  KeptSeats,
  Scan,
  ScanResult,
  Verdict,
  WalkInSale,
} from '#contract/tickets/door.ts'
import { readTicketCode, readTicketNumber, signedText } from '#contract/tickets/ticket-code.ts'
import { countedEmails } from '#server/features/accounts/viewer.ts'
import { logAction, selectRole } from '#server/features/team/team.repository.ts'
import { selectAdmissionEvent } from '#server/features/tickets/admission/admission.repository.ts'
import { seatsForNew } from '#server/features/tickets/admission/seats.rules.ts'
import { addTaken, lockSeats, selectKept, setAside } from '#server/features/tickets/store/seats.repository.ts'
import {
  changeUsedAt,
  lockTicket,
  markUnused,
  markUsed,
  type TicketToCheck,
} from '#server/features/tickets/store/tickets.repository.ts'
import { promote } from '#server/features/tickets/waiting-list/promote.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { hashOf, newSecret } from '#server/lib/security/secrets.ts'
import {
  countDoor,
  type FoundTicket,
  findTicket,
  findTicketByNumber,
  insertCheckIn,
  insertLink,
  markEntry,
  markLetIn,
  markUndone,
  revokeLink,
  type Scanner,
  selectCheckIn,
  selectDoorEvent,
  selectDoors,
  selectDoorTicket,
  selectDoorTickets,
  selectDoubleEntries,
  selectEntries,
  selectFirstDoubleEntry,
  selectLinks,
  selectMinutes,
  selectSale,
  selectValidLink,
  selectWalkIn,
  touchLink,
} from './door.repository.ts'

/** In milliseconds. `changed_at` is the time at which a transaction started; others see the change by then at the latest: up to
 *  five seconds for a connection, ten for each of six statements, and some for clocks that differ. */
const longestChange = 120_000

/** Who calls a door. */
export interface DoorCaller {
  user: SignedInUser | null
  /** The door link in the request's header; null without one. */
  secret: string | null
  /** The IP address of the request. */
  address: string
}

/** All that a phone needs to check tickets offline; with `since` (an earlier cursor) only the tickets that changed. */
export async function show(
  ctx: Context,
  caller: DoorCaller,
  eventId: number,
  { since, phone_id }: { since?: string | undefined; phone_id?: string | undefined },
): Promise<Door> {
  await requireDoor(ctx, caller, eventId)
  const now = ctx.now()
  const [event, count, tickets, role, sale, kept] = await Promise.all([
    selectDoorEvent(ctx.db, eventId),
    countDoor(ctx.db, eventId),
    selectDoorTickets(ctx.db, eventId, since ?? null, now),
    caller.secret !== null || caller.user === null ? null : selectRole(ctx.db, eventId, caller.user.id),
    showSale(ctx, eventId),
    phone_id === undefined ? null : showKept(ctx.db, eventId, phone_id),
  ])
  if (event === null) throw new AppError('event_not_found')
  const cursor = new Date(now.getTime() - longestChange).toISOString()
  const own = kept === null ? {} : { kept }
  return { ...event, ...count, role, public_key: ctx.signingKey.publicKey, tickets, sale, ...own, cursor }
}

/** What a phone keeps. */
export async function showKept(db: Db, eventId: number, phoneId: string): Promise<KeptSeats[]> {
  const kept = await selectKept(db, eventId, phoneId)
  return kept.map(({ ticket_type_id, granted, sold }) => ({ ticket_type_id, granted, sold }))
}

/** What the door sells. */
export async function showSale(ctx: Context, eventId: number): Promise<WalkInSale> {
  const [sale, event] = await Promise.all([selectSale(ctx.db, eventId), selectAdmissionEvent(ctx.db, eventId)])
  const freeOf = (typeId: number | null) => {
    const free = event === null ? 0 : seatsForNew(event, typeId, ctx.now())
    return Number.isFinite(free) ? free : null
  }
  return { ...sale, types: sale.types.map((type) => ({ ...type, free: freeOf(type.ticket_type_id) })) }
}

/** Decides scans one after the other, each in its own transaction, so that a call whose answer was lost can be repeated. */
export async function check(
  ctx: Context,
  caller: DoorCaller,
  eventId: number,
  { device, scans }: { device: string; scans: Scan[] },
): Promise<Reply<typeof checkIn>> {
  const gate = { eventId, device, scanner: await requireDoor(ctx, caller, eventId) }
  const results: ScanResult[] = []
  for (const scan of scans) results.push(await decide(ctx, gate, scan))
  if (results.some(({ verdict }) => verdict === 'checked_in')) ctx.announcer.announce(eventId)
  return { ...(await countDoor(ctx.db, eventId)), results }
}

/** Undoes a check-in or a double entry. If another phone let the holder in too, that entry counts instead. Throws
 *  `check_in_not_found`, `check_in_undone`, or `ticket_not_active` if the ticket was cancelled since. */
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

/** People whom offline phones let in with invalid tickets, newest first. */
export async function listDoubleEntries(ctx: Context, caller: DoorCaller, eventId: number): Promise<DoubleEntry[]> {
  await requireDoor(ctx, caller, eventId)
  const rows = await selectDoubleEntries(ctx.db, eventId)
  return rows.map(({ scanned_at, device, first_at, first_device, ...entry }) => ({
    ...entry,
    first: first_at === null || first_device === null ? null : { at: first_at, device: first_device },
    again: { at: scanned_at, device },
  }))
}

/** Who scans: a door link, checked here, or a member of the team, whose role was checked before the handler. A link takes
 *  precedence over the session. Throws `door_link_invalid`. */
export async function requireDoor(ctx: Context, caller: DoorCaller, eventId: number): Promise<Scanner> {
  if (caller.secret === null) return { door_link_id: null, scanned_by: caller.user?.id ?? null }
  return { door_link_id: await requireLink(ctx, caller.secret, caller.address, eventId), scanned_by: null }
}

/** Limits wrong links by address, against guessing; a valid link always gets in. */
async function requireLink(ctx: Context, secret: string, address: string, eventId: number): Promise<number> {
  const link = await selectValidLink(ctx.db, eventId, hashOf(secret), ctx.now())
  if (link === null) {
    await ctx.limits.consume('door_link_address', address)
    throw new AppError('door_link_invalid')
  }
  await touchLink(ctx.db, link.id, ctx.now())
  return link.id
}

/** Where a scan comes from: the event, the phone's name, and who has the phone. */
export interface Gate {
  eventId: number
  device: string
  scanner: Scanner
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

/** Decides a scan. One sent again gets the same verdict, unless it has become the entry that counts. Null if the scan's ID was
 *  used for another ticket before. */
async function decideLocked(
  tx: Db,
  { eventId, device, scanner }: Gate,
  { scan_id, scanned_at, let_in }: Scan,
  ticketId: number,
  now: Date,
): Promise<Verdict | null> {
  const ticket = await lockTicket(tx, ticketId)
  const at = earlier(new Date(scanned_at), now)
  const verdict = verdictOf(ticket, at)
  const scan = { event_id: eventId, scan_id, ticket_id: ticketId, ...scanner, device, verdict, let_in }
  if (!(await insertCheckIn(tx, { ...scan, scanned_at: at }, now))) {
    const before = await selectCheckIn(tx, eventId, scan_id)
    if (before?.ticket_id !== ticketId) return null
    // The phone that got no answer has let the holder in since.
    if (let_in && !before.let_in) await markLetIn(tx, eventId, scan_id, true)
    // Somebody is inside with a ticket whose first entry was undone since.
    const countsNow = let_in && before.verdict === 'already_used' && verdict === 'checked_in'
    if (!countsNow) return before.verdict
    await markEntry(tx, eventId, scan_id)
  }
  if (verdict === 'checked_in' && !(await markUsed(tx, ticketId, at, now))) {
    throw new Error(`ticket ${ticketId} changed while it was locked`)
  }
  return verdict
}

/** The verdict on this ticket if it is shown at that time. */
function verdictOf(ticket: TicketToCheck, at: Date): Verdict {
  if (ticket.status === 'CANCELLED') return 'cancelled'
  if (ticket.status === 'USED') return 'already_used'
  // `findByCode` finds only tickets, and a ticket never becomes an application again.
  if (ticket.status !== 'ACTIVE') throw new Error(`an application that is ${ticket.status} cannot be checked in`)
  return at.getTime() >= Date.parse(ticket.end_date_event) ? 'expired' : 'checked_in'
}

function earlier(left: Date, right: Date): Date {
  return left.getTime() < right.getTime() ? left : right
}

async function undoLocked(ctx: Context, tx: Db, eventId: number, scanId: string, now: Date): Promise<DoorTicket> {
  // Undoing may give a seat back, and seats are always locked before tickets.
  await lockSeats(tx, eventId)
  const scan = await selectCheckIn(tx, eventId, scanId)
  if (scan === null) throw new AppError('check_in_not_found')
  await lockTicket(tx, scan.ticket_id)
  const locked = await selectCheckIn(tx, eventId, scanId)
  if (locked?.verdict !== 'checked_in') {
    if (!locked?.let_in) throw new AppError('check_in_not_found')
    await markLetIn(tx, eventId, scanId, false)
    return selectDoorTicket(tx, scan.ticket_id, now)
  }
  if (locked.undone_at !== null) throw new AppError('check_in_undone')
  await markUndone(tx, eventId, scanId, now)
  const second = await selectFirstDoubleEntry(tx, scan.ticket_id)
  if (second !== null) {
    const isInside = await changeUsedAt(tx, scan.ticket_id, new Date(second.scanned_at), now)
    if (!isInside) throw new AppError('ticket_not_active')
    await markEntry(tx, eventId, second.scan_id)
    return selectDoorTicket(tx, scan.ticket_id, now)
  }
  const status = await markUnused(tx, scan.ticket_id, now)
  if (status === null) throw new AppError('ticket_not_active')
  if (status === 'CANCELLED') {
    await addTaken(tx, eventId, -1)
    const walkIn = await selectWalkIn(tx, scan.ticket_id)
    // The door can sell the seat again.
    if (walkIn !== null && walkIn.door_seats_id !== null) await setAside(tx, eventId, walkIn.ticket_type_id, 1)
    else await promote(tx, eventId, now, countedEmails(ctx.settings))
  }
  return selectDoorTicket(tx, scan.ticket_id, now)
}

/** A ticket of this event, or why the code does not name one. */
type Found = { ticketId: number } | { verdict: Extract<Verdict, 'wrong_event' | 'unknown' | 'forged'> }

/** Finds the ticket of a QR code's text or a typed number. */
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

/** The links that still work, newest first. */
export function listLinks(ctx: Context, eventId: number): Promise<DoorLink[]> {
  return selectLinks(ctx.db, eventId)
}

/** The secret, 256 random bits in base64url, is returned only here; the database has its hash. */
export async function addLink(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  name: string,
): Promise<DoorLink & { secret: string }> {
  const secret = newSecret()
  const link = await ctx.db.transaction(async (tx) => {
    await logLinks(ctx, tx, user, eventId)
    return insertLink(tx, eventId, name, hashOf(secret), ctx.now())
  })
  return { ...link, secret }
}

/** The link stops working; its scans stay. Throws `not_found`. */
export async function revoke(ctx: Context, user: SignedInUser, eventId: number, linkId: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!(await revokeLink(tx, eventId, linkId, ctx.now()))) throw new AppError('not_found')
    await logLinks(ctx, tx, user, eventId)
  })
}

function logLinks(ctx: Context, tx: Db, { id }: SignedInUser, eventId: number): Promise<void> {
  return logAction(tx, { eventId, userId: id, action: 'edited', detail: 'door_links' }, ctx.now())
}

export async function showProgress(ctx: Context, eventId: number): Promise<DoorProgress> {
  const [count, minutes, doors] = await Promise.all([
    countDoor(ctx.db, eventId),
    selectMinutes(ctx.db, eventId, ctx.now()),
    selectDoors(ctx.db, eventId),
  ])
  return { ...count, minutes, doors }
}

/** The newest entries, or the one of a ticket. */
export function listEntries(ctx: Context, eventId: number, ticketNumber: string | undefined): Promise<DoorEntry[]> {
  return selectEntries(ctx.db, eventId, ticketNumber ?? null)
}
