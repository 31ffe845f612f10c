import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsSeat } from '#contract/events/application.ts'
import type { Database } from '#server/lib/postgres/database.ts'
import { admit } from '#server/testing/admit.ts'
import { type Caller, startApp } from '#server/testing/app.ts'
import {
  type Answered,
  type EventState,
  faultsOf,
  lastTicket,
  readState,
  type Step,
  type TicketState,
  unexplained,
} from '#server/testing/event-history.ts'

const crowd = 8

const who = fc.nat({ max: crowd - 1 })
const limit = fc.option(fc.integer({ min: 1, max: crowd }), { freq: 4 })
const plain = { noNullPrototype: true }
const stepOf = (step: 'apply' | 'unapply' | 'check in' | 'undo') => fc.record({ step: fc.constant(step), who }, plain)
const step = fc.oneof(
  { weight: 8, arbitrary: stepOf('apply') },
  { weight: 4, arbitrary: stepOf('unapply') },
  { weight: 3, arbitrary: stepOf('check in') },
  { weight: 2, arbitrary: stepOf('undo') },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('limit' as const), limit }, plain) },
)
const callOff = fc.record({ step: fc.constant('call off' as const) }, plain)
/** Steps that are taken at the same time. */
const wave: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 4, maxLength: 24 })
const lastWave = fc.tuple(fc.array(callOff, { maxLength: 2 }), wave).map(([ends, steps]) => [...ends, ...steps])
const waves = fc.tuple(fc.array(wave, { minLength: 1, maxLength: 4 }), lastWave).map(([all, last]) => [...all, last])

test('applying, cancelling, limits, the door and calling off race on two servers, and every answer stays true', async () => {
  const product = await startApp()
  const servers = [product, await product.addServer()]
  const owner = await product.addOrganizer()
  const people = await Promise.all(Array.from({ length: crowd }, () => product.addUser()))
  const ids = people.map(({ id }) => id)

  /** Takes a step on one of the servers; does nothing without a ticket for it. */
  async function take(eventId: number, state: EventState, asked: Step, server: number): Promise<Answered[]> {
    const person = 'who' in asked ? people[asked.who] : undefined
    const call = callFor(asked, eventId, person && lastTicket(state, person.id))
    if (call === null) return []
    const isHolders = asked.step === 'apply' || asked.step === 'unapply'
    const caller = servers[server % servers.length]?.as((isHolders && person) || owner) as Caller
    const { statusCode, body } = await caller[call.method](call.url, call.body)
    const { code, results } = JSON.parse(body)
    const verdict = results?.[0].verdict
    return [{ ...asked, status: statusCode, said: code ?? (verdict === 'checked_in' ? '' : (verdict ?? '')) }]
  }

  await fc.assert(
    fc.asyncProperty(limit, waves, async (capacity, plan) => {
      const event = await product.addEvent({ max_attendee: capacity }, owner)
      // An event that never had a ticket would be deleted.
      await product.as(people[0] ?? owner).post(`/api/tickets/event/${event.id}/register`)
      let state = await readState(product.db, event.id)

      for (const steps of plan) {
        const before = state
        const answers = await Promise.all(steps.map((asked, n) => take(event.id, before, asked, n)))
        state = await readState(product.db, event.id)
        expect(faultsOf(state)).toEqual([])
        expect(unexplained(before, answers.flat(), state, ids)).toEqual([])
      }

      // Free seats can be taken, and no others.
      const latecomer = await product.as(await product.addUser()).post(`/api/tickets/event/${event.id}/register`)
      const isFree = state.capacity === null || state.taken < state.capacity
      expect(latecomer.statusCode).toBe(state.called_off ? 404 : isFree ? 201 : 409)
    }),
    { numRuns: 60, endOnFailure: true },
  )
})

interface Call {
  method: 'post' | 'patch' | 'delete'
  url: string
  body?: object
}

