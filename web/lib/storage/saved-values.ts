import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/**
 * Values saved in this browser: half-filled forms, chosen pictures, and the server's last answers
 * (offline/last-seen.ts). In IndexedDB, because signing out clears localStorage (specification, Logout), sessionStorage
 * ends with the tab, which phones may close at any time, and neither can hold a file. If storage is forbidden or full,
 * nothing is saved.
 */
const database = 'kept'
const store = 'values'
const monthMs = 30 * 24 * 3_600_000

/** What values' keys begin with; the cookie policy names each. */
export const valueNames = ['answers', 'comment-drafts', 'event-draft', 'message-drafts', 'session'] as const
export type ValueKey = `${(typeof valueNames)[number]}${'/' | ' '}${string}`

interface Values extends DBSchema {
  [store]: { key: string; value: { value: unknown; at: number } }
}

/** Undefined without a value, or if it is older than `lifetimeMs` (a month by default). */
export async function readSaved<T>(key: ValueKey, lifetimeMs = monthMs): Promise<T | undefined> {
  const saved = await within((db) => db.get(store, key))
  if (saved && Date.now() - saved.at < lifetimeMs) return saved.value as T
  if (saved) forgetSaved(key)
  return undefined
}

const waiting = new Map<ValueKey, unknown>()
let writing: Promise<void> | null = null

/** Writes immediately, or after the write in progress, for which only the newest value of each key waits. Resolves
 *  once it is on disk. */
export function saveValue(key: ValueKey, value: unknown): Promise<void> {
  waiting.set(key, value)
  writing ??= write()
  return writing
}

export const forgetSaved = (key: ValueKey) => saveValue(key, undefined)

/** The prefix of keys that end with the session. */
export const sessionPrefix = 'session ' as const

/** Deletes a session's values. Drafts stay for the person's return, unless the account is deleted. */
export async function forgetSession(forGood: boolean): Promise<void> {
  for (const key of waiting.keys()) if (forGood || key.startsWith(sessionPrefix)) waiting.delete(key)
  const forgotten = IDBKeyRange.bound(forGood ? '' : sessionPrefix, forGood ? '\uffff' : `${sessionPrefix}\uffff`)
  await within((db) => db.delete(store, forgotten))
}

async function write() {
  // This loop also visits entries added while it runs.
  for (const [key, value] of waiting) {
    waiting.delete(key)
    await within(async (db) => {
      if (value === undefined) await db.delete(store, key)
      else await db.put(store, { value, at: Date.now() }, key)
    })
  }
  // In the same task as the end of the loop, so that a later value starts a new write.
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
