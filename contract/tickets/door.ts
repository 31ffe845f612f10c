import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { EventParams, EventRole, WalkInPayment } from '#contract/events/events.schemas.ts'
import { GivenInstant, Id, Instant, PathId, requiredInstant, requiredText } from '#contract/fields.ts'
import { asName, requiredName } from '#contract/names.ts'
import { TicketStatus } from '#contract/tickets/tickets.schemas.ts'
import * as m from '#messages/fields.json'

/** The header with the secret of a door link. Tickets are checked in by the event's team, with a session, or by helpers with
 *  a door link, who see nothing but what is in this file. */
export const doorLinkHeader = 'x-door-link'

export const doorLimits = {
  device: 60,
  link_name: 60,
  code: 2_000,
  scans: 100,
  name: 100,
  seats: 100_000,
  kept: 500,
} as const

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

/** What a door shows of a ticket. `used_at` is null until it is checked in. `used_door` is the name of the door link that did
 *  it; null also if the team did. */
export const DoorTicket = z.object({
  ticket_number: z.string(),
  fullname: z.string(),
  /** The name of its ticket type; '' without one. */
  ticket_type: z.string(),
  /** The same for all seats of an application with several; null for one of a single seat. */
  party: Id.nullable(),
  /** INVITED for somebody who has not claimed their ticket yet. */
  status: z.enum([...TicketStatus.options, 'INVITED']),
  /** False for an invitation, open or ended, that nobody has claimed. Missing in lists saved by an older release. */
  was_issued: z.boolean().optional(),
  used_at: Instant.nullable(),
  used_door: z.string().nullable(),
  /** Set for somebody who came without a ticket and got one at the door. */
  walk_in: WalkInPayment.nullish(),
})
export type DoorTicket = z.infer<typeof DoorTicket>

/** `held`: the tickets that let somebody in, used or not. */
export const DoorCount = z.object({ checked_in: z.number().int(), held: z.number().int() })
export type DoorCount = z.infer<typeof DoorCount>

/** What the door sells: a ticket type that is not closed, or `ticket_type_id` null for an event without types. */
export const DoorType = z.object({
  ticket_type_id: Id.nullable(),
  name: z.string(),
  price_satang: z.number().int(),
  /** The seats that are set aside for the door and not sold, with those that phones keep. */
  set_aside: z.number().int(),
  /** Those of them that phones keep. */
  kept: z.number().int(),
  /** The seats that the door and everybody else may still take; null without a limit. */
  free: z.number().int().nullable(),
})
export type DoorType = z.infer<typeof DoorType>

/** Where walk-ins pay by PromptPay; '' for `promptpay_id` if the event does not take it. */
export const WalkInSale = z.object({ types: z.array(DoorType), promptpay_id: z.string(), promptpay_name: z.string() })
export type WalkInSale = z.infer<typeof WalkInSale>

/** Seats that a phone keeps to sell without a network. Both numbers only ever grow, except when the phone returns seats or they are
 *  taken back from it. */
export const KeptSeats = z.object({
  ticket_type_id: Id.nullable(),
  granted: z.number().int(),
  sold: z.number().int(),
})
export type KeptSeats = z.infer<typeof KeptSeats>

export const Door = DoorCount.extend({
  event_id: Id,
  event_name: z.string(),
  start_date_event: Instant,
  end_date_event: Instant,
  is_called_off: z.boolean(),
  /** The caller's role; null for a door link. */
  role: EventRole.nullable(),
  /** Verifies the signatures of tickets: Ed25519, 32 bytes in base64url. */
  public_key: z.string(),
  /** Every ticket of the event, or those changed since `since`; unordered. */
  tickets: z.array(DoorTicket),
  sale: WalkInSale,
  /** What the phone that gave its `phone_id` keeps. */
  kept: z.array(KeptSeats).optional(),
  /** Send it as `since` the next time; some tickets may then come twice. */
  cursor: Instant,
})
export type Door = z.infer<typeof Door>

