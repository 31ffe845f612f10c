import { setTimeout as sleep } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import { type Database, sql } from '#server/lib/postgres/database.ts'
import { ask, promise } from './calls.ts'

/** What people were told who applied. */
export interface Rush {
  /** The id of the ticket that was answered, by the id of its holder. */
  answered: Map<number, number>
  /** The ids of those who never heard what became of an application of theirs. */
  unsure: Set<number>
  /** How often each status was answered. */
  statuses: Record<number, number>
  /** The slowest answer in milliseconds. */
  slowest: number
  /** Refusals with 503 that did not say when to come back, within three seconds. */
  withoutTime: number
  /** Refusals that no fault explains. */
  strange: string[]
}

interface Crowd {
  url: () => string
  eventId: number
  tokens: string[]
  connections: number
  /** How often somebody tries again who was answered nothing or 503; pauses are a quarter of a second. */
  attempts: number
  /** Called after every answer with their number. */
  afterAnswer?: (answers: number) => void
  /** Ends the rush where it stands. */
  isOver?: () => boolean
}

export const nothingYet = (): Rush => ({
  ...{ answered: new Map(), unsure: new Set(), statuses: {}, slowest: 0, withoutTime: 0, strange: [] },
})

/** Whose token it is. */
export const personOf = (token: string) => Number(decodeJwt(token).sub)

/** The tokens of those who have not been answered a ticket. */
export const without = ({ answered }: Rush, tokens: string[]) =>
  tokens.filter((token) => !answered.has(personOf(token)))

/** Everybody applies, and tries again where a person would. Adds to what is known from before. */
export async function rush(
  { url, eventId, tokens, connections, attempts, afterAnswer, isOver }: Crowd,
  known = nothingYet(),
) {
  const line = tokens[Symbol.iterator]()
  let answers = 0

  async function apply(token: string) {
    const person = personOf(token)
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (attempt > 0) await sleep(250)
      const reply = await ask(`${url()}/api/tickets/event/${eventId}/register`, { method: 'POST', token })
      if (reply === null) {
        known.unsure.add(person)
        continue
      }
      answers += 1
      afterAnswer?.(answers)
      known.statuses[reply.status] = (known.statuses[reply.status] ?? 0) + 1
      known.slowest = Math.max(known.slowest, reply.milliseconds)
      if (reply.status === 503) {
        // The answer to the commit may have been lost.
        known.unsure.add(person)
        if (!(reply.retryAfter !== null && reply.retryAfter <= 3)) known.withoutTime += 1
        continue
      }
      const { id, code } = JSON.parse(reply.body)
      if (reply.status === 201) known.answered.set(person, id)
      else if (code === 'already_applied' ? !known.unsure.has(person) : code !== 'event_full')
        known.strange.push(`${reply.status} ${reply.body}`)
      return
    }
  }

  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const token of line) {
        await apply(token)
        if (isOver?.()) return
      }
    }),
  )
  return known
}

/** Compares what people were told with the rows: every answered ticket is there, nobody has two, and the seats that are counted
 *  are those that are held. Returns how many are. */
export async function audit(db: Database, eventId: number, { answered, unsure, strange }: Rush): Promise<number> {
  const rows = await db.many<{ id: number; user_id: number }>(sql`
    SELECT id, user_id FROM tickets WHERE event_id = ${eventId} AND status IN ('UNPAID', 'ACTIVE', 'USED')`)
  const { taken, capacity } = await db.one<{ taken: number; capacity: number }>(sql`
    SELECT taken, capacity FROM event_seats WHERE event_id = ${eventId}`)
  const held = new Map(rows.map(({ id, user_id }) => [user_id, id]))
  const lost = [...answered].filter(([person, ticket]) => held.get(person) !== ticket)
  const unexplained = [...held.keys()].filter((person) => !answered.has(person) && !unsure.has(person))

  promise(lost.length === 0, `${lost.length} of ${answered.size} answered tickets are lost`)
  promise(held.size === rows.length, `${rows.length - held.size} people have two tickets`)
  promise(unexplained.length === 0, `${unexplained.length} tickets were answered to nobody`)
  promise(taken === rows.length && taken <= capacity, `${taken} of ${capacity} seats are counted, ${rows.length} held`)
  promise(strange.length === 0, `strange answers: ${strange.slice(0, 3).join(', ')}`)
  return rows.length
}
