import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Caller, type Person, startApp } from '#server/testing/app.ts'
import { faultsIn, readChanges, watchApplications } from '#server/testing/applications/watch.ts'
import { collectUnpaid } from './deadlines.service.ts'

const crowd = 8
const plain = { noNullPrototype: true }
const who = fc.nat({ max: crowd - 1 })
const some = fc.uniqueArray(who, { minLength: 1, maxLength: 4 })

type Action = 'leave' | 'give one back' | 'give own back' | 'overdue' | 'confirm' | 'check in' | 'undo' | 'block'
type Decision = 'approve' | 'approve the first' | 'refuse' | 'paid'

const ofOne = (...actions: Action[]) => fc.record({ action: fc.constantFrom(...actions), who }, plain)
const ofSome = (...actions: Decision[]) => fc.record({ action: fc.constantFrom(...actions), some }, plain)
/** Ticket types in the event's order, for an event that begins with types or is given its first ones. */
const types = fc
  .array(
    fc.record(
      {
        price: fc.constantFrom(0, 90, 100),
        capacity: fc.option(fc.integer({ min: 1, max: 4 })),
        is_closed: fc.constantFrom(false, false, false, true),
        is_hidden: fc.constantFrom(false, false, true),
      },
      plain,
    ),
    { minLength: 3, maxLength: 3 },
  )
  .filter((types) => types.some(({ is_hidden }) => !is_hidden))
const step = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      {
        action: fc.constant('apply' as const),
        who,
        wait: fc.constantFrom(true, true, false),
        type: fc.option(fc.nat({ max: 2 })),
        guests: fc.constantFrom(0, 0, 1, 2, 3),
        code: fc.constantFrom('', '', 'TWICE', 'GUEST'),
      },
      plain,
    ),
  },
  {
    weight: 6,
    arbitrary: ofOne(
      'leave',
      'leave',
      'give one back',
      'give one back',
      'give own back',
      'overdue',
      'overdue',
      'overdue',
      'confirm',
      'check in',
      'undo',
      'block',
    ),
  },
  { weight: 4, arbitrary: ofSome('approve', 'approve the first', 'refuse', 'paid') },
  {
    weight: 2,
    arbitrary: fc.record(
      { action: fc.constant('edit' as const), change: fc.record({ max_attendee: fc.integer({ min: 1, max: crowd }) }) },
      plain,
    ),
  },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('edit types' as const), types }, plain) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        action: fc.constant('edit' as const),
        change: fc.constantFrom(
          { max_attendee: '' },
          { needs_approval: true },
          { needs_approval: false },
          { waiting_list: false },
          { waiting_list: true },
          { ticket_price: 100 },
          { promptpay_id: '0898765432' },
          { promptpay_id: '' },
        ),
      },
      plain,
    ),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const wave = fc.array(step, { minLength: 4, maxLength: 20 })
const event = fc.record(
  {
    max_attendee: fc.integer({ min: 1, max: 4 }),
    needs_approval: fc.constantFrom(false, false, true),
    promptpay_id: fc.constantFrom('', '0812345678', '0812345678'),
    types: fc.option(types),
  },
  plain,
)

const named = <Type>(types: Type[]) => types.map((type, place) => ({ ...type, name: `Type ${place}` }))

