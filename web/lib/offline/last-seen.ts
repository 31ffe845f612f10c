import { ApiError, isSilence } from '#web/lib/api/api-error.ts'
import { readSession } from '#web/lib/session/session.ts'
import { readSaved, saveValue, sessionPrefix } from '#web/lib/storage/saved-values.ts'

/** Answers are kept for a year: a ticket may be opened long before its event takes place. */
const lifetime = 366 * 24 * 3_600_000
const usualTimeoutMs = 4_000

/** Describes a kept answer: when it came (ISO 8601 in UTC), and why there is no current one. `no_answer`: no
 *  network; `trouble`: the server took too long, or reported an error of its own (5xx). */
export interface Stale {
  seenAt: string
  why: 'no_answer' | 'trouble'
}

/** An answer of the server, current or kept: `stale` is null for a current one. */
export interface Seen<T> {
  value: T
  stale: Stale | null
}

interface KeptAnswer<T> {
  value: T
  seenAt: string
}

/**
 * Resolves to the result of `load` and keeps it under `name` for the user who is signed in. Where the server does not
 * answer, not within `timeoutMs`, or with an error of its own (5xx), it resolves to the result kept last. Throws the
 * error of `load` where it is a refusal, or where nothing is kept.
 */
export async function lastSeen<T>(name: string, load: () => Promise<T>, timeoutMs = usualTimeoutMs): Promise<Seen<T>> {
  const personId = readSession()?.id
  const key = keyOf(name)
  const coming = load().then((value) => {
    const seenAt = new Date().toISOString()
    // Nothing is kept for somebody who has signed out meanwhile.
    if (personId && readSession()?.id === personId) saveValue(key, { value, seenAt } satisfies KeptAnswer<T>)
    return { value, stale: null }
  })
  const fallback = async (reason: unknown): Promise<Seen<T>> => {
    const kept = reason === tooSlow || isSilence(reason) ? await readSaved<KeptAnswer<T>>(key, lifetime) : undefined
    if (kept === undefined) return coming
    const why = reason instanceof ApiError && reason.code === 'no_answer' ? 'no_answer' : 'trouble'
    return { value: kept.value, stale: { seenAt: kept.seenAt, why } }
  }
  return Promise.race([coming, after(timeoutMs)]).catch(fallback)
}

/** Whether a result is kept under `name` for the user who is signed in. */
export async function isSeen(name: string): Promise<boolean> {
  return (await readSaved(keyOf(name), lifetime)) !== undefined
}

const keyOf = (name: string) => `${sessionPrefix}${readSession()?.id} ${name}`

const tooSlow = Symbol('too slow')

function after(milliseconds: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(tooSlow), milliseconds))
}
