import { LRUCache } from 'lru-cache'
import { applyRefusal, type RegistrationTerms, visitorStanding } from '#contract/events/applying.ts'
import type { Context } from '#server/lib/context.ts'
import type { Subscription } from '#server/lib/postgres/listening.ts'
import { type AdmissionEvent, selectAdmissionEvent, selectExceptions } from './admission.repository.ts'
import type { Applying } from './admission.rules.ts'
import { registrationTerms } from './seats.rules.ts'

/** Events that were full a moment ago, so that a rush is refused without a statement for each call. What is known of an event is
 *  at most a second old, and is forgotten when this process learns of a change. */
export interface FullEvents {
  /** The refusal of an application that needs no decision; null if it has to be decided. */
  refusal(eventId: number, applying: Applying): 'event_full' | null
  /** Reads an event that has just refused a rush. If that fails, nothing is known of it. */
  learn(eventId: number): Promise<void>
  close(): Promise<void>
}

interface Known {
  /** By `performance.now()`. */
  readAt: number
  terms: RegistrationTerms
  /** People who may be refused for a reason other than the seats. */
  exceptions: Set<number>
}

/** In milliseconds: what is older is not used, or is read again in the background. */
const longestKnown = 1_000
const freshFor = 500
/** People of one event, and of all. The applications for an event with more are all decided. */
const mostExceptions = 10_000
const mostPeople = 100_000

export function openFullEvents({ db, announcer, now }: Pick<Context, 'db' | 'announcer' | 'now'>): FullEvents {
  const known = new LRUCache<number, Known>({
    maxSize: mostPeople,
    sizeCalculation: ({ exceptions }) => 1 + exceptions.size,
  })
  /** The current reading of each event; a change ends it. */
  const readings = new Map<number, Promise<Known | null>>()
  let subscription: Subscription | null = null

  async function read(eventId: number): Promise<Known | null> {
    const readAt = performance.now()
    const event = await selectAdmissionEvent(db, eventId)
    if (event === null || !isForEverybody(event) || event.taken + event.waiting > mostExceptions) return null
    const terms = registrationTerms(event)
    if (applyRefusal(visitorStanding, terms, now().getTime()) !== 'event_full') return null
    const exceptions = await selectExceptions(db, eventId, mostExceptions + 1)
    return exceptions.length > mostExceptions ? null : { readAt, terms, exceptions: new Set(exceptions) }
  }

  async function learn(eventId: number): Promise<void> {
    if (readings.has(eventId)) return
    subscription ??= announcer.subscribe({
      onChange(changed) {
        known.delete(changed)
        readings.delete(changed)
      },
      onListening() {
        known.clear()
        readings.clear()
      },
    })
    const reading = read(eventId).catch(() => null)
    readings.set(eventId, reading)
    const event = await reading
    // Otherwise the event has changed meanwhile.
    if (readings.get(eventId) !== reading) return
    readings.delete(eventId)
    if (event === null) known.delete(eventId)
    else known.set(eventId, event)
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
      await subscription?.close()
    },
  }
}

/** Whether no age, email or link is needed, and there is only one kind of seat. */
function isForEverybody({ visibility, min_age_requirement, ticket_types }: AdmissionEvent): boolean {
  return visibility === 'PUBLIC' && min_age_requirement === 0 && ticket_types.length === 0
}
