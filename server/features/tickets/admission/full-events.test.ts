import { expect, onTestFinished, test, vi } from 'vitest'
import type { EventFieldsInput } from '#contract/events/event-fields.ts'
import type { Context } from '#server/lib/context.ts'
import { openAnnouncer } from '#server/lib/live/announcer.ts'
import { type Statement, sql } from '#server/lib/postgres/database.ts'
import { startApp } from '#server/testing/app.ts'
import { openFullEvents } from './full-events.ts'

const apply = (eventId: number) => `/api/tickets/event/${eventId}/register`

/** An event whose only seat is taken, as its process knows. */
async function startFull(fields: Partial<EventFieldsInput> = {}) {
  const started = await startApp()
  const event = await started.addEvent({ max_attendee: 1, ...fields })
  const [holder, other] = [await started.addUser(), await started.addUser()]
  await started.as(holder).post(apply(event.id))
  await allReceived(started.ctx)
  const fullEvents = openFullEvents(started.ctx)
  onTestFinished(() => fullEvents.close())
  const learn = () => fullEvents.learn(event.id)
  const refusalFor = (userId: number, more = {}) => fullEvents.refusal(event.id, { userId, wait: false, ...more })
  await learn()
  return { ...started, event, holder, other, learn, refusalFor }
}

/** Waits until the process has received everything that it announced, in order: last of all a mark. */
async function allReceived({ announcer }: Context): Promise<void> {
  const mark = 2_000_000_000
  await new Promise<void>((resolve) => {
    const subscription = announcer.subscribe({
      onChange: (eventId, whose) => {
        if (eventId === mark && whose === 'announced') resolve()
      },
      onListening: () => {
        announcer.announce(mark)
        void announcer.flush()
      },
    })
    onTestFinished(() => subscription.close())
  })
}

test('only people whom nothing but the seats keeps out are refused from memory', async () => {
  const { db, addUser, ctx, event, holder, other, learn, refusalFor } = await startFull()
  const blocked = await addUser()
  await db.run(sql`INSERT INTO blocks VALUES (${event.owner.id}, ${blocked.id}, ${ctx.now()})`)
  await learn()

  expect(refusalFor(other.id)).toBe('event_full')
  for (const person of [holder, event.owner, blocked]) expect(refusalFor(person.id)).toBeNull()
  for (const more of [{ wait: true }, { typeId: 1 }, { code: 'FRIENDS' }, { guests: [{ name: 'Malee' }] }]) {
    expect(refusalFor(other.id, more)).toBeNull()
  }
})

test('what it knows is never older than a second, and is read again while people ask', async () => {
  const { other, learn, refusalFor } = await startFull()
  const start = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(start)
  onTestFinished(() => clock.mockRestore())
  await learn()
  const at = (milliseconds: number) => {
    clock.mockReturnValue(start + milliseconds)
    return refusalFor(other.id)
  }

  expect(at(1_000)).toBeNull()
  expect(at(600)).toBe('event_full')
  await expect.poll(() => at(1_100)).toBe('event_full')
  expect(at(1_600)).toBeNull()
})

test('it forgets an event when this process or another one changes it', async () => {
  const { ctx, db, event, other, learn, refusalFor } = await startFull()
  expect(refusalFor(other.id)).toBe('event_full')
  const elsewhere = openAnnouncer(db)
  elsewhere.announce(event.id)
  await elsewhere.flush()
  await expect.poll(() => refusalFor(other.id)).toBeNull()

  await learn()
  expect(refusalFor(other.id)).toBe('event_full')
  ctx.announcer.announce(event.id)
  expect(refusalFor(other.id)).toBeNull()
})

test('it keeps nothing of an event that changes while it is read', async () => {
  const { ctx, event, other, learn, refusalFor } = await startFull()

  const learning = learn()
  ctx.announcer.announce(event.id)
  await learning

  expect(refusalFor(other.id)).toBeNull()
})

test('what is read of an event is dropped if it changes meanwhile, even if another reading has begun', async () => {
  const { ctx, db, event, other } = await startFull()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let isHeld = false
  const many = async <Row>(query: Statement) => {
    const rows = await db.many<Row>(query)
    isHeld = true
    await held
    return rows
  }
  const fullEvents = openFullEvents({ ...ctx, db: { ...db, many } })
  onTestFinished(() => fullEvents.close())
  const readings = [fullEvents.learn(event.id)]
  await expect.poll(() => isHeld).toBe(true)

  await db.run(sql`UPDATE event_seats SET capacity = 2`)
  ctx.announcer.announce(event.id)
  readings.push(fullEvents.learn(event.id))
  release()
  await Promise.all(readings)

  expect(fullEvents.refusal(event.id, { userId: other.id, wait: false })).toBeNull()
})

test.each<[string, Partial<EventFieldsInput>]>([
  ['an age', { min_age_requirement: 18 }],
  ['a private audience', { visibility: 'PRIVATE', allowed_email_domains: 'example.com' }],
  ['a ticket type', { ticket_types: [{ name: 'Standing', price: 0 }] }],
  ['a free seat', { max_attendee: 2 }],
])('it says nothing of an event with %s', async (_, fields) => {
  const { other, refusalFor } = await startFull(fields)

  expect(refusalFor(other.id)).toBeNull()
})

test('it says nothing of a full event whose applications are approved', async () => {
  const { db, other, learn, refusalFor } = await startFull()
  await db.run(sql`UPDATE events SET needs_approval = true`)

  await learn()

  // What was known before has been replaced by nothing.
  expect(refusalFor(other.id)).toBeNull()
})

test('a rush on a full event is refused without a transaction, and a seat given back goes to the next who asks', async () => {
  const { as, db, addUser, addEvent } = await startApp()
  const event = await addEvent({ max_attendee: 1 })
  const [holder, next, asking] = [await addUser(), await addUser(), await addUser()]
  const rush = await Promise.all(Array.from({ length: 247 }, () => addUser()))
  const ticket = (await as(holder).post(apply(event.id))).json()
  const codesOfRush = async () => {
    const replies = await Promise.all(rush.map((person) => as(person).post(apply(event.id))))
    return new Set(replies.map((reply) => reply.json().code))
  }
  const transactions = vi.spyOn(db, 'transaction')

  await expect
    .poll(async () => {
      expect(await codesOfRush()).toEqual(new Set(['event_full']))
      transactions.mockClear()
      await as(asking).post(apply(event.id))
      return transactions.mock.calls.length
    })
    .toBe(0)
  expect((await as(holder).post(apply(event.id))).json().code).toBe('already_applied')
  await as(holder).delete(`/api/tickets/${ticket.id}/cancel`)

  expect((await as(next).post(apply(event.id))).statusCode).toBe(201)
})
