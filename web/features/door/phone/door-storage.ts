import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB, type StoreNames } from 'idb'
import * as m from '#messages/door.json'
import { clockCorrection } from '#web/lib/clock.ts'
import { isShownTo, type Keeper, type NewScan, type PhoneSeats, type SavedScan, withoutGuest } from './scan.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Stores what a phone at the door must not lose: its scans, the tickets it knows, and its door link. A separate database,
 * because unsent scans must survive signing out. Every function rejects if the browser does not allow storage, unless its
 * comment says otherwise.
 */
const database = 'door'

/** How long sent scans and the doors of past events stay. */
const lifetimeMs = 3 * 24 * 3_600_000

interface DoorSchema extends DBSchema {
  /** The secrets of door links, by event ID. */
  links: { key: number; value: string }
  snapshots: { key: number; value: SavedSnapshot }
  scans: { key: number; value: SavedScan; indexes: { event_id: number } }
  settings: { key: string; value: string }
}

interface SavedSnapshot extends Snapshot {
  keeper: Keeper
  /** Of this phone's clock, in milliseconds; missing in snapshots saved by an older release. */
  clock_correction?: number
}

export const readLink = (eventId: number) => inStore('links', 'readonly', (links) => links.get(eventId))
export const saveLink = (eventId: number, secret: string) =>
  inStore('links', 'readwrite', (links) => links.put(secret, eventId))

/** Undefined without a snapshot, or if it belongs to another keeper. */
export async function readSnapshot(eventId: number, keeper: Keeper): Promise<SavedSnapshot | undefined> {
  const saved = await inStore('snapshots', 'readonly', (all) => all.get(eventId))
  return saved?.keeper === keeper ? saved : undefined
}

export const saveSnapshot = (snapshot: Snapshot, keeper: Keeper) =>
  inStore('snapshots', 'readwrite', (all) =>
    all.put({ ...snapshot, keeper, clock_correction: clockCorrection() }, snapshot.event_id),
  )
const deleteSnapshot = (eventId: number) => inStore('snapshots', 'readwrite', (all) => all.delete(eventId))

/** This phone's scans for an event that the keeper sees, oldest first. */
export async function readScans(eventId: number, keeper: Keeper): Promise<SavedScan[]> {
  return shownTo(keeper, await inStore('scans', 'readonly', (all) => all.index('event_id').getAll(eventId)))
}

function shownTo(keeper: Keeper, scans: SavedScan[]): SavedScan[] {
  return scans.filter((scan) => isShownTo(scan, keeper)).sort((left, right) => left.seq - right.seq)
}

/** How many of this phone's scans for an event must still be sent. */
export async function countWaiting(eventId: number): Promise<number> {
  const scans = await inStore('scans', 'readonly', (all) => all.index('event_id').getAll(eventId))
  return scans.filter(({ waiting }) => waiting).length
}

/** Saves the scan that `makeScan` returns for the event's saved scans that the keeper sees, oldest first. It runs inside the
 *  transaction, so that no other tab can add a scan in between, and must be synchronous. */
export async function addScan(
  eventId: number,
  keeper: Keeper,
  makeScan: (scans: SavedScan[]) => NewScan,
): Promise<SavedScan> {
  return inStore('scans', 'readwrite', async (scans) => {
    const saved = shownTo(keeper, await scans.index('event_id').getAll(eventId))
    const added = { ...makeScan(saved), keeper }
    // The store assigns `seq`.
    const seq = await scans.add(added as SavedScan)
    return { ...added, seq }
  })
}

/** Changes the scan in the database and returns it; undefined if it is not there. */
export function changeScan(
  seq: number,
  changes: (scan: SavedScan) => Partial<SavedScan>,
): Promise<SavedScan | undefined> {
  return inStore('scans', 'readwrite', async (scans) => {
    const saved = await scans.get(seq)
    if (saved === undefined) return undefined
    const changed = { ...saved, ...changes(saved) }
    await scans.put(changed)
    return changed
  })
}

const deviceKinds = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  [m.deviceAndroid, /Android/],
  ['Mac', /Macintosh/],
  [m.deviceWindows, /Windows/],
] as const