test('applications racing on two servers never oversell or leave a seat, and are served in order', async () => {
  const product = await startApp()
  await watchApplications(product.db)
  const servers = [product, await product.addServer()]
  const owner = await product.addOrganizer()
  const people = await Promise.all(Array.from({ length: crowd }, () => product.addUser()))

  await fc.assert(
    fc.asyncProperty(
      event,
      fc.array(wave, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (given, waves, ends) => {
        const { types: first, ...settings } = given
        const ticket_types = named(first ?? [])
        const { id } = await product.addEvent(
          { is_free: false, ticket_price: 90, max_party: 4, ...settings, ticket_types },
          owner,
        )
        for (const code of [
          { code: 'TWICE', percent: 50, capacity: 2 },
          { code: 'GUEST', percent: 100 },
        ]) {
          const type_ids = (await typesOf(id)).slice(1).map((type) => type.id)
          await product.as(owner).post(`/api/events/${id}/codes`, { ...code, type_ids })
        }
        await product.as(people[0] as Person).post(`/api/tickets/event/${id}/register`, { wait: true })
        for (const [place, steps] of waves.entries()) {
          const isLast = place === waves.length - 1
          const ending = isLast && ends ? [product.as(owner).delete(`/api/organizers/delete-event/${id}`)] : []
          const rows = await rowsOf(id)
          const typeIds = (await typesOf(id)).map((type) => type.id)
          const replies = await Promise.all([...steps.map((one, n) => take(id, { rows, typeIds }, one, n)), ...ending])
          expect(replies.filter((reply) => reply !== undefined && reply.statusCode >= 500)).toEqual([])
          expect(faultsIn(await readChanges(product.db, id))).toEqual([])
        }
        for (const person of people) await product.as(owner).delete(`/api/organizers/blocked/${person.id}`)
      },
    ),
    { numRuns: 60, endOnFailure: true },
  )

  interface Row {
    id: number
    user_id: number
    ticket_number: string
    scan_id: string | null
    guest_id: number | null
  }

  /** The last application of each person, by their place in the crowd. */
  async function rowsOf(eventId: number): Promise<Map<number, Row>> {
    const { rows } = await product.db.pool.query<Row>(
      `SELECT t.id, t.user_id, t.ticket_number, c.scan_id,
              (SELECT min(g.id) FROM tickets g WHERE g.party_of = t.id AND g.status = 'ACTIVE') AS guest_id
       FROM tickets t
       LEFT JOIN check_ins c ON c.ticket_id = t.id AND c.verdict = 'checked_in' AND c.undone_at IS NULL
       WHERE t.event_id = $1 AND t.party_of IS NULL ORDER BY t.id`,
      [eventId],
    )
    return new Map(rows.map((row) => [people.findIndex(({ id }) => id === row.user_id), row]))
  }

  async function typesOf(eventId: number): Promise<{ id: number }[]> {
    return (await product.as(owner).get(`/api/events/${eventId}`)).json().ticket_types ?? []
  }

  async function take(
    eventId: number,
    { rows, typeIds }: { rows: Map<number, Row>; typeIds: number[] },
    one: Step,
    n: number,
  ) {
    const as = (person: Person) => servers[n % servers.length]?.as(person) as Caller
    const url = `/api/events/${eventId}`
    if (one.action === 'edit types') {
      const ticket_types = named(one.types).map((type, place) => ({ ...type, id: typeIds[place] ?? null }))
      return as(owner).patch(`${url}/edit`, { ticket_types })
    }
    if (one.action === 'edit') return as(owner).patch(`${url}/edit`, one.change)
    if ('some' in one) {
      const applications = one.some.flatMap((place) => rows.get(place)?.id ?? [])
      const action = one.action === 'approve the first' ? 'approve' : one.action
      if (applications.length === 0) return undefined
      const body = { applications, first: one.action === 'approve the first' }
      return as(owner).post(`${url}/applications/${action}`, body)
    }
    const person = people[one.who] as Person
    const row = rows.get(one.who)
    if (one.action === 'apply') {
      const ticket_type_id = one.type === null ? null : (typeIds[one.type] ?? null)
      const guests = Array.from({ length: one.guests }, (_, place) => ({ name: `Guest ${place}` }))
      return as(person).post(`/api/tickets/event/${eventId}/register`, {
        wait: one.wait,
        ticket_type_id,
        code: one.code,
        guests,
      })
    }
    if (one.action === 'block') return as(owner).put(`/api/organizers/blocked/${person.id}`)
    if (row === undefined) return undefined
    return onRow(eventId, row, one.action, as(person), as(owner))
  }

  async function onRow(eventId: number, row: Row, action: Action, holder: Caller, organizer: Caller) {
    const scans = `/api/events/${eventId}/check-ins`
    if (action === 'leave') return holder.delete(`/api/tickets/${row.id}/cancel`)
    if (action === 'give own back') return holder.delete(`/api/tickets/${row.id}/cancel?one_seat=true`)
    if (action === 'give one back') {
      return row.guest_id === null ? undefined : holder.delete(`/api/tickets/${row.guest_id}/cancel`)
    }
    if (action === 'undo') return row.scan_id === null ? undefined : organizer.delete(`${scans}/${row.scan_id}`)
    if (action === 'check in') {
      const scanned_at = product.clock.now.toISOString()
      const scan = { scan_id: randomUUID(), code: row.ticket_number, scanned_at, let_in: false }
      return organizer.post(scans, { device: 'Gate', scans: [scan] })
    }
    if (action === 'confirm') {
      return organizer.post(`/api/events/${eventId}/applications/paid`, { applications: [row.id] })
    }
    await product.db.pool.query(`UPDATE tickets SET pay_by = $2 WHERE id = $1 AND status = 'UNPAID'`, [
      row.id,
      product.clock.now,
    ])
    await collectUnpaid(product.ctx)
    return undefined
  }
})