/** All that a phone needs to check tickets offline; with `since` only the tickets that changed. */
export const showDoor = {
  method: 'GET',
  url: '/api/events/:eventId/door',
  schema: {
    summary: "Read an event's door",
    params: EventParams,
    querystring: z.object({
      since: GivenInstant.optional(),
      /** Of a phone that sells walk-ins. */
      phone_id: z.uuid().optional(),
    }),
    refusals: ['door_link_invalid'],
    byDoorLink: true,
    response: { 200: Door },
  },
  config: { access: 'visitor', role: 'door', scope: 'door', limit: 'door' },
} satisfies Endpoint

/** A scanned text as a scan has it: no longer than any ticket code, without lone surrogates and NUL. */
export const asCode = (text: string) => sendable(text, doorLimits.code)

/** A device name as the server accepts it; '' if nothing is left of it. */
export const asDeviceName = (text: string) => sendable(asName(text), doorLimits.device).trim()

/** A text without lone surrogates and NUL, cut to its length. */
export function sendable(text: string, longest: number): string {
  return text.toWellFormed().replaceAll('\0', '').trim().slice(0, longest).toWellFormed()
}

/** A phone's name in the report of double entries. Cleaned up instead of refused, so that saved scans get through. */
export const DeviceName = z
  .string({ error: m.deviceRequired })
  .transform(asName)
  .pipe(requiredText(m.device, doorLimits.device))
  .meta({ minLength: 1, maxLength: doorLimits.device })

/** One ticket, scanned or typed at a door. */
export const Scan = z.object({
  /** Generated by the phone. Sending a scan again changes nothing and gets the same answer. */
  scan_id: z.uuid(),
  /** The text of a QR code, or a typed ticket number; see `asCode`. Any text is accepted, so that it does not fail the other
   *  scans of the call: one that is not a ticket is `unknown`. */
  code: z.string().transform(asCode),
  /** By the phone's clock; the server replaces a future time by its own. */
  scanned_at: requiredInstant(m.timeOfScan),
  /** Whether the phone let the holder in by itself, offline. A scan whose first answer was lost may be sent again to
   *  say so. */
  let_in: z.boolean(),
})
export type Scan = z.infer<typeof Scan>

export const ScanResult = z.object({
  scan_id: z.uuid(),
  verdict: Verdict,
  /** Null if this event has no such ticket. */
  ticket: DoorTicket.nullable(),
})
export type ScanResult = z.infer<typeof ScanResult>

/** One scan as it happens, or those saved while offline; decided in order. */
export const checkIn = {
  method: 'POST',
  url: '/api/events/:eventId/check-ins',
  schema: {
    summary: 'Check tickets in',
    params: EventParams,
    body: z.object({
      device: DeviceName,
      scans: z.array(Scan).min(1).max(doorLimits.scans),
    }),
    refusals: ['door_link_invalid'],
    byDoorLink: true,
    response: { 200: DoorCount.extend({ results: z.array(ScanResult) }) },
  },
  config: { access: 'visitor', role: 'door', scope: 'door', limit: 'door' },
} satisfies Endpoint

/** Makes the ticket active again; that of a walk-in is cancelled. If another phone let the holder in too, that entry counts
 *  instead. */
export const undoCheckIn = {
  method: 'DELETE',
  url: '/api/events/:eventId/check-ins/:scanId',
  schema: {
    summary: 'Undo a check-in',
    params: EventParams.extend({ scanId: z.uuid() }),
    refusals: ['check_in_not_found', 'check_in_undone', 'door_link_invalid', 'ticket_not_active'],
    byDoorLink: true,
    response: { 200: DoorCount.extend({ ticket: DoorTicket }) },
  },
  config: { access: 'visitor', role: 'door', scope: 'door', limit: 'door' },
} satisfies Endpoint

/** Someone whom an offline phone let in with an invalid ticket. `device` is the name that the phone sent. */
export const DoubleEntry = z.object({
  scan_id: z.uuid(),
  ticket_number: z.string(),
  fullname: z.string(),
  verdict: Verdict,
  /** The entry that counts; null if there is none. */
  first: z.object({ at: Instant, device: z.string() }).nullable(),
  again: z.object({ at: Instant, device: z.string() }),
})
export type DoubleEntry = z.infer<typeof DoubleEntry>

