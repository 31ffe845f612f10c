import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collectUnpaid } from '#server/features/tickets/waiting-list/deadlines.service.ts'
import { type Caller, type Person, startApp } from '#server/testing/app.ts'
import { faultsIn, readChanges, watchApplications } from '#server/testing/applications/watch.ts'

const rounds = 8

test('two doors that sell at the same time, online and offline, never exceed what is set aside and free', async () => {
  const { as, addServer, addEvent, addOrganizer, db, clock, addUser } = await startApp({ DATABASE_POOL: '20' })
  await watchApplications(db)
  const owner = await addOrganizer()
  const servers = [as(owner), (await addServer()).as(owner)]
  const people = await Promise.all(Array.from({ length: 6 }, () => addUser()))
  for (let round = 0; round < rounds; round++) {
    const { id } = await addEvent({ max_attendee: 12 }, owner)
    const url = `/api/events/${id}`
    const phones = [randomUUID(), randomUUID()]
    await as(owner).put(`${url}/door/seats`, { seats: 6 })
    const sale = (let_in: boolean) => ({
      ...{ scan_id: randomUUID(), name: '', ticket_type_id: null, payment: 'cash', price_satang: 100, let_in },
      scanned_at: clock.now.toISOString(),
    })
    const kept = await Promise.all(
      phones.map(async (phone_id, n) => {
        const body = { device: `Gate ${n}`, phone_id, seats: [{ ticket_type_id: null, granted: 4 }] }
        return (await servers[n]?.put(`${url}/door/kept-seats`, body))?.json().kept[0].granted as number
      }),
    )

    // Offline, each phone sells all that it keeps; meanwhile both sell online, and people apply.
    const [offline, online, applied] = await Promise.all([
      Promise.all(
        phones.map(async (phone_id, n) => {
          const walk_ins = Array.from({ length: kept[n] ?? 0 }, () => sale(true))
          const reply = await servers[n]?.post(`${url}/walk-ins`, { device: `Gate ${n}`, phone_id, walk_ins })
          return reply?.json().results as { refusal: string | null }[]
        }),
      ),
      Promise.all(
        Array.from({ length: 10 }, async (_, n) => {
          const reply = await servers[n % 2]?.post(`${url}/walk-ins`, { device: 'Desk', walk_ins: [sale(false)] })
          return reply?.json().results[0] as { refusal: string | null }
        }),
      ),
      Promise.all(people.map((person) => as(person).post(`/api/tickets/event/${id}/register`))),
    ])

    const sold = [...offline.flat(), ...online].filter(({ refusal }) => refusal === null).length
    const tickets = applied.filter(({ statusCode }) => statusCode === 201).length
    expect(kept.reduce((sum, seats) => sum + seats, 0)).toBe(6)
    // What a phone keeps, it can always sell.
    expect(offline.flat().map(({ refusal }) => refusal)).toEqual(Array(6).fill(null))
    expect(sold + tickets).toBe(12)
    expect(tickets).toBeLessThanOrEqual(6)
  }
})