/** The call that takes a step; null without a ticket for it. */
function callFor(asked: Step, eventId: number, ticket: TicketState | undefined): Call | null {
  const checkIns = `/api/events/${eventId}/check-ins`
  if (asked.step === 'apply') return { method: 'post', url: `/api/tickets/event/${eventId}/register` }
  if (asked.step === 'limit') {
    return { method: 'patch', url: `/api/events/${eventId}/edit`, body: { max_attendee: asked.limit } }
  }
  if (asked.step === 'call off') return { method: 'delete', url: `/api/organizers/delete-event/${eventId}` }
  if (ticket === undefined) return null
  if (asked.step === 'unapply') return { method: 'delete', url: `/api/tickets/${ticket.id}/cancel` }
  if (asked.step === 'undo') {
    return ticket.scan_id === null ? null : { method: 'delete', url: `${checkIns}/${ticket.scan_id}` }
  }
  const scan = { scan_id: randomUUID(), code: ticket.ticket_number, scanned_at: '2026-11-21T03:00:00Z', let_in: false }
  return { method: 'post', url: checkIns, body: { device: 'Gate', scans: [scan] } }
}

const rounds = 10
const seats = 5

/** `rounds` times forty people race for five seats, each in a transaction of their own. Returns in how many rounds somebody
 *  got no decision, because the database's own check had to stop an oversale. */
async function brokenRounds(
  prepare: (db: Database) => Database,
  given: object = { max_attendee: seats },
  code = '',
): Promise<number> {
  const { db, clock, as, addUser, addEvent, addOrganizer } = await startApp({ DATABASE_POOL: '40' })
  const owner = await addOrganizer()
  const people = await Promise.all(Array.from({ length: 40 }, () => addUser()))
  const prepared = prepare(db)
  let broken = 0
  for (let round = 0; round < rounds; round++) {
    const event = await addEvent(given, owner)
    if (code) await as(owner).post(`/api/events/${event.id}/codes`, { code, percent: 50, capacity: seats })
    const decided = await Promise.allSettled(
      people.map(({ id }) => admit(prepared, event.id, [{ userId: id, wait: false, code }], clock.now)),
    )
    const tickets = decided.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    expect(tickets.filter((decision) => typeof decision !== 'string')).toHaveLength(seats)
    if (decided.some((one) => one.status === 'rejected')) broken += 1
  }
  return broken
}

/** The same database, with locking statements left out. */
function withoutLocks(db: Database): Database {
  return {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({ ...tx, run: (query) => (/FOR (NO KEY )?UPDATE/.test(query.text) ? Promise.resolve(1) : tx.run(query)) }),
      ),
  }
}

test('with the lock on the seats everybody in a race gets a decision', async () => {
  expect(await brokenRounds((db) => db)).toBe(0)
})

/** Only a type has a limit, not the event. */
const ofTypes = {
  max_attendee: null,
  ticket_types: [
    { name: 'Regular', price: 90, capacity: seats },
    { name: 'Patron', is_closed: true },
  ],
}

test('a race for seats of ticket types ends correctly with the lock, and fails without it', async () => {
  expect(await brokenRounds((db) => db, ofTypes)).toBe(0)
  expect(await brokenRounds(withoutLocks, ofTypes)).toBeGreaterThanOrEqual(8)
})

/** Three times, thirty parties of one to four race for the seats of three types, each in a transaction of its own. Returns
 *  in how many rounds somebody got no decision. */
