import { LRUCache } from 'lru-cache'
import type { Context } from '#server/lib/context.ts'
import type { Subscription } from '#server/lib/postgres/listening.ts'
import type { Answer } from './answer.ts'

/** The events shown in a response: their IDs, or 'all'. */
export type Subjects = Set<number | 'all'>

/** Makes the response for everybody. Adds what it is about to read to `subjects`. */
export type Make = (subjects: Subjects) => Promise<Answer>

/** What was read, and in which second of the server's clock. */
interface Read {
  subjects: Subjects
  second: number
  /** None of its events has changed since it was read, as far as this process knows. */
  isCurrent: boolean
}

interface Cached extends Read {
  answer: Answer
}

interface Making extends Read {
  answer: Promise<Answer>
  /** The response for requests that arrived when this one was already outdated. */
  next: Promise<Answer> | null
}

const maxEntries = 500
const maxBytes = 64 * 1024 * 1024

export type SharedAnswers = ReturnType<typeof openSharedAnswers>

/** Responses to visitors, made once for all who request the same URL. A response is used within one second of the server's
 *  clock, so that what starts or ends on a second is right in it, and at most until this process learns that one of its events
 *  has changed. No response is made twice at a time. The number of responses and bytes is bounded; the least recently used is
 *  dropped first. */
export function openSharedAnswers({ now, announcer }: Pick<Context, 'now' | 'announcer'>) {
  const cache = new LRUCache<string, Cached>({
    max: maxEntries,
    maxSize: maxBytes,
    // Both compressed forms together are hardly longer than the text.
    sizeCalculation: ({ answer }, key) => 1 + key.length + 2 * answer.bytes.length,
  })
  const makings = new Map<string, Making>()
  let subscription: Subscription | null = null

  const thisSecond = () => Math.floor(now().getTime() / 1_000)
  const isFresh = (read: Read) => read.isCurrent && read.second === thisSecond()

  function invalidate(isAbout: (subjects: Subjects) => boolean) {
    for (const read of [...cache.values(), ...makings.values()]) {
      if (isAbout(read.subjects)) read.isCurrent = false
    }
  }

  function get(key: string): Answer | null {
    const known = cache.get(key)
    return known !== undefined && isFresh(known) ? known.answer : null
  }

  /** Throws what `make` throws. A failure is not shared with later requests. */
  async function share(key: string, make: Make): Promise<Answer> {
    const known = get(key)
    if (known) return known
    const making = makings.get(key)
    if (making === undefined) return begin(key, make)
    if (isFresh(making)) return making.answer
    const again = () => share(key, make)
    making.next ??= making.answer.then(again, again)
    return making.next
  }

  function begin(key: string, make: Make): Promise<Answer> {
    subscription ??= announcer.subscribe({
      onChange: (eventId) => invalidate((subjects) => subjects.has(eventId) || subjects.has('all')),
      onListening: () => invalidate(() => true),
    })
    const read: Read = { subjects: new Set(), second: thisSecond(), isCurrent: true }
    const making: Making = Object.assign(read, { answer: finish(key, make, read), next: null })
    makings.set(key, making)
    return making.answer
  }

  async function finish(key: string, make: Make, read: Read): Promise<Answer> {
    try {
      const made = await make(read.subjects)
      if (made.status >= 500) return made
      const before = cache.peek(key)?.answer
      const answer = before && isSame(before, made) ? before : made
      cache.set(key, { ...read, answer })
      return answer
    } finally {
      makings.delete(key)
    }
  }

  return {
    get,
    share,
    async close(): Promise<void> {
      await subscription?.close()
    },
  }
}

/** An unchanged response keeps its compressed forms. */
function isSame(one: Answer, other: Answer): boolean {
  return (
    one.status === other.status &&
    one.bytes.equals(other.bytes) &&
    JSON.stringify(one.headers) === JSON.stringify(other.headers)
  )
}