/** This phone's name in reports, such as 'Android phone 4F7' until it is renamed. */
export async function deviceName(): Promise<string> {
  const saved = await readDeviceName()
  if (saved !== undefined) return saved
  const kind = deviceKinds.find(([, pattern]) => pattern.test(navigator.userAgent))?.[0] ?? m.computer
  const number = crypto.getRandomValues(new Uint16Array(1))[0] ?? 0
  const name = `${kind} ${number.toString(16).toUpperCase().padStart(4, '0').slice(0, 3)}`
  await saveDeviceName(name)
  return name
}

/** The saved name, which another tab may have set; undefined without one or without storage. */
export const readDeviceName = () => readSetting('device').catch(() => undefined)

/** Without storage the name lasts as long as the page. */
export const saveDeviceName = (name: string) => saveSetting('device', name).catch(() => {})

/** Undefined if this phone has never kept seats of the event. */
export async function readPhoneSeats(eventId: number): Promise<PhoneSeats | undefined> {
  const saved = await readSetting(`seats ${eventId}`)
  return saved === undefined ? undefined : JSON.parse(saved)
}

export const savePhoneSeats = (eventId: number, seats: PhoneSeats) =>
  saveSetting(`seats ${eventId}`, JSON.stringify(seats))

const readSetting = (key: string) => inStore('settings', 'readonly', (all) => all.get(key))
const saveSetting = (key: string, value: string) => inStore('settings', 'readwrite', (all) => all.put(value, key))

/** Deletes the guests once this phone may no longer check in at the event. */
export async function deleteGuests(eventId: number): Promise<void> {
  await deleteSnapshot(eventId)
  await deleteGuestsInScans((scan) => scan.event_id === eventId)
}

/** At sign-out, deletes the guests loaded with the session. Doors opened by a link keep theirs. */
export async function deleteOwnGuests(): Promise<void> {
  for (const { event_id, keeper } of await readAll('snapshots')) {
    if (typeof keeper === 'number') await deleteSnapshot(event_id)
  }
  await deleteGuestsInScans(({ keeper }) => typeof keeper !== 'string')
}

async function deleteGuestsInScans(isIncluded: (scan: SavedScan) => boolean): Promise<void> {
  await inStore('scans', 'readwrite', async (scans) => {
    for (const scan of (await scans.getAll()).filter(isIncluded)) await scans.put(withoutGuest(scan))
  })
}

/** Deletes what is older than its lifetime, and with it the guests' names; `now` in milliseconds since 1970. */
export async function deleteOld(now: number): Promise<void> {
  const scans = await readAll('scans')
  for (const { seq, waiting, scanned_at } of scans) {
    if (!waiting && now - Date.parse(scanned_at) > lifetimeMs) {
      await inStore('scans', 'readwrite', (all) => all.delete(seq))
    }
  }
  const doors = await readAll('snapshots')
  for (const { event_id, end_date_event } of doors) {
    if (now - Date.parse(end_date_event) > lifetimeMs) await deleteSnapshot(event_id)
  }
}

const readAll = <Name extends StoreNames<DoorSchema>>(store: Name) =>
  inStore(store, 'readonly', (values) => values.getAll())

/** Resolves with the result of `work` once its changes are durable. `work` is one transaction: it may await only the
 *  store, and if it throws, none of its changes is saved. */
async function inStore<Name extends StoreNames<DoorSchema>, Mode extends 'readonly' | 'readwrite', Result>(
  store: Name,
  mode: Mode,
  work: (store: IDBPObjectStore<DoorSchema, [Name], Name, Mode>) => Promise<Result>,
): Promise<Result> {
  const db = await open()
  try {
    const transaction = db.transaction(store, mode, { durability: 'strict' })
    const working = work(transaction.store).catch((error) => {
      transaction.abort()
      throw error
    })
    const [result] = await Promise.all([working, transaction.done])
    return result
  } finally {
    db.close()
  }
}

function open(): Promise<IDBPDatabase<DoorSchema>> {
  return openDB<DoorSchema>(database, 1, {
    upgrade(db) {
      for (const store of ['links', 'snapshots', 'settings'] as const) db.createObjectStore(store)
      db.createObjectStore('scans', { keyPath: 'seq', autoIncrement: true }).createIndex('event_id', 'event_id')
    },
  })
}
