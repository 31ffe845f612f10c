import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { EventParams } from '#contract/events/events.ts'
import { GivenInstant, Id, Instant, PathId, requiredInstant, requiredText } from '#contract/fields.ts'
import { asName, requiredName } from '#contract/names.ts'
import { TicketStatus } from './tickets.ts'

/** The header that carries the secret of a door link. Tickets are checked in by the event's owner with their session, or
 *  by whoever holds a door link. All that a door link shows is in this file. */
export const doorLinkHeader = 'x-door-link'

export const doorLimits = { device: 60, link_name: 60, code: 2_000, scans: 100 } as const

/** The outcome of showing a ticket at the door. */
export const Verdict = z.enum([
  'checked_in',
  'already_used',
  'cancelled',
  'expired',
  'wrong_event',
  'unknown',
  'forged',
])
export type Verdict = z.infer<typeof Verdict>

/** All that a door learns of a ticket. `used_at` is null until it is checked in, and `used_door`, the name of the door link
 *  by which that was done, also where the owner did it. */
export const DoorTicket = z.object({
  ticket_number: z.string(),
  fullname: z.string(),
  status: TicketStatus,
  used_at: Instant.nullable(),
  used_door: z.string().nullable(),
})
export type DoorTicket = z.infer<typeof DoorTicket>

/** Tickets checked in, against those held (checked in or not). */
export const DoorCount = z.object({ checked_in: z.number().int(), held: z.number().int() })
export type DoorCount = z.infer<typeof DoorCount>

export const Door = DoorCount.extend({
  event_id: Id,
  event_name: z.string(),
  start_date_event: Instant,
  end_date_event: Instant,
  is_called_off: z.boolean(),
  /** Checks the signatures of this event's tickets: Ed25519, 32 bytes in base64url. */
  public_key: z.string(),
  /** Every ticket of the event, or those that changed since `since`; without order. */
  tickets: z.array(DoorTicket),
  /** The value to send as `since` the next time; some tickets may then come twice. */
  cursor: Instant,
})
export type Door = z.infer<typeof Door>

/** All that a phone needs to check tickets without a network; with `since` only the tickets that changed. */
export const showDoor = {
  method: 'GET',
  url: '/api/events/:eventId/door',
  schema: {
    summary: "Read what an event's door needs",
    params: EventParams,
    querystring: z.object({ since: GivenInstant.optional() }),
    refusals: ['door_link_invalid', 'event_not_found', 'not_your_event'],
    byDoorLink: true,
    response: { 200: Door },
  },
  config: { access: 'visitor', limit: 'door' },
} satisfies Endpoint

/** A scanned text as it is put into a scan: no longer than any ticket code, without half characters and NUL, which cannot
 *  be sent. */
export const asCode = (text: string) => sendable(text, doorLimits.code)

/** The name of a phone as the server takes it; '' where nothing is left of it. */
export const asDeviceName = (text: string) => sendable(asName(text), doorLimits.device).trim()

function sendable(text: string, longest: number): string {
  return text.toWellFormed().replaceAll('\0', '').trim().slice(0, longest).toWellFormed()
}

/** A ticket that was shown at a door. */
export const Scan = z.object({
  /** Made by the phone: sending a scan again changes nothing and answers the same. */
  scan_id: z.uuid(),
  /** The text of a QR code, or a ticket number as typed; see `asCode`. Whatever it is, it is no reason to refuse the
   *  scans beside it: text that is no ticket of ours is `unknown`. */
  code: z.string().transform(asCode),
  /** The time by the phone's clock; the server takes none later than its own. */
  scanned_at: requiredInstant('Time of the scan'),
  /** Whether the phone let the holder in by itself, without a network. A scan may be sent again to say so, where its
   *  first answer was lost. */
  let_in: z.boolean(),
})
export type Scan = z.infer<typeof Scan>

export const ScanResult = z.object({
  scan_id: z.uuid(),
  verdict: Verdict,
  /** Null where there is no such ticket for this event. */
  ticket: DoorTicket.nullable(),
})
export type ScanResult = z.infer<typeof ScanResult>

/** One scan as it happens, or those that were kept while there was no network; decided in the order given. */
export const checkIn = {
  method: 'POST',
  url: '/api/events/:eventId/check-ins',
  schema: {
    summary: 'Check tickets in',
    params: EventParams,
    body: z.object({
      /** A name for the phone, for the report of double entries. Scans that were kept are not refused for it. */
      device: z
        .string({ error: 'Device is required.' })
        .transform(asName)
        .pipe(requiredText('Device', doorLimits.device)),
      scans: z.array(Scan).min(1).max(doorLimits.scans),
    }),
    refusals: ['door_link_invalid', 'event_not_found', 'not_your_event'],
    byDoorLink: true,
    response: { 200: DoorCount.extend({ results: z.array(ScanResult) }) },
  },
  config: { access: 'visitor', limit: 'door' },
} satisfies Endpoint

