import { forgetAtSignOut } from '#web/lib/storage/forgetting.ts'
import type { KeptScan, NewScan } from './kept-scan.ts'
import type { Snapshot } from './snapshot.ts'
import { withoutNames } from './without-names.ts'

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
const forgetSnapshot = (eventId: number) => run('snapshots', (all) => all.delete(eventId))

export const readSetting = (key: string) => one<string>('settings', key)
export const keepSetting = (key: string, value: string) => run('settings', (all) => all.put(value, key))

/** This phone's scans for an event, oldest first. */
export async function readScans(eventId: number): Promise<KeptScan[]> {
  const scans = await inStore<KeptScan[]>('scans', 'readonly', (all, answer) =>
    then(all.index('event_id').getAll(eventId), answer),
  )
  return scans.sort(bySeq)
}

const bySeq = (left: KeptScan, right: KeptScan) => left.seq - right.seq

/** Decides and keeps in one transaction: `decide` sees all scans for the event, oldest first, and no other tab of this
 *  browser adds one before it has answered. It must answer at once. */
export async function addScan(eventId: number, decide: (scans: KeptScan[]) => NewScan): Promise<KeptScan> {
  let added: NewScan | undefined
  const seq = await inStore<number>('scans', 'readwrite', (scans, answer) => {
    then(scans.index('event_id').getAll(eventId), (kept: KeptScan[]) => {
      added = decide(kept.sort(bySeq))
      then(scans.add(added), answer)
    })
  })
  return { ...(added as NewScan), seq }
}

/** Changes a scan as it is kept now; undefined where it is not. */
export function changeScan(seq: number, changes: (scan: KeptScan) => Partial<KeptScan>): Promise<KeptScan | undefined> {
  return inStore('scans', 'readwrite', (scans, answer) => {
    then(scans.get(seq), (kept: KeptScan | undefined) => {
      if (kept === undefined) return
      const changed = { ...kept, ...changes(kept) }
      then(scans.put(changed), () => answer(changed))
    })
  })
}

/** The names of an event's guests, for whoever may no longer check in there. */
export async function forgetGuests(eventId: number): Promise<void> {
  await forgetSnapshot(eventId)
  await forgetNamesInScans((scan) => scan.event_id === eventId)
}

forgetAtSignOut(forgetOwnGuests)

/** The names that were read as somebody who is signed in; a door link goes on without them. */
async function forgetOwnGuests(): Promise<void> {
  const doors = await all<KeptSnapshot>('snapshots')
  const ofLinks = new Set<number>()
  for (const { event_id, keeper } of doors) {
    if (typeof keeper === 'number') await forgetSnapshot(event_id)
    else ofLinks.add(event_id)
  }
  await forgetNamesInScans((scan) => !ofLinks.has(scan.event_id))
}

/** Of scans that still wait stays what is needed to send them; the others go. */
async function forgetNamesInScans(isMeant: (scan: KeptScan) => boolean): Promise<void> {
  await inStore('scans', 'readwrite', (scans) => {
    then(scans.getAll(), (kept: KeptScan[]) => {
      for (const scan of kept.filter(isMeant)) {
        if (scan.waiting) scans.put(withoutNames(scan))
        else scans.delete(scan.seq)
      }
    })
  })
}

export async function forgetOld(now: number): Promise<void> {
  const scans = await all<KeptScan>('scans')
  for (const { seq, waiting, scanned_at } of scans) {
    if (!waiting && now - Date.parse(scanned_at) > lifetime) await run('scans', (all) => all.delete(seq))
  }
  const doors = await all<Snapshot>('snapshots')
  for (const { event_id, end_date_event } of doors) {
    if (now - Date.parse(end_date_event) > lifetime) await forgetSnapshot(event_id)
  }
}

const one = <T>(store: Store, key: IDBValidKey) =>
  inStore<T | undefined>(store, 'readonly', (values, answer) => then(values.get(key), answer))

const all = <T>(store: Store) => inStore<T[]>(store, 'readonly', (values, answer) => then(values.getAll(), answer))

async function run(store: Store, work: (values: IDBObjectStore) => IDBRequest): Promise<void> {
  await inStore(store, 'readwrite', work)
}

/** Resolves with what `work` answered, once what was written is in the database for good. */
async function inStore<T>(
  store: Store,
  mode: IDBTransactionMode,
  work: (values: IDBObjectStore, answer: (value: T) => void) => void,
): Promise<T> {
  const db = await open()
  try {
    const transaction = db.transaction(store, mode, { durability: 'strict' })
    let answered: T | undefined
    work(transaction.objectStore(store), (value) => {
      answered = value
    })
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    return answered as T
  } finally {
    db.close()
  }
}

/** Goes on in the same transaction; what is thrown then ends it, and nothing of it is kept. */
function then<T>(request: IDBRequest, next: (result: T) => void): void {
  request.onsuccess = () => next(request.result)
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
