import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/**
 * Values that this browser keeps: half-filled forms and chosen pictures for the person who typed them, and the server's
 * last answers (offline/last-seen.ts). They are in IndexedDB, because signing out clears localStorage (specification,
 * Logout), sessionStorage ends with the tab (which a phone's browser may close by itself), and neither can hold a file.
 * Where storage is forbidden or full, nothing is kept.
 */
const database = 'kept'
const store = 'values'
const month = 30 * 24 * 3_600_000

interface Values extends DBSchema {
  [store]: { key: string; value: { value: unknown; at: number } }
}

/** The kept value; undefined where there is none, or where it is older than `lifetime` milliseconds (by default a
 *  month). */
export async function readSaved<T>(key: string, lifetime = month): Promise<T | undefined> {
  const kept = await within((db) => db.get(store, key))
  if (kept && Date.now() - kept.at < lifetime) return kept.value as T
  if (kept) forgetSaved(key)
  return undefined
}

const waiting = new Map<string, unknown>()
let writing: Promise<void> | null = null

/** Writes at once; while a write is under way, only the newest value of each key waits. Resolves when it is on the
 *  disk. */
export function saveValue(key: string, value: unknown): Promise<void> {
  waiting.set(key, value)
  writing ??= write()
  return writing
}

export const forgetSaved = (key: string) => saveValue(key, undefined)

/** The prefix of keys that end with the session. */
export const sessionPrefix = 'session '

/** Forgets everything kept for a session; typed texts stay for the person's return, if there is one. */
export async function forgetSession(forGood: boolean): Promise<void> {
  for (const key of waiting.keys()) if (forGood || key.startsWith(sessionPrefix)) waiting.delete(key)
  const forgotten = IDBKeyRange.bound(forGood ? '' : sessionPrefix, forGood ? '\uffff' : `${sessionPrefix}\uffff`)
  await within((db) => db.delete(store, forgotten))
}

async function write() {
  // Entries that are set meanwhile are visited by the same loop.
  for (const [key, value] of waiting) {
    waiting.delete(key)
    await within(async (db) => {
      if (value === undefined) await db.delete(store, key)
      else await db.put(store, { value, at: Date.now() }, key)
    })
  }
  // This runs in the same turn as the end of the loop, so that a later value starts a new write.
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
