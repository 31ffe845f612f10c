import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { EventParams } from '#contract/events/events.ts'
import { Id, Instant } from '#contract/fields.ts'
import { DoorCount } from './door.ts'

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