const crowd = 6
const plain = { noNullPrototype: true }
const who = fc.nat({ max: crowd - 1 })
const type = fc.option(fc.nat({ max: 1 }))
const phone = fc.nat({ max: 1 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ action: fc.constant('apply' as const), who, type, guests: fc.nat({ max: 2 }) }, plain),
  },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('leave' as const), who }, plain) },
  {
    weight: 3,
    arbitrary: fc.record(
      { action: fc.constant('invite' as const), type, people: fc.integer({ min: 1, max: 3 }) },
      plain,
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record(
      { action: fc.constantFrom('claim' as const, 'decline' as const), who, nth: fc.nat({ max: 5 }) },
      plain,
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record(
      { action: fc.constantFrom('take back' as const, 'expire' as const), nth: fc.nat({ max: 5 }) },
      plain,
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({ action: fc.constant('set aside' as const), type, seats: fc.nat({ max: 3 }) }, plain),
  },
  {
    weight: 3,
    arbitrary: fc.record({ action: fc.constant('keep' as const), phone, type, granted: fc.nat({ max: 4 }) }, plain),
  },
  {
    weight: 5,
    arbitrary: fc.record(
      { action: fc.constant('sell' as const), phone: fc.option(phone), type, let_in: fc.boolean() },
      plain,
    ),
  },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('undo' as const), nth: fc.nat({ max: 5 }) }, plain) },
  {
    weight: 1,
    arbitrary: fc.record({ action: fc.constant('limit' as const), limit: fc.integer({ min: 1, max: 8 }) }, plain),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
const setting = fc.record({ max_attendee: fc.integer({ min: 2, max: 6 }), hasTypes: fc.boolean() }, plain)

test('invitations, walk-ins and applications racing on two servers never give a seat too many or out of order', async () => {
  const product = await startApp()
  await watchApplications(product.db)
  const { db, ctx, clock } = product
  const servers = [product, await product.addServer()]
  const owner = await product.addOrganizer()
  const people = await Promise.all(Array.from({ length: crowd }, () => product.addUser()))

  await fc.assert(
    fc.asyncProperty(
      setting,
      fc.array(fc.array(step, { minLength: 4, maxLength: 16 }), { minLength: 1, maxLength: 4 }),
      async ({ max_attendee, hasTypes }, waves) => {
        const ticket_types = hasTypes ? [{ name: 'VIP', capacity: 2 }, { name: 'Regular' }] : []
        const { id } = await product.addEvent({ max_attendee, max_party: 3, ticket_types }, owner)
        const url = `/api/events/${id}`
        const typeIds: number[] = (await product.as(owner).get(url))
          .json()
          .ticket_types.map((one: { id: number }) => one.id)
        const phones = [randomUUID(), randomUUID()]
        for (const steps of waves) {
          const { rows: invited } = await db.pool.query<{ id: number; email: string }>(
            `SELECT t.id, i.email FROM tickets t JOIN invitations i ON i.ticket_id = t.id WHERE t.event_id = $1 ORDER BY t.id`,
            [id],
          )
          for (const one of invited) {
            await db.pool.query('UPDATE invitations SET token_hash = sha256($2::bytea) WHERE ticket_id = $1', [
              one.id,
              tokenOf(one.id),
            ])
          }
          const { rows: inside } = await db.pool.query<{ scan_id: string }>(
            'SELECT scan_id FROM check_ins WHERE event_id = $1 AND undone_at IS NULL',
            [id],
          )
          const replies = await Promise.all(
            steps.map((one, n) => take(one, n, { id, url, typeIds, phones, invited, inside })),
          )
          expect(
            replies.filter((reply) => reply !== undefined && reply.statusCode >= 500).map((reply) => reply?.body),
          ).toEqual([])
          expect(faultsIn(await readChanges(db, id))).toEqual([])
        }
      },
    ),
    { numRuns: 60, endOnFailure: true },
  )

  interface Stage {
    id: number
    url: string
    typeIds: number[]
    phones: string[]
    invited: { id: number }[]
    inside: { scan_id: string }[]
  }

  async function take(one: Step, n: number, { id, url, typeIds, phones, invited, inside }: Stage) {
    const as = (person: Person) => servers[n % 2]?.as(person) as Caller
    const typeId = 'type' in one && one.type !== null ? (typeIds[one.type] ?? null) : null
    switch (one.action) {
      case 'apply': {
        const guests = Array.from({ length: one.guests }, (_, place) => ({ name: `Guest ${place}` }))
        return as(people[one.who] as Person).post(`/api/tickets/event/${id}/register`, {
          wait: true,
          ticket_type_id: typeId,
          guests,
        })
      }
      case 'leave': {
        const { rows } = await db.pool.query<{ id: number }>(
          'SELECT id FROM tickets WHERE event_id = $1 AND user_id = $2 AND party_of IS NULL ORDER BY id DESC LIMIT 1',
          [id, people[one.who]?.id],
        )
        return rows[0] === undefined
          ? undefined
          : as(people[one.who] as Person).delete(`/api/tickets/${rows[0].id}/cancel`)
      }
      case 'invite': {
        const named = Array.from({ length: one.people }, () => ({ name: 'Mali', email: `${randomUUID()}@example.com` }))
        return as(owner).post(`${url}/invitations`, { people: named, ticket_type_id: typeId })
      }
      case 'claim':
      case 'decline': {
        const invitation = invited[one.nth]
        if (invitation === undefined) return undefined
        return as(people[one.who] as Person).post(`/api/invitations/${tokenOf(invitation.id)}/${one.action}`)
      }
      case 'take back': {
        const invitation = invited[one.nth]
        return invitation && as(owner).post(`${url}/applications/refuse`, { applications: [invitation.id] })
      }
      case 'expire': {
        const invitation = invited[one.nth]
        if (invitation === undefined) return undefined
        await db.pool.query('UPDATE tickets SET claim_by = $2 WHERE id = $1', [invitation.id, clock.now])
        await collectUnpaid(ctx)
        return undefined
      }
      case 'set aside':
        return as(owner).put(`${url}/door/seats`, { seats: one.seats, ticket_type_id: typeId })
      case 'keep': {
        const seats = [{ ticket_type_id: typeId, granted: one.granted }]
        return as(owner).put(`${url}/door/kept-seats`, { device: 'Gate', phone_id: phones[one.phone], seats })
      }
      case 'sell': {
        const sold = {
          scan_id: randomUUID(),
          name: '',
          payment: 'cash',
          price_satang: 100,
          scanned_at: clock.now.toISOString(),
        }
        const phone_id = one.phone === null ? null : phones[one.phone]
        const walk_ins = [{ ...sold, ticket_type_id: typeId, let_in: one.let_in }]
        return as(owner).post(`${url}/walk-ins`, { device: 'Gate', phone_id, walk_ins })
      }
      case 'undo': {
        const entry = inside[one.nth]
        return entry && as(owner).delete(`${url}/check-ins/${entry.scan_id}`)
      }
      case 'limit':
        return as(owner).patch(`${url}/edit`, { max_attendee: one.limit })
    }
  }
})

const tokenOf = (id: number) => `t${id}`
