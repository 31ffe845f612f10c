import { redirect } from 'react-router'
import { showDoor } from '#contract/door.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { loginPath } from '#web/lib/login-path.ts'
import { readSession } from '#web/lib/session.ts'
import { callDoor, isClosing } from './call-door.ts'
import { deviceName } from './device-name.ts'
import {
  forgetLink,
  forgetOld,
  forgetSnapshot,
  keepLink,
  keepSnapshot,
  readLink,
  readScans,
  readSnapshot,
} from './door-storage.ts'
import type { KeptScan } from './kept-scan.ts'
import { createReader } from './qr-reader.ts'
import { loadVerifier } from './signature.ts'
import { mergeDoor, type Snapshot, snapshotOf } from './snapshot.ts'

/** How long a phone that can work by itself waits for the server when the page is opened, in milliseconds. */
const patience = 4_000

export interface OpenedDoor {
  /** Of the door link; null: the event's owner, by their session. */
  secret: string | null
  /** A name for this phone, for the report of double entries. */
  device: string
  snapshot: Snapshot
  /** Of this phone, oldest first. */
  scans: KeptScan[]
  online: boolean
}

/** Opens an event's door with the server or, once it was open on this phone, without. Throws ApiError, or leads to
 *  /login where there is neither a door link nor a session. */
export async function openDoor(eventId: number): Promise<OpenedDoor> {
  const secret = (await takeLink(eventId)) ?? (await readLink(eventId).catch(() => undefined)) ?? null
  if (secret === null && readSession() === null) throw redirect(loginPath(`/events/${eventId}/check-in`))
  void forgetOld(Date.now()).catch(() => {})

  const door = await reach(eventId, secret)
  // Whatever the page needs without a network is here before it is shown.
  if (door.online) await Promise.allSettled([loadVerifier(), createReader()])
  const [device, scans] = await Promise.all([deviceName(), readScans(eventId).catch(() => [])])
  return { ...door, device, scans }
}

/** The secret of the door link that the page was opened with. It leaves the address, where others would see it, and
 *  where it would be copied along. */
async function takeLink(eventId: number): Promise<string | null> {
  const { pathname, search, hash } = window.location
  if (hash.length < 2 || !pathname.includes(`/events/${eventId}/check-in`)) return null
  const secret = decodeURIComponent(hash.slice(1))
  await keepLink(eventId, secret).catch(() => {})
  window.history.replaceState(window.history.state, '', pathname + search)
  return secret
}

type Reached = Pick<OpenedDoor, 'secret' | 'snapshot' | 'online'>

async function reach(eventId: number, secret: string | null): Promise<Reached> {
  const kept = await readSnapshot(eventId).catch(() => undefined)
  try {
    return await ask(eventId, secret, kept)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'door_link_invalid' && readSession() !== null) {
      return reachAsOwner(eventId, kept, error)
    }
    // Whoever may no longer check in has no business with the names either. Scans that wait are kept.
    if (isClosing(error)) await forgetSnapshot(eventId).catch(() => {})
    if (isClosing(error) || kept === undefined) throw error
    return { secret, snapshot: kept, online: false }
  }
}

/** An owner may have tried a link of their own, and revoked it. */
async function reachAsOwner(eventId: number, kept: Snapshot | undefined, refused: ApiError): Promise<Reached> {
  const door = await ask(eventId, null, kept).catch(() => {
    throw refused
  })
  await forgetLink(eventId).catch(() => {})
  return door
}

async function ask(eventId: number, secret: string | null, kept: Snapshot | undefined): Promise<Reached> {
  const query = kept ? { since: kept.cursor } : {}
  const caller = kept ? { secret, patience } : { secret }
  const door = await callDoor(caller, showDoor, { params: { eventId: String(eventId) }, query })
  const snapshot = kept ? mergeDoor(kept, door) : snapshotOf(door)
  await keepSnapshot(snapshot).catch(() => {})
  return { secret, snapshot, online: true }
}
