import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
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

interface Values extends DBSchema {
  [store]: { key: string; value: { value: unknown; at: number } }
}

/** Undefined where nothing is kept under this key, or for longer than `lifetime` milliseconds, a month. */
export async function readKept<T>(key: string, lifetime = month): Promise<T | undefined> {
  const kept = await within((db) => db.get(store, key))
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
  await within((db) => db.delete(store, IDBKeyRange.bound(ofSession, `${ofSession}\uffff`)))
}

async function write() {
  // Entries that are set meanwhile come up in the same loop.
  for (const [key, value] of waiting) {
    waiting.delete(key)
    await within(async (db) => {
      if (value === undefined) await db.delete(store, key)
      else await db.put(store, { value, at: Date.now() }, key)
    })
  }
  // In the same breath as the loop's end: what is set after it needs a write of its own.
  writing = null
}

async function within<T>(work: (db: IDBPDatabase<Values>) => Promise<T>): Promise<T | undefined> {
  try {
    const db = await openDB<Values>(database, 1, { upgrade: (empty) => void empty.createObjectStore(store) })
    try {
      return await work(db)
    } finally {
      db.close()
    }
  } catch {
    return undefined
  }
}
