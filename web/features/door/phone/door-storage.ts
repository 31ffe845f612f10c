import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB, type StoreNames } from 'idb'
import { type KeptScan, type NewScan, withoutNames } from './scan.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Stores what a phone at the door must not lose: its scans, the tickets it knows, and its door link. It is a database
 * of its own, because scans must survive signing out, reloading and closing, and are kept until they are sent. Every
 * function rejects where the browser keeps nothing.
 */
const database = 'door'

/** Sent scans and doors of past events are deleted after this time, in milliseconds. */
const lifetime = 3 * 24 * 3_600_000

interface Door extends DBSchema {
  /** The secrets of door links, by the event's id. */
  links: { key: number; value: string }
  snapshots: { key: number; value: KeptSnapshot }
  scans: { key: number; value: KeptScan; indexes: { event_id: number } }
  settings: { key: string; value: string }
}

interface KeptSnapshot extends Snapshot {
  /** Whoever may see the guests' names on this phone: the secret of a door link, or the id of the user who is signed
   *  in. */
  keeper: string | number
}

export const readLink = (eventId: number) => inStore('links', 'readonly', (links) => links.get(eventId))
export const keepLink = (eventId: number, secret: string) =>
  inStore('links', 'readwrite', (links) => links.put(secret, eventId))

/** Undefined where no snapshot is kept, or where it belongs to another keeper. */
export async function readSnapshot(eventId: number, keeper: string | number): Promise<Snapshot | undefined> {
  const kept = await inStore('snapshots', 'readonly', (all) => all.get(eventId))
  return kept?.keeper === keeper ? kept : undefined
}

export const keepSnapshot = (snapshot: Snapshot, keeper: string | number) =>
  inStore('snapshots', 'readwrite', (all) => all.put({ ...snapshot, keeper }, snapshot.event_id))
const forgetSnapshot = (eventId: number) => inStore('snapshots', 'readwrite', (all) => all.delete(eventId))

export const readSetting = (key: string) => inStore('settings', 'readonly', (all) => all.get(key))
export const keepSetting = (key: string, value: string) =>
  inStore('settings', 'readwrite', (all) => all.put(value, key))

/** This phone's scans for an event, oldest first. */
export async function readScans(eventId: number): Promise<KeptScan[]> {
  const scans = await inStore('scans', 'readonly', (all) => all.index('event_id').getAll(eventId))
  return scans.sort(bySeq)
}

const bySeq = (left: KeptScan, right: KeptScan) => left.seq - right.seq

/** Decides and keeps in one transaction: `decide` gets all scans for the event, oldest first, and no other tab of
 *  this browser adds one before it has returned. It must be synchronous. */
export async function addScan(eventId: number, decide: (scans: KeptScan[]) => NewScan): Promise<KeptScan> {
  return inStore('scans', 'readwrite', async (scans) => {
    const kept = await scans.index('event_id').getAll(eventId)
    const added = decide(kept.sort(bySeq))
    // The store assigns `seq`.
    const seq = await scans.add(added as KeptScan)
    return { ...added, seq }
  })
}

/** Changes a scan as it is kept now; undefined where it is not kept. */
export function changeScan(seq: number, changes: (scan: KeptScan) => Partial<KeptScan>): Promise<KeptScan | undefined> {
  return inStore('scans', 'readwrite', async (scans) => {
    const kept = await scans.get(seq)
    if (kept === undefined) return undefined
    const changed = { ...kept, ...changes(kept) }
    await scans.put(changed)
    return changed
  })
}

/** Forgets the names of an event's guests once this phone may no longer check in there. */
export async function forgetGuests(eventId: number): Promise<void> {
  await forgetSnapshot(eventId)
  await forgetNamesInScans((scan) => scan.event_id === eventId)
}

/** Forgets the names that were read with a session at sign-out; the doors of door links keep theirs. */
export async function forgetOwnGuests(): Promise<void> {
  const doors = await all('snapshots')
  const ofLinks = new Set<number>()
  for (const { event_id, keeper } of doors) {
    if (typeof keeper === 'number') await forgetSnapshot(event_id)
    else ofLinks.add(event_id)
  }
  await forgetNamesInScans((scan) => !ofLinks.has(scan.event_id))
}

/** Scans that still wait lose their names but stay to be sent; the others are deleted. */
async function forgetNamesInScans(isMeant: (scan: KeptScan) => boolean): Promise<void> {
  await inStore('scans', 'readwrite', async (scans) => {
    for (const scan of (await scans.getAll()).filter(isMeant)) {
      if (scan.waiting) await scans.put(withoutNames(scan))
      else await scans.delete(scan.seq)
    }
  })
}

export async function forgetOld(now: number): Promise<void> {
  const scans = await all('scans')
  for (const { seq, waiting, scanned_at } of scans) {
    if (!waiting && now - Date.parse(scanned_at) > lifetime) {
      await inStore('scans', 'readwrite', (all) => all.delete(seq))
    }
  }
  const doors = await all('snapshots')
  for (const { event_id, end_date_event } of doors) {
    if (now - Date.parse(end_date_event) > lifetime) await forgetSnapshot(event_id)
  }
}

const all = <Name extends StoreNames<Door>>(store: Name) => inStore(store, 'readonly', (values) => values.getAll())

/** Resolves with the result of `work` once its changes are in the database for good. `work` is one transaction: it
 *  may wait for nothing but the store, and if it throws, none of its changes is kept. */
async function inStore<Name extends StoreNames<Door>, Mode extends 'readonly' | 'readwrite', Answer>(
  store: Name,
  mode: Mode,
  work: (store: IDBPObjectStore<Door, [Name], Name, Mode>) => Promise<Answer>,
): Promise<Answer> {
  const db = await open()
  try {
    const transaction = db.transaction(store, mode, { durability: 'strict' })
    const working = work(transaction.store).catch((error) => {
      transaction.abort()
      throw error
    })
    const [answer] = await Promise.all([working, transaction.done])
    return answer
  } finally {
    db.close()
  }
}

function open(): Promise<IDBPDatabase<Door>> {
  return openDB<Door>(database, 1, {
    upgrade(db) {
      for (const store of ['links', 'snapshots', 'settings'] as const) db.createObjectStore(store)
      db.createObjectStore('scans', { keyPath: 'seq', autoIncrement: true }).createIndex('event_id', 'event_id')
    },
  })
}

const kinds = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android phone', /Android/],
  ['Mac', /Macintosh/],
  ['Windows computer', /Windows/],
] as const

/** This phone's name in the report of double entries: 'Android phone 4F7' until somebody renames it. */
export async function deviceName(): Promise<string> {
  const kept = await keptDeviceName()
  if (kept !== undefined) return kept
  const kind = kinds.find(([, mark]) => mark.test(navigator.userAgent))?.[0] ?? 'Computer'
  const number = crypto.getRandomValues(new Uint16Array(1))[0] ?? 0
  const name = `${kind} ${number.toString(16).toUpperCase().padStart(4, '0').slice(0, 3)}`
  await keepDeviceName(name)
  return name
}

/** The name that any tab of this phone set last; undefined where the browser keeps nothing. */
export const keptDeviceName = () => readSetting('device').catch(() => undefined)

/** Where the browser keeps nothing, a name lasts as long as the page. */
export const keepDeviceName = (name: string) => keepSetting('device', name).catch(() => {})