async function brokenRoundsOfParties(prepare: (db: Database) => Database): Promise<number> {
  const { db, as, clock, addUser, addEvent, addOrganizer } = await startApp({ DATABASE_POOL: '40' })
  const owner = await addOrganizer()
  const people = await Promise.all(Array.from({ length: 30 }, () => addUser()))
  const ticket_types = [{ name: 'Early', capacity: 5 }, { name: 'Regular' }, { name: 'VIP', capacity: 6 }]
  const prepared = prepare(db)
  let broken = 0
  for (let round = 0; round < 6; round++) {
    const event = await addEvent({ max_attendee: 16, max_party: 4, ticket_types }, owner)
    const types: { id: number }[] = (await as(owner).get(`/api/events/${event.id}`)).json().ticket_types
    const decided = await Promise.allSettled(
      people.map(({ id }, n) => {
        const guests = Array.from({ length: n % 4 }, (_, place) => ({ name: `Guest ${place}`, answers: {}, asked: {} }))
        return admit(
          prepared,
          event.id,
          [{ userId: id, wait: n % 2 === 0, typeId: types[n % 3]?.id, guests }],
          clock.now,
        )
      }),
    )
    if (decided.some((one) => one.status === 'rejected')) broken += 1
    const { rows } = await db.pool.query(
      'SELECT id, party_of, status, ticket_type_id FROM tickets WHERE event_id = $1',
      [event.id],
    )
    const held = rows.filter(({ status }) => holdsSeat(status))
    const ofType = (place: number) => held.filter((row) => row.ticket_type_id === types[place]?.id).length
    const partyOf = (id: number) => rows.filter((row) => row.id === id || row.party_of === id)
    expect(held.length).toBeLessThanOrEqual(16)
    expect([ofType(0) <= 5, ofType(2) <= 6]).toEqual([true, true])
    for (const answer of decided) {
      const ticket = answer.status === 'fulfilled' ? answer.value[0] : undefined
      if (typeof ticket !== 'object' || !('id' in ticket)) continue
      expect(partyOf(ticket.id).map(({ status }) => status)).toEqual(Array(ticket.seats).fill(ticket.status))
    }
  }
  return broken
}

test('parties race for the seats of three types: with the lock each gets all of its seats or none', async () => {
  expect(await brokenRoundsOfParties((db) => db)).toBe(0)
  expect(await brokenRoundsOfParties(withoutLocks)).toBeGreaterThanOrEqual(4)
})

test('a race for the last uses of a code ends correctly with the lock, and fails without it', async () => {
  expect(await brokenRounds((db) => db, { max_attendee: null }, 'FRIENDS')).toBe(0)
  expect(await brokenRounds(withoutLocks, { max_attendee: null }, 'FRIENDS')).toBeGreaterThanOrEqual(8)
})

test('two servers never use a code more often than its limit, and a use given back is available again', async () => {
  const product = await startApp()
  const servers = [product, await product.addServer()]
  const { id, owner } = await product.addEvent({ is_free: false, ticket_price: 100 })
  const codes = `/api/events/${id}/codes`
  await product.as(owner).post(codes, { code: 'FRIENDS', percent: 50, capacity: seats })
  const people = await Promise.all(Array.from({ length: 30 }, () => product.addUser()))
  const url = `/api/tickets/event/${id}/register`

  for (let round = 0; round < 4; round++) {
    const replies = await Promise.all(
      people.map((person, n) => servers[n % servers.length]?.as(person).post(url, { code: 'friends' })),
    )
    const given = replies.flatMap((reply, n) => (reply?.statusCode === 201 ? [{ ...reply.json(), by: people[n] }] : []))
    const refused = replies.filter((reply) => reply?.statusCode !== 201)

    expect(given.map(({ price_satang }) => price_satang)).toEqual(Array(seats).fill(5_000))
    expect(new Set(refused.map((reply) => reply?.json().code))).toEqual(new Set(['code_used_up']))
    expect((await product.as(owner).get(codes)).json()).toMatchObject([{ used: seats, brought_satang: seats * 5_000 }])
    await Promise.all(given.map(({ id: ticket, by }) => product.as(by).delete(`/api/tickets/${ticket}/cancel`)))
  }
})

test('without the lock only the table’s constraint stops the same race from overselling', async () => {
  expect(await brokenRounds(withoutLocks)).toBeGreaterThanOrEqual(8)
})
