import { ApiError, isOutcomeUnknown, statusOf } from '#web/lib/api/api-error.ts'
import { readSession } from '#web/lib/session/session.ts'
import { forgetSaved, readSaved, saveValue, sessionPrefix, type ValueKey } from '#web/lib/storage/saved-values.ts'

/** A year, because a ticket may be opened long before its event. */
const lifetimeMs = 366 * 24 * 3_600_000
const usualTimeoutMs = 4_000

/** When a saved answer was loaded (ISO 8601, UTC), and why there is no current one. `no_answer`: no network;
 *  `trouble`: the server was too slow or failed (5xx). */
export interface Stale {
  seenAt: string
  why: 'no_answer' | 'trouble'
}

/** `stale` is null for a current answer. */
export interface Seen<T> {
  value: T
  stale: Stale | null
}

interface SavedAnswer<T> {
  value: T
  seenAt: string
}

interface Options {
  timeoutMs?: number
  /** Saves it for everyone who uses this browser, because it needs no account. Signing out deletes it too. */
  forAnyone?: boolean
}

/**
 * Resolves to the result of `load` and saves it under `name` for the signed-in user. If the server does not answer
 * within `timeoutMs`, or fails (5xx), it resolves to the saved result. Throws the error of `load` if that is a refusal,
 * or if nothing is saved. What the server no longer shows (404) is deleted here.
 */
export async function lastSeen<T>(
  name: string,
  load: () => Promise<T>,
  { timeoutMs = usualTimeoutMs, forAnyone = false }: Options = {},
): Promise<Seen<T>> {
  const personId = readSession()?.id
  const key = keyOf(name, forAnyone ? 'anyone' : personId)
  const coming = load().then((value) => {
    const seenAt = new Date().toISOString()
    // Nothing is saved if the user has signed out since.
    if ((personId || forAnyone) && readSession()?.id === personId)
      saveValue(key, { value, seenAt } satisfies SavedAnswer<T>)
    return { value, stale: null }
  })
  coming.catch((error) => (statusOf(error) === 404 ? forgetSaved(key) : undefined))
  const fallback = async (reason: unknown): Promise<Seen<T>> => {
    const saved =
      reason === tooSlow || isOutcomeUnknown(reason) ? await readSaved<SavedAnswer<T>>(key, lifetimeMs) : undefined
    if (saved === undefined) return coming
    const why = reason instanceof ApiError && reason.code === 'no_answer' ? 'no_answer' : 'trouble'
    return { value: saved.value, stale: { seenAt: saved.seenAt, why } }
  }
  return Promise.race([coming, after(timeoutMs)]).catch(fallback)
}

export async function hasSaved(name: string): Promise<boolean> {
  return (await readSaved(keyOf(name), lifetimeMs)) !== undefined
}

const keyOf = (name: string, whose: number | 'anyone' | undefined = readSession()?.id): ValueKey =>
  `${sessionPrefix}${whose} ${name}`

const tooSlow = Symbol('too slow')

function after(milliseconds: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(tooSlow), milliseconds))
}
