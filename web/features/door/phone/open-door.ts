import { redirect } from 'react-router'
import type { EventRole } from '#contract/endpoint.ts'
import { teamHome } from '#contract/events/event-links.ts'
import { paths } from '#contract/paths.ts'
import { showDoor } from '#contract/tickets/door.ts'
import { assumeCorrection, clockNow } from '#web/lib/clock.ts'
import { newId } from '#web/lib/format/new-id.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { readSession } from '#web/lib/session/session.ts'
import { callDoor, type DoorCall, isClosing } from './call-door.ts'
import {
  deleteGuests,
  deviceName,
  readLink,
  readPhoneSeats,
  readScans,
  readSnapshot,
  saveLink,
  saveSnapshot,
} from './door-storage.ts'
import type { Keeper, PhoneSeats, SavedScan } from './scan.ts'
import { applyRefresh, type Snapshot, snapshotOf, withLaterAnswers } from './snapshot.ts'

/** How long a phone with a saved snapshot or a door link to fall back on waits for the server when it opens the door. */
const timeoutMs = 4_000

export interface OpenedDoor {
  /** The secret of the door link; null for a member of the event's team, who has a session. */
  secret: string | null
  keeper: Keeper
  /** This phone's name in the report of double entries. */
  device: string
  snapshot: Snapshot
  /** This phone's scans, oldest first. */
  scans: SavedScan[]
  /** What this phone keeps to sell. */
  seats: PhoneSeats
  online: boolean
}

/** Opens an event's door: online, or offline if this phone has opened it before. Throws ApiError; redirects to
 *  /login without a door link and a session. */
export async function openDoor(eventId: number): Promise<OpenedDoor> {
  const secret = (await takeLink(eventId)) ?? (await readLink(eventId).catch(() => undefined)) ?? null
  if (secret === null && readSession() === null) throw redirect(loginPath(paths.checkIn(eventId)))

  const door = await connect(eventId, secret)
  const [device, scans, saved] = await Promise.all([
    deviceName(),
    readScans(eventId, door.keeper).catch(() => []),
    readPhoneSeats(eventId).catch(() => undefined),
  ])
  const seats = saved ?? { phone_id: newId(), want: null, kept: [] }
  return {
    ...door,
    snapshot: door.online ? door.snapshot : withLaterAnswers(door.snapshot, scans),
    device,
    scans,
    seats,
  }
}

/** The secret of the door link that opened the page. Removes it from the address, so that nobody copies it from there. */
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

/** The secret in the hash of a door link; null for any other hash, such as '#content'. */
export function secretIn(hash: string): string | null {
  return linkHash.exec(hash)?.[1] ?? null
}

type Connected = Pick<OpenedDoor, 'secret' | 'keeper' | 'snapshot' | 'online'>

/** Members of the event's team use their session, even if this phone has a door link. */
async function connect(eventId: number, secret: string | null): Promise<Connected> {
  const session = readSession()
  if (secret === null) return connectAs(eventId, null, session?.id ?? 0)
  const asMember = session === null ? null : await connectAs(eventId, null, session.id, timeoutMs).catch(() => null)
  return asMember ?? connectAs(eventId, secret, secret)
}

async function connectAs(
  eventId: number,
  secret: string | null,
  keeper: Keeper,
  firstTimeoutMs?: number,
): Promise<Connected> {
  const saved = await readSnapshot(eventId, keeper).catch(() => undefined)
  const waitMs = saved ? timeoutMs : firstTimeoutMs
  try {
    const snapshot = await loadSnapshot(
      eventId,
      waitMs === undefined ? { secret } : { secret, timeoutMs: waitMs },
      saved,
    )
    await saveSnapshot(snapshot, keeper).catch(() => {})
    return { secret, keeper, snapshot, online: true }
  } catch (error) {
    // A phone that may no longer check in must also delete the guests' names. Waiting scans stay.
    if (saved !== undefined && isClosing(error)) await deleteGuests(eventId).catch(() => {})
    if (isClosing(error) || saved === undefined) throw error
    assumeCorrection(saved.clock_correction ?? 0)
    // A snapshot of an older release has no role: only owners had a session.
    const role = saved.role ?? (secret === null ? 'owner' : null)
    return { secret, keeper, snapshot: { ...saved, role }, online: false }
  }
}

async function loadSnapshot(eventId: number, caller: DoorCall, saved: Snapshot | undefined): Promise<Snapshot> {
  const query = saved ? { since: saved.cursor } : {}
  const sentAt = Date.now()
  const door = await callDoor(caller, showDoor, { params: { eventId: String(eventId) }, query })
  // Only now is the server's time known.
  const askedAt = clockNow() - (Date.now() - sentAt)
  return saved ? applyRefresh(saved, door, askedAt) : snapshotOf(door, askedAt)
}

/** The team returns to its event. Helpers may not see the event, and offline only the home page is cached. */
export function exitPath(role: EventRole | null, eventId: number, online: boolean): string {
  return role !== null && online ? teamHome(eventId, role) : paths.home
}