/** Takes a scan back that checked somebody in; the ticket is active again. */
export const undoCheckIn = {
  method: 'DELETE',
  url: '/api/events/:eventId/check-ins/:scanId',
  schema: {
    summary: 'Undo a check-in',
    params: EventParams.extend({ scanId: z.uuid() }),
    refusals: [
      'check_in_not_found',
      'check_in_undone',
      'door_link_invalid',
      'event_not_found',
      'not_your_event',
      'ticket_not_active',
    ],
    byDoorLink: true,
    response: { 200: DoorCount.extend({ ticket: DoorTicket }) },
  },
  config: { access: 'visitor', limit: 'door' },
} satisfies Endpoint

/** Somebody whom a phone without a network let in although the ticket let nobody in (any more). Of the phones it
 *  shows the names that they gave themselves. */
export const DoubleEntry = z.object({
  scan_id: z.uuid(),
  ticket_number: z.string(),
  fullname: z.string(),
  verdict: Verdict,
  /** The entry that counted; null where the ticket checked nobody in. */
  first: z.object({ at: Instant, device: z.string() }).nullable(),
  again: z.object({ at: Instant, device: z.string() }),
})
export type DoubleEntry = z.infer<typeof DoubleEntry>

/** Newest first; for whoever opens the door. */
export const listDoubleEntries = {
  method: 'GET',
  url: '/api/events/:eventId/double-entries',
  schema: {
    summary: 'List who was let in twice',
    params: EventParams,
    refusals: ['door_link_invalid', 'event_not_found', 'not_your_event'],
    byDoorLink: true,
    response: { 200: z.array(DoubleEntry) },
  },
  config: { access: 'visitor', limit: 'door' },
} satisfies Endpoint

/** Lets helpers without an account check tickets in. */
export const DoorLink = z.object({
  id: Id,
  name: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
})
export type DoorLink = z.infer<typeof DoorLink>

export const listDoorLinks = {
  method: 'GET',
  url: '/api/events/:eventId/door-links',
  schema: {
    summary: "List an event's door links",
    params: EventParams,
    refusals: ['event_not_found', 'not_your_event'],
    response: { 200: z.array(DoorLink) },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

export const NewDoorLink = z.object({ name: requiredName('Name', doorLimits.link_name) })
export type NewDoorLink = z.infer<typeof NewDoorLink>

/** The only answer that holds the link's secret: `/events/:eventId/check-in#<secret>` opens the door. */
export const addDoorLink = {
  method: 'POST',
  url: '/api/events/:eventId/door-links',
  schema: {
    summary: 'Make a door link',
    params: EventParams,
    body: NewDoorLink,
    refusals: ['event_not_found', 'not_your_event'],
    response: { 201: DoorLink.extend({ secret: z.string() }) },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** From now on nobody gets in with it. */
export const revokeDoorLink = {
  method: 'DELETE',
  url: '/api/events/:eventId/door-links/:linkId',
  schema: {
    summary: 'Revoke a door link',
    params: EventParams.extend({ linkId: PathId }),
    refusals: ['event_not_found', 'not_your_event'],
    response: { 204: z.undefined() },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** How many minutes the figures go back, the current one included. */
export const progressMinutes = 60
/** How many entries a list of them holds, the newest. */
export const longestEntries = 50

/** How many came in within a minute, which begins at `at`. */
export const EntryMinute = z.object({ at: Instant, entries: z.number().int() })
export type EntryMinute = z.infer<typeof EntryMinute>

/** How many came in by a door link; null for the phones of the owner, who needs none. */
export const DoorFigures = z.object({
  door_link_id: Id.nullable(),
  door: z.string().nullable(),
  entries: z.number().int(),
  last_at: Instant,
})
export type DoorFigures = z.infer<typeof DoorFigures>

/** How an event's doors get on. Entries that were undone do not count. */
export const DoorProgress = DoorCount.extend({
  /** Every minute of the last hour, oldest first, or those since the first entry where that is later; none before it. */
  minutes: z.array(EntryMinute),
  /** Doors through which somebody came in, most entries first. */
  doors: z.array(DoorFigures),
})
export type DoorProgress = z.infer<typeof DoorProgress>

/** For the event's owner alone. */
export const showDoorProgress = {
  method: 'GET',
  url: '/api/events/:eventId/door/progress',
  schema: {
    summary: "Read how an event's doors get on",
    params: EventParams,
    refusals: ['event_not_found', 'not_your_event'],
    response: { 200: DoorProgress },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** Somebody who is inside, with what undoes it: `scan_id` is the number of the scan that let them in. */
export const DoorEntry = z.object({
  scan_id: z.uuid(),
  ticket_number: z.string(),
  fullname: z.string(),
  at: Instant,
  /** The name that the phone gave itself. */
  device: z.string(),
  /** The name of the door link; null for a phone of the owner. */
  door: z.string().nullable(),
})
export type DoorEntry = z.infer<typeof DoorEntry>

/** The entries that count now, newest first, or the one of a ticket. For the event's owner alone: whoever has the number of a
 *  scan can undo it, and helpers undo their own. */
export const listDoorEntries = {
  method: 'GET',
  url: '/api/events/:eventId/door/entries',
  schema: {
    summary: 'List who is inside',
    params: EventParams,
    querystring: z.object({ ticket_number: z.string().max(20).optional() }),
    refusals: ['event_not_found', 'not_your_event'],
    response: { 200: z.array(DoorEntry).max(longestEntries) },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint
