import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/**
 * Values saved in this browser: half-filled forms and chosen pictures for the person who typed them, and the server's
 * last answers (offline/last-seen.ts). They are in IndexedDB, because signing out clears localStorage (specification,
 * Logout), sessionStorage ends with the tab (which a phone's browser may close by itself), and neither can hold a file.
 * If storage is forbidden or full, nothing is saved.
 */
const database = 'kept'
const store = 'values'
const month = 30 * 24 * 3_600_000

interface Values extends DBSchema {
  [store]: { key: string; value: { value: unknown; at: number } }
}

/** Undefined if there is none, or it is older than `lifetime` milliseconds (a month by default). */
export async function readSaved<T>(key: string, lifetime = month): Promise<T | undefined> {
  const saved = await within((db) => db.get(store, key))
  if (saved && Date.now() - saved.at < lifetime) return saved.value as T
  if (saved) forgetSaved(key)
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

/** Deletes a session's values. Drafts stay until the person returns, unless the account is deleted. */
export async function forgetSession(forGood: boolean): Promise<void> {
  for (const key of waiting.keys()) if (forGood || key.startsWith(sessionPrefix)) waiting.delete(key)
  const forgotten = IDBKeyRange.bound(forGood ? '' : sessionPrefix, forGood ? '\uffff' : `${sessionPrefix}\uffff`)
  await within((db) => db.delete(store, forgotten))
}

async function write() {
  // The same loop also visits entries added during it.
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
