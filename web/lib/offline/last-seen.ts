import { ApiError, isSilence } from '#web/lib/api/api-error.ts'
import { readSession } from '#web/lib/session/session.ts'
import { keep, ofSession, readKept } from '#web/lib/storage/kept.ts'

/** Tickets are opened when they are got, and needed when the event takes place. */
const lifetime = 366 * 24 * 3_600_000
const usualTimeoutMs = 4_000

/** Of an answer that was kept: when it came (ISO 8601 in UTC), and why there is none of now. `no_answer`: no network;
 *  `trouble`: the server took too long, or said that it is in trouble (5xx). */
export interface Stale {
  seenAt: string
  why: 'no_answer' | 'trouble'
}

/** What the server says, or said: `stale` is null for an answer of now. */
export interface Seen<T> {
  value: T
  stale: Stale | null
}

interface KeptAnswer<T> {
  value: T
  seenAt: string
}

/**
 * What `load` gives, kept for the person signed in under `name`; what it gave them last time where the server does not
 * answer, not within `timeoutMs`, or only that it is in trouble (5xx). Throws what `load` throws where it is a
 * refusal, or nothing is kept.
 */
export async function lastSeen<T>(name: string, load: () => Promise<T>, timeoutMs = usualTimeoutMs): Promise<Seen<T>> {
  const personId = readSession()?.id
  const key = keyOf(name)
  const coming = load().then((value) => {
    const seenAt = new Date().toISOString()
    // Whoever signed out meanwhile leaves nothing behind.
    if (personId && readSession()?.id === personId) keep(key, { value, seenAt } satisfies KeptAnswer<T>)
    return { value, stale: null }
  })
  const fallback = async (reason: unknown): Promise<Seen<T>> => {
    const kept = reason === tooSlow || isSilence(reason) ? await readKept<KeptAnswer<T>>(key, lifetime) : undefined
    if (kept === undefined) return coming
    const why = reason instanceof ApiError && reason.code === 'no_answer' ? 'no_answer' : 'trouble'
    return { value: kept.value, stale: { seenAt: kept.seenAt, why } }
  }
  return Promise.race([coming, after(timeoutMs)]).catch(fallback)
}

/** Whether something is kept under `name` for the person signed in. */
export async function isSeen(name: string): Promise<boolean> {
  return (await readKept(keyOf(name), lifetime)) !== undefined
}

const keyOf = (name: string) => `${ofSession}${readSession()?.id} ${name}`

const tooSlow = Symbol('too slow')

function after(milliseconds: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(tooSlow), milliseconds))
}
