import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { toggleLike } from '#contract/engagement/engagement.schemas.ts'
import { createEvent } from '#contract/events/own-events.ts'

import { applyToEvent } from '#contract/tickets/tickets.schemas.ts'
import { type Database, sql } from '#server/lib/postgres/database.ts'
import { eventFields } from '#server/testing/event-fields.ts'
import { organizers } from './fill.ts'

const times = 200
const together = 50

/** Measures writes, which list indexes must not slow down: events, likes and applications, one at a time and fifty at once for
 *  one event. Removes what it wrote. */
export async function measureWrites(origin: string, tokenOf: (userId: number) => string, db: Database): Promise<void> {
  const made: number[] = []
  const send = async (endpoint: Endpoint, userId: number, params: object, body?: object) => {
    const reply = await fetch(origin + pathOf(endpoint, { ...params }), {
      method: endpoint.method,
      headers: { authorization: `Bearer ${tokenOf(userId)}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await reply.json()) as { id: number }
    if (!reply.ok) throw new Error(`${endpoint.url} answered ${reply.status}`)
    return answer
  }
  const write = async (round: number) => {
    const fields = eventFields(new Date(), {
      event_name: `Photography walk ${round}`,
      tags: 'music,art,การตลาด',
      address: '99 Rama IV Road, Bangkok',
      category: 'WORKSHOP',
    })
    made.push((await send(createEvent, 1 + (round % 2), {}, fields)).id)
  }
  const person = (round: number) => organizers + 1 + round
  await measure('write an event', 1, write)
  await measure('write events', 8, write)
  const [one = 0, other = 0, third = 0, fourth = 0] = made
  await measure('like', 1, (round) => send(toggleLike, person(round), { eventId: one }))
  await measure('like one event', together, (round) => send(toggleLike, person(round), { eventId: other }))
  await measure('apply', 1, (round) => send(applyToEvent, person(round), { eventId: third }))
  await measure('apply for one event', together, (round) => send(applyToEvent, person(round), { eventId: fourth }))
  await db.run(sql`DELETE FROM unconfirmed_tickets`)
  await db.run(sql`DELETE FROM tickets WHERE event_id = ANY (${made}::int[])`)
  await db.run(sql`DELETE FROM events WHERE id = ANY (${made}::int[])`)
}

/** Runs `work` a few hundred times, `atOnce` in parallel. */
async function measure(name: string, atOnce: number, work: (round: number) => Promise<unknown>): Promise<void> {
  const taken: number[] = []
  const begun = performance.now()
  let next = 0
  const oneAfterAnother = async () => {
    while (next < times) {
      const round = next++
      const asked = performance.now()
      await work(round)
      taken.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, oneAfterAnother))
  const sorted = taken.toSorted((a, b) => a - b)
  const [p50 = 0, p95 = 0] = [sorted[Math.floor(times / 2)], sorted[Math.floor(times * 0.95)]]
  const rate = Math.round((times / (performance.now() - begun)) * 1000)
  const label = atOnce === 1 ? name : `${name}, ${atOnce} at once`
  console.info(`  ${label.padEnd(32)} p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} ms, ${rate}/s`)
}
