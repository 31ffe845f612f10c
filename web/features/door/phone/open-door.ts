import { redirect } from 'react-router'
import { paths } from '#contract/paths.ts'
import { showDoor } from '#contract/tickets/door.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { isOrganizer, readSession } from '#web/lib/session/session.ts'
import { callDoor, isClosing } from './call-door.ts'
import {
  deviceName,
  forgetGuests,
  forgetOld,
  keepLink,
  keepSnapshot,
  readLink,
  readScans,
  readSnapshot,
} from './door-storage.ts'
import type { KeptScan } from './scan.ts'
import { mergeDoor, type Snapshot, snapshotOf, withAnswersSince } from './snapshot.ts'

/** How long a phone that has a snapshot waits for the server when the page is opened, in milliseconds. */
const timeoutMs = 4_000

export interface OpenedDoor {
  /** The secret of the door link; null for the event's owner, who has a session. */
  secret: string | null
  /** The owner of the snapshot on this phone; see door-storage.ts. */
  keeper: string | number
  /** This phone's name in the report of double entries. */
  device: string
  snapshot: Snapshot
  /** This phone's scans, oldest first. */
  scans: KeptScan[]
  online: boolean
}

/** Opens an event's door with the server, or without it if the door was open on this phone before. Throws ApiError,
 *  or redirects to /login where there is neither a door link nor a session. */
export async function openDoor(eventId: number): Promise<OpenedDoor> {
  const secret = (await takeLink(eventId)) ?? (await readLink(eventId).catch(() => undefined)) ?? null
  if (secret === null && readSession() === null) throw redirect(loginPath(paths.checkIn(eventId)))
  void forgetOld(Date.now()).catch(() => {})

  const door = await reach(eventId, secret)
  const [device, scans] = await Promise.all([deviceName(), readScans(eventId).catch(() => [])])
  return { ...door, snapshot: door.online ? door.snapshot : withAnswersSince(door.snapshot, scans), device, scans }
}

/** The secret of the door link that the page was opened with. It is removed from the address, where others could see
 *  or copy it. */
async function takeLink(eventId: number): Promise<string | null> {
  const { pathname, search, hash } = window.location
  const secret = secretIn(hash)
  if (secret === null || !pathname.includes(paths.checkIn(eventId))) return null
  await keepLink(eventId, secret).catch(() => {})
  window.history.replaceState(window.history.state, '', pathname + search)
  return secret
}

type Reached = Pick<OpenedDoor, 'secret' | 'keeper' | 'snapshot' | 'online'>

/** An organizer with a door link to their own event uses the session instead: they may have made the link
 *  themselves. */
async function reach(eventId: number, secret: string | null): Promise<Reached> {
  const session = readSession()
  if (secret === null) return reachAs(eventId, null, session?.id ?? 0)
  if (isOrganizer(session)) {
    const own = await reachAs(eventId, null, session?.id ?? 0).catch(() => null)
    if (own !== null) return own
  }
  return reachAs(eventId, secret, secret)
}

async function reachAs(eventId: number, secret: string | null, keeper: string | number): Promise<Reached> {
  const kept = await readSnapshot(eventId, keeper).catch(() => undefined)
  try {
    const snapshot = await ask(eventId, secret, kept)
    await keepSnapshot(snapshot, keeper).catch(() => {})
    return { secret, keeper, snapshot, online: true }
  } catch (error) {
    // This phone may no longer check in, so it forgets the guests' names as well. Waiting scans are kept.
    if (kept !== undefined && isClosing(error)) await forgetGuests(eventId).catch(() => {})
    if (isClosing(error) || kept === undefined) throw error
    return { secret, keeper, snapshot: kept, online: false }
  }
}

async function ask(eventId: number, secret: string | null, kept: Snapshot | undefined): Promise<Snapshot> {
  const query = kept ? { since: kept.cursor } : {}
  const caller = kept ? { secret, timeoutMs } : { secret }
  const askedAt = Date.now()
  const door = await callDoor(caller, showDoor, { params: { eventId: String(eventId) }, query })
  return kept ? mergeDoor(kept, door, askedAt) : snapshotOf(door, askedAt)
}

/** The hash of a door link: its secret is 256 random bits in base64url. */
const secret = /^#([\w-]{43})$/

/** The secret of a door link in an address's hash; null for any other hash, for example one that leads to a part of
 *  the page. */
export function secretIn(hash: string): string | null {
  return secret.exec(hash)?.[1] ?? null
}
