import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB, type StoreNames } from 'idb'
import { type NewScan, type SavedScan, withoutNames } from './scan.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Stores what a phone at the door must not lose: its scans, the tickets it knows, and its door link. It is a database
 * of its own, because scans must survive signing out, reloading and closing until they are sent. Every function rejects
 * if the browser stores nothing, unless its comment says otherwise.
 */
const database = 'door'

/** Sent scans and doors of past events are deleted after this time, in milliseconds. */
const lifetime = 3 * 24 * 3_600_000

interface DoorSchema extends DBSchema {
  /** The secrets of door links, by event ID. */
  links: { key: number; value: string }
  snapshots: { key: number; value: SavedSnapshot }
  scans: { key: number; value: SavedScan; indexes: { event_id: number } }
  settings: { key: string; value: string }
}

interface SavedSnapshot extends Snapshot {
  /** Who may see the guests' names on this phone: the secret of a door link, or the ID of the signed-in user. */
  keeper: string | number
}

export const readLink = (eventId: number) => inStore('links', 'readonly', (links) => links.get(eventId))
export const saveLink = (eventId: number, secret: string) =>
  inStore('links', 'readwrite', (links) => links.put(secret, eventId))

/** Undefined if there is none, or only one of another keeper. */
export async function readSnapshot(eventId: number, keeper: string | number): Promise<Snapshot | undefined> {
  const saved = await inStore('snapshots', 'readonly', (all) => all.get(eventId))
  return saved?.keeper === keeper ? saved : undefined
}

export const saveSnapshot = (snapshot: Snapshot, keeper: string | number) =>
  inStore('snapshots', 'readwrite', (all) => all.put({ ...snapshot, keeper }, snapshot.event_id))
const deleteSnapshot = (eventId: number) => inStore('snapshots', 'readwrite', (all) => all.delete(eventId))

/** This phone's scans for an event, oldest first. */
export async function readScans(eventId: number): Promise<SavedScan[]> {
  const scans = await inStore('scans', 'readonly', (all) => all.index('event_id').getAll(eventId))
  return scans.sort(bySeq)
}

const bySeq = (left: SavedScan, right: SavedScan) => left.seq - right.seq

/** Decides and saves in one transaction: `decide` gets all scans for the event, oldest first, and no other tab of this
 *  browser adds one before it has returned. It must be synchronous. */
export async function addScan(eventId: number, decide: (scans: SavedScan[]) => NewScan): Promise<SavedScan> {
  return inStore('scans', 'readwrite', async (scans) => {
    const saved = await scans.index('event_id').getAll(eventId)
    const added = decide(saved.sort(bySeq))
    // The store assigns `seq`.
    const seq = await scans.add(added as SavedScan)
    return { ...added, seq }
  })
}

/** Changes the scan as it is saved now; undefined if there is none. */
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

const kinds = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android phone', /Android/],
  ['Mac', /Macintosh/],
  ['Windows computer', /Windows/],
] as const

/** This phone's name in the report of double entries: something like 'Android phone 4F7' until it is renamed. */
export async function deviceName(): Promise<string> {
  const saved = await readDeviceName()
  if (saved !== undefined) return saved
  const kind = kinds.find(([, mark]) => mark.test(navigator.userAgent))?.[0] ?? 'Computer'
  const number = crypto.getRandomValues(new Uint16Array(1))[0] ?? 0
  const name = `${kind} ${number.toString(16).toUpperCase().padStart(4, '0').slice(0, 3)}`
  await saveDeviceName(name)
  return name
}

/** The name that any tab of this phone set last; undefined if there is none or the browser stores nothing. */
export const readDeviceName = () => readSetting('device').catch(() => undefined)

/** If the browser stores nothing, the name lasts as long as the page. */
export const saveDeviceName = (name: string) => saveSetting('device', name).catch(() => {})

const readSetting = (key: string) => inStore('settings', 'readonly', (all) => all.get(key))
const saveSetting = (key: string, value: string) => inStore('settings', 'readwrite', (all) => all.put(value, key))

/** Deletes the names of an event's guests once this phone may no longer check in there. */
export async function deleteGuests(eventId: number): Promise<void> {
  await deleteSnapshot(eventId)
  await deleteNamesInScans((scan) => scan.event_id === eventId)
}

/** At sign-out, deletes the names that were read with the session. Doors that were opened by a link keep theirs. */
export async function deleteOwnGuests(): Promise<void> {
  const doors = await all('snapshots')
  const ofLinks = new Set<number>()
  for (const { event_id, keeper } of doors) {
    if (typeof keeper === 'number') await deleteSnapshot(event_id)
    else ofLinks.add(event_id)
  }
  await deleteNamesInScans((scan) => !ofLinks.has(scan.event_id))
}

/** Waiting scans lose their names but can still be sent; the others are deleted. */
async function deleteNamesInScans(isIncluded: (scan: SavedScan) => boolean): Promise<void> {
  await inStore('scans', 'readwrite', async (scans) => {
    for (const scan of (await scans.getAll()).filter(isIncluded)) {
      if (scan.waiting) await scans.put(withoutNames(scan))
      else await scans.delete(scan.seq)
    }
  })
}

export async function deleteOld(now: number): Promise<void> {
  const scans = await all('scans')
  for (const { seq, waiting, scanned_at } of scans) {
    if (!waiting && now - Date.parse(scanned_at) > lifetime) {
      await inStore('scans', 'readwrite', (all) => all.delete(seq))
    }
  }
  const doors = await all('snapshots')
  for (const { event_id, end_date_event } of doors) {
    if (now - Date.parse(end_date_event) > lifetime) await deleteSnapshot(event_id)
  }
}

const all = <Name extends StoreNames<DoorSchema>>(store: Name) =>
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