/** Newest first. */
export const listDoubleEntries = {
  method: 'GET',
  url: '/api/events/:eventId/double-entries',
  schema: {
    summary: 'List double entries',
    params: EventParams,
    refusals: ['door_link_invalid'],
    byDoorLink: true,
    response: { 200: z.array(DoubleEntry) },
  },
  config: { access: 'visitor', role: 'door', scope: 'door', limit: 'door' },
} satisfies Endpoint

/** A link that lets helpers without an account check tickets in. */
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
    response: { 200: z.array(DoorLink) },
  },
  config: { access: 'signed-in', role: 'co_host' },
} satisfies Endpoint

export const NewDoorLink = z.object({ name: requiredName(m.name, doorLimits.link_name) })
export type NewDoorLink = z.infer<typeof NewDoorLink>

/** The only answer with the link's secret: `/events/:eventId/check-in#<secret>` opens the door. */
export const addDoorLink = {
  method: 'POST',
  url: '/api/events/:eventId/door-links',
  schema: {
    summary: 'Make a door link',
    params: EventParams,
    body: NewDoorLink,
    response: { 201: DoorLink.extend({ secret: z.string() }) },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'write' },
} satisfies Endpoint

/** The link stops working at once. */
export const revokeDoorLink = {
  method: 'DELETE',
  url: '/api/events/:eventId/door-links/:linkId',
  schema: {
    summary: 'Revoke a door link',
    params: EventParams.extend({ linkId: PathId }),
    response: { 204: z.undefined() },
  },
  config: { access: 'signed-in', role: 'co_host', empty: true },
} satisfies Endpoint

/** Including the current minute. */
export const progressMinutes = 60
export const longestEntries = 50

/** Check-ins during the minute starting at `at`. */
export const EntryMinute = z.object({ at: Instant, entries: z.number().int() })
export type EntryMinute = z.infer<typeof EntryMinute>

/** Check-ins with a door link, or by a member of the team, who needs none; both are null for somebody who deleted their account. */
export const DoorFigures = z.object({
  door_link_id: Id.nullable(),
  door: z.string().nullable(),
  person_id: Id.nullable(),
  person: z.string().nullable(),
  entries: z.number().int(),
  last_at: Instant,
})
export type DoorFigures = z.infer<typeof DoorFigures>

/** Undone check-ins do not count. */
export const DoorProgress = DoorCount.extend({
  /** Each minute of the last hour, oldest first, starting with the first entry. */
  minutes: z.array(EntryMinute),
  /** Doors with entries, most entries first. */
  doors: z.array(DoorFigures),
})
export type DoorProgress = z.infer<typeof DoorProgress>

export const showDoorProgress = {
  method: 'GET',
  url: '/api/events/:eventId/door/progress',
  schema: {
    summary: "Read the progress at an event's doors",
    params: EventParams,
    response: { 200: DoorProgress },
  },
  config: { access: 'signed-in', role: 'desk', scope: 'door' },
} satisfies Endpoint

/** Someone who is inside. `scan_id` undoes the entry. */
export const DoorEntry = z.object({
  scan_id: z.uuid(),
  ticket_number: z.string(),
  fullname: z.string(),
  at: Instant,
  /** The name that the phone sent. */
  device: z.string(),
  /** The name of the door link; null for the team's phones. */
  door: z.string().nullable(),
  /** The name of the member of the team; null for a door link. */
  person: z.string().nullable(),
})
export type DoorEntry = z.infer<typeof DoorEntry>

/** The entries that count now, newest first, or the one of a ticket. Not for helpers and `door`: a `scan_id` is enough to undo
 *  an entry, and they may undo only their own. */
export const listDoorEntries = {
  method: 'GET',
  url: '/api/events/:eventId/door/entries',
  schema: {
    summary: 'List who is inside',
    params: EventParams,
    querystring: z.object({ ticket_number: z.string().max(20).optional() }),
    response: { 200: z.array(DoorEntry).max(longestEntries) },
  },
  config: { access: 'signed-in', role: 'desk', scope: 'door' },
} satisfies Endpoint
