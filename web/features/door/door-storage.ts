import type { KeptScan, NewScan } from './kept-scan.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * What a phone at the door must not lose: its scans, what it knows of the tickets, and the link that lets it in. A
 * database of its own, because scans must outlive signing out, reloading and closing, and are kept until they are sent.
 * Every function rejects where the browser keeps nothing.
 */
const database = 'door'

/** Scans that were sent, and doors of events that are over, are forgotten after these many milliseconds. */
const lifetime = 3 * 24 * 3_600_000

type Store = 'links' | 'snapshots' | 'scans' | 'settings'

export const readLink = (eventId: number) => one<string>('links', eventId)
export const keepLink = (eventId: number, secret: string) => run('links', (links) => links.put(secret, eventId))

interface KeptSnapshot extends Snapshot {
  /** Who may see its names on this phone: the secret of a door link, or the id of who is signed in. */
  keeper: string | number
}

/** Undefined where none is kept, and where it is somebody else's. */
export async function readSnapshot(eventId: number, keeper: string | number): Promise<Snapshot | undefined> {
  const kept = await one<KeptSnapshot>('snapshots', eventId)
  return kept?.keeper === keeper ? kept : undefined
}

export const keepSnapshot = (snapshot: Snapshot, keeper: string | number) =>
  run('snapshots', (all) => all.put({ ...snapshot, keeper } satisfies KeptSnapshot, snapshot.event_id))
export const forgetSnapshot = (eventId: number) => run('snapshots', (all) => all.delete(eventId))

export const readSetting = (key: string) => one<string>('settings', key)
export const keepSetting = (key: string, value: string) => run('settings', (all) => all.put(value, key))

/** This phone's scans for an event, oldest first. */
export async function readScans(eventId: number): Promise<KeptScan[]> {
  const scans = await inStore<KeptScan[]>('scans', 'readonly', (all) => all.index('event_id').getAll(eventId))
  return scans.sort((left, right) => left.seq - right.seq)
}

export async function addScan(scan: NewScan): Promise<KeptScan> {
  return { ...scan, seq: await inStore<number>('scans', 'readwrite', (scans) => scans.add(scan)) }
}

export const changeScan = (scan: KeptScan) => run('scans', (scans) => scans.put(scan))

/** What was read as somebody who is signed in; a door link goes on without them. Part of logging out. */
export async function forgetOwnSnapshots(): Promise<void> {
  const doors = await inStore<KeptSnapshot[]>('snapshots', 'readonly', (all) => all.getAll())
  for (const { event_id, keeper } of doors) if (typeof keeper === 'number') await forgetSnapshot(event_id)
}

export async function forgetOld(now: number): Promise<void> {
  const scans = await inStore<KeptScan[]>('scans', 'readonly', (all) => all.getAll())
  for (const { seq, waiting, scanned_at } of scans) {
    if (!waiting && now - Date.parse(scanned_at) > lifetime) await run('scans', (all) => all.delete(seq))
  }
  const doors = await inStore<Snapshot[]>('snapshots', 'readonly', (all) => all.getAll())
  for (const { event_id, end_date_event } of doors) {
    if (now - Date.parse(end_date_event) > lifetime) await forgetSnapshot(event_id)
  }
}

const one = <T>(store: Store, key: IDBValidKey) =>
  inStore<T | undefined>(store, 'readonly', (values) => values.get(key))

async function run(store: Store, work: (values: IDBObjectStore) => IDBRequest): Promise<void> {
  await inStore(store, 'readwrite', work)
}

/** Resolves once what was written is in the database for good. */
async function inStore<T>(
  store: Store,
  mode: IDBTransactionMode,
  work: (values: IDBObjectStore) => IDBRequest,
): Promise<T> {
  const db = await open()
  try {
    const transaction = db.transaction(store, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(store))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    return request.result as T
  } finally {
    db.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => {
      for (const store of ['links', 'snapshots', 'settings'] satisfies Store[]) request.result.createObjectStore(store)
      const scans = request.result.createObjectStore('scans', { keyPath: 'seq', autoIncrement: true })
      scans.createIndex('event_id', 'event_id')
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
