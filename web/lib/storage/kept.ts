import { forgetAtSignOut } from './forgetting.ts'

/**
 * Values that this browser keeps: half-filled forms and a chosen picture for the person who typed them, and what the
 * server said last (offline/last-seen.ts). IndexedDB, because signing out clears localStorage (specification, Logout), because
 * sessionStorage ends with the tab (a phone's browser ends tabs by itself), and because neither can hold a file. Where it
 * is forbidden or full, nothing is kept.
 */
const database = 'kept'
const store = 'values'
const month = 30 * 24 * 3_600_000

interface Kept {
  value: unknown
  at: number
}

/** Undefined where nothing is kept under this key, or for longer than `lifetime` milliseconds, a month. */
export async function readKept<T>(key: string, lifetime = month): Promise<T | undefined> {
  const kept = await within<Kept | undefined>('readonly', (values) => values.get(key))
  if (kept && Date.now() - kept.at < lifetime) return kept.value as T
  if (kept) forgetKept(key)
  return undefined
}

const waiting = new Map<string, unknown>()
let writing: Promise<void> | null = null

/** Writes at once; while a write is under way only the newest value of each key waits. Done when it is on the disk. */
export function keep(key: string, value: unknown): Promise<void> {
  waiting.set(key, value)
  writing ??= write()
  return writing
}

export const forgetKept = (key: string) => keep(key, undefined)

/** What these keys begin with ends with the session. */
export const ofSession = 'session '

forgetAtSignOut(forgetSession)

/** All that was kept of a session; what somebody typed stays for their return. */
async function forgetSession(): Promise<void> {
  for (const key of waiting.keys()) if (key.startsWith(ofSession)) waiting.delete(key)
  await within('readwrite', (values) => values.delete(IDBKeyRange.bound(ofSession, `${ofSession}\uffff`)))
}

async function write() {
  // Entries that are set meanwhile come up in the same loop.
  for (const [key, value] of waiting) {
    waiting.delete(key)
    await within('readwrite', (values) =>
      value === undefined ? values.delete(key) : values.put({ value, at: Date.now() } satisfies Kept, key),
    )
  }
  // In the same breath as the loop's end: what is set after it needs a write of its own.
  writing = null
}

async function within<T>(
  mode: IDBTransactionMode,
  work: (values: IDBObjectStore) => IDBRequest,
): Promise<T | undefined> {
  try {
    const db = await open()
    const result: T = await settled(work(db.transaction(store, mode).objectStore(store)))
    db.close()
    return result
  } catch {
    return undefined
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  return settled(request)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
