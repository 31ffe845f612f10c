import { LRUCache } from 'lru-cache'
import { applyRefusal, type RegistrationTerms, visitorStanding } from '#contract/events/applying.ts'
import type { Context } from '#server/lib/context.ts'
import type { Listening } from '#server/lib/postgres/listening.ts'
import { type AdmissionEvent, selectAdmissionEvent, selectExceptions } from './admission.repository.ts'
import type { Applying } from './admission.rules.ts'
import { registrationTerms } from './seats.rules.ts'

/** Events that were full a moment ago, so that a rush is refused without a statement for each call. What is known of an event is
 *  at most a second old, and is forgotten when this process hears of a change. */
export interface FullEvents {
  /** The refusal of an application that needs no decision; null if it has to be decided. */
  refusal(eventId: number, applying: Applying): 'event_full' | null
  /** Reads an event that has just refused a rush. A failure is no problem: then nothing is known. */
  learn(eventId: number): Promise<void>
  close(): Promise<void>
}

interface Known {
  /** By `performance.now()`. */
  readAt: number
  terms: RegistrationTerms
  /** People who may be refused for another reason than the seats. */
  exceptions: Set<number>
}

/** In milliseconds: what is older is not used, or is read again in the background. */
const longestKnown = 1_000
const freshFor = 500
const mostEvents = 100
/** People of one event. With more, its applications are all decided. */
const mostExceptions = 10_000

export function openFullEvents({ db, announcer, now }: Pick<Context, 'db' | 'announcer' | 'now'>): FullEvents {
  const known = new LRUCache<number, Known>({ max: mostEvents })
  /** Events that are being read, and have not changed since. */
  const reading = new Set<number>()
  let listening: Listening | null = null

  async function read(eventId: number): Promise<Known | null> {
    const readAt = performance.now()
    const event = await selectAdmissionEvent(db, eventId)
    if (event === null || !isForEverybody(event)) return null
    const exceptions = await selectExceptions(db, eventId, mostExceptions + 1)
    if (exceptions.length > mostExceptions) return null
    return { readAt, terms: registrationTerms(event), exceptions: new Set(exceptions) }
  }

  async function learn(eventId: number): Promise<void> {
    if (reading.has(eventId)) return
    listening ??= announcer.hear({
      onChange(changed) {
        known.delete(changed)
        reading.delete(changed)
      },
      onListening() {
        known.clear()
        reading.clear()
      },
    })
    reading.add(eventId)
    const event = await read(eventId).catch(() => null)
    // Otherwise it has changed while it was read.
    const isCurrent = reading.delete(eventId)
    if (event !== null && isCurrent) known.set(eventId, event)
  }

  return {
    refusal(eventId, { userId, wait, typeId = null, code = '', guests = [] }) {
      const event = known.get(eventId)
      if (event === undefined || event.exceptions.has(userId)) return null
      if (wait || typeId !== null || code !== '' || guests.length > 0) return null
      const age = performance.now() - event.readAt
      if (age >= longestKnown) return null
      if (age >= freshFor) void learn(eventId)
      const refusal = applyRefusal(visitorStanding, event.terms, now().getTime())
      return refusal === 'event_full' ? refusal : null
    },
    learn,
    async close() {
      await listening?.close()
    },
  }
}

/** Whether nobody needs an age, an email or a link, and there is one kind of seat. */
function isForEverybody({ visibility, min_age_requirement, ticket_types }: AdmissionEvent): boolean {
  return visibility === 'PUBLIC' && min_age_requirement === 0 && ticket_types.length === 0
}
