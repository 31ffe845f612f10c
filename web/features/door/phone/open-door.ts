import { redirect } from 'react-router'
import { paths } from '#contract/paths.ts'
import { showDoor } from '#contract/tickets/door.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { isOrganizer, readSession } from '#web/lib/session/session.ts'
import { callDoor, isClosing } from './call-door.ts'
import {
  deleteGuests,
  deleteOld,
  deviceName,
  readLink,
  readScans,
  readSnapshot,
  saveLink,
  saveSnapshot,
} from './door-storage.ts'
import type { SavedScan } from './scan.ts'
import { mergeDoor, type Snapshot, snapshotOf, withLaterAnswers } from './snapshot.ts'

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
  scans: SavedScan[]
  online: boolean
}

/** Opens an event's door with the server, or without it if the door was open on this phone before. Throws ApiError;
 *  redirects to /login if there is neither a door link nor a session. */
export async function openDoor(eventId: number): Promise<OpenedDoor> {
  const secret = (await takeLink(eventId)) ?? (await readLink(eventId).catch(() => undefined)) ?? null
  if (secret === null && readSession() === null) throw redirect(loginPath(paths.checkIn(eventId)))
  void deleteOld(Date.now()).catch(() => {})

  const door = await reach(eventId, secret)
  const [device, scans] = await Promise.all([deviceName(), readScans(eventId).catch(() => [])])
  return { ...door, snapshot: door.online ? door.snapshot : withLaterAnswers(door.snapshot, scans), device, scans }
}

/** The secret of the door link that the page was opened with. Removes it from the address, so that nobody sees or copies
 *  it there. */
async function takeLink(eventId: number): Promise<string | null> {
  const { pathname, search, hash } = window.location
  const secret = secretIn(hash)
  if (secret === null || !pathname.includes(paths.checkIn(eventId))) return null
  await saveLink(eventId, secret).catch(() => {})
  window.history.replaceState(window.history.state, '', pathname + search)
  return secret
}

/** The hash of a door link: its secret is 256 random bits in base64url. */
const linkHash = /^#([\w-]{43})$/

/** The secret of a door link in an address's hash; null for any other hash, such as '#content'. */
export function secretIn(hash: string): string | null {
  return linkHash.exec(hash)?.[1] ?? null
}

type Reached = Pick<OpenedDoor, 'secret' | 'keeper' | 'snapshot' | 'online'>

/** Organizers who open a door link of their own event get in with their session instead. */
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
  const saved = await readSnapshot(eventId, keeper).catch(() => undefined)
  try {
    const snapshot = await load(eventId, secret, saved)
    await saveSnapshot(snapshot, keeper).catch(() => {})
    return { secret, keeper, snapshot, online: true }
  } catch (error) {
    // A phone that may no longer check in deletes the guests' names too. Waiting scans stay.
    if (saved !== undefined && isClosing(error)) await deleteGuests(eventId).catch(() => {})
    if (isClosing(error) || saved === undefined) throw error
    return { secret, keeper, snapshot: saved, online: false }
  }
}

async function load(eventId: number, secret: string | null, saved: Snapshot | undefined): Promise<Snapshot> {
  const query = saved ? { since: saved.cursor } : {}
  const caller = saved ? { secret, timeoutMs } : { secret }
  const askedAt = Date.now()
  const door = await callDoor(caller, showDoor, { params: { eventId: String(eventId) }, query })
  return saved ? mergeDoor(saved, door, askedAt) : snapshotOf(door, askedAt)
}
