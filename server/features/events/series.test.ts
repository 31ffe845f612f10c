import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { EventDetail } from '#contract/events/events.ts'
import type { SeriesDate } from '#contract/events/own-events.ts'
import { start } from '#server/features/accounts/sessions.service.ts'
import { type Person, startApp } from '#server/testing/app.ts'
import { endEvent } from '#server/testing/insert-events.ts'
import { eventually, startWithMail } from '#server/testing/mail-server.ts'

const day = 24 * 3_600_000

/** A weekly event: the next one on Tuesday, December 1, 19:00 in Bangkok. The clock is at Saturday, November 21. */
async function addWeekly(
  { as, addEvent }: Pick<Awaited<ReturnType<typeof startApp>>, 'as' | 'addEvent'>,
  given: object = {},
  weeks = 4,
) {
  const event = await addEvent({
    event_name: 'Choir',
    start_date_register: '2026-11-20T03:00:00.000Z',
    end_date_register: '2026-12-01T10:00:00.000Z',
    start_date_event: '2026-12-01T12:00:00.000Z',
    end_date_event: '2026-12-01T14:00:00.000Z',
    ...given,
  })
  const starts = Array.from({ length: weeks - 1 }, (_, week) =>
    new Date(Date.parse('2026-12-01T12:00:00.000Z') + (week + 1) * 7 * day).toISOString(),
  )
  const url = `/api/events/${event.id}/dates`
  const reply = weeks === 1 ? await as(event.owner).get(url) : await as(event.owner).post(url, { starts })
  const dates = reply.json() as SeriesDate[]
  const read = async (id: number): Promise<EventDetail> => (await as(event.owner).get(`/api/events/${id}`)).json()
  const edit = (id: number, change: object) => as(event.owner).patch(`/api/events/${id}/edit`, change)
  return { owner: event.owner, url, dates, ids: dates.map(({ id }) => id), read, edit }
}

test.for([
  [{ every: 'week', on: ['TU'], until: '2026-12-31' }, ['2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29']],
  [{ every: 'two_weeks', on: ['TU', 'TH'], count: 3 }, ['2026-12-03', '2026-12-15', '2026-12-17']],
  [{ every: 'month', on: ['SA'], which: -1, count: 3 }, ['2026-12-26', '2027-01-30', '2027-02-27']],
  [{ every: 'month', on: ['MO'], which: 1, until: '2027-02-01' }, ['2026-12-07', '2027-01-04', '2027-02-01']],
] as const)('the server says which dates %j gives, at the same time in Bangkok', async ([rule, days]) => {
  const app = await startApp()
  const { owner, url } = await addWeekly(app, {}, 1)

  const reply = await app.as(owner).post(`${url}/preview`, rule)

  expect(reply.json().starts).toEqual(days.map((each) => `${each}T12:00:00.000Z`))
})

test('a rule without dates, with too many, or without an end is refused', async () => {
  const app = await startApp()
  const { owner, url } = await addWeekly(app, {}, 1)
  const preview = async (body: object) => (await app.as(owner).post(`${url}/preview`, body)).json()

  expect((await preview({ every: 'week', on: ['TU'], until: '2026-12-07' })).code).toBe('no_dates')
  expect((await preview({ every: 'week', on: ['TU'], until: '2027-12-31' })).code).toBe('too_many_dates')
  expect((await preview({ every: 'week', on: ['TU'], count: 51 })).starts).toHaveLength(51)
  expect((await preview({ every: 'week', on: ['TU'] })).detail[0].msg).toBe('Choose a last day or a number of dates.')
  expect((await preview({ every: 'week', on: [], count: 1 })).detail[0].msg).toBe('Choose a day of the week.')
  expect((await preview({ every: 'month', on: ['TU'], which: 5, count: 1 })).code).toBe('invalid_fields')
})

test('each date is an event of its own, with its own seats, types and times', async () => {
  const app = await startApp()
  const { owner, url, dates, ids, read } = await addWeekly(app, {
    ticket_types: [
      { name: 'Early', price: 0, capacity: 1, on_sale_until: '2026-11-30T12:00:00.000Z' },
      { name: 'Door', price: 90 },
    ],
    max_attendee: 2,
  })
  const person = await app.addUser()
  const [, second = 0] = ids
  await app.as(person).post(`/api/tickets/event/${second}/register`)

  const again = await app.as(owner).post(url, { starts: dates.slice(1).map((date) => date.start_date_event) })
  const [one, other] = [await read(ids[0] ?? 0), await read(second)]

  expect(again.json()).toHaveLength(4)
  expect(other).toMatchObject({
    event_name: 'Choir',
    start_date_register: '2026-11-20T03:00:00.000Z',
    end_date_register: '2026-12-08T10:00:00.000Z',
    end_date_event: '2026-12-08T14:00:00.000Z',
    current_attendees: 1,
    series_id: one.id,
    more_dates: 3,
    next_dates: ['2026-12-01T12:00:00.000Z', '2026-12-15T12:00:00.000Z', '2026-12-22T12:00:00.000Z'],
  })
  expect(other.ticket_types[0]).toMatchObject({ name: 'Early', on_sale_until: '2026-12-07T12:00:00.000Z', taken: 1 })
  expect(other.ticket_types[0]?.id).not.toBe(one.ticket_types[0]?.id)
  expect(one.current_attendees).toBe(0)
  expect(one.other_dates.map(({ id }) => id)).toEqual(ids.slice(1))
})

test('past starts and more than 52 coming dates are refused, and then nothing is added', async () => {
  const app = await startApp()
  const { owner, url } = await addWeekly(app, {}, 1)
  const after = (days: number) => new Date(Date.parse('2026-12-01T12:00:00.000Z') + days * day).toISOString()
  const many = Array.from({ length: 52 }, (_, n) => after(n + 1))

  expect((await app.as(owner).post(url, { starts: [after(1), after(-14)] })).json().code).toBe('start_past')
  expect((await app.as(owner).post(url, { starts: many })).json().code).toBe('too_many_dates')
  expect((await app.as(owner).get(url)).json()).toHaveLength(1)
  expect((await app.as(owner).post(url, { starts: many.slice(1) })).json()).toHaveLength(52)
})

test('two requests at once add a date once', async () => {
  const app = await startApp()
  const { owner, url } = await addWeekly(app, {}, 1)
  const starts = ['2026-12-08T12:00:00.000Z']

  await Promise.all([app.as(owner).post(url, { starts }), app.as(owner).post(url, { starts })])

  expect((await app.as(owner).get(url)).json()).toHaveLength(2)
})

test('lists and the news feed show a series once, by its next date that matches; totals follow', async () => {
  const app = await startApp()
  const { ids, owner } = await addWeekly(app)
  const { id: single } = await app.addEvent({ event_name: 'Lantern walk' })
  const list = async (query: string) => {
    const reply = await app.visitor.get(`/api/events/events?fields=card&grouped=true&${query}`)
    const cards = reply.json() as { id: number; more_dates: number }[]
    return [...cards.map(({ id, more_dates }) => [id, more_dates]), reply.headers['x-total-count']]
  }
  const [first, second, third] = ids

  expect(await list('sort=soonest&current=true')).toEqual([[single, 0], [first, 3], '2'])
  expect(await list('search=choir')).toEqual([[first, 3], '1'])
  expect(await list('date=2026-12-14&until=2026-12-31')).toEqual([[third, 3], '1'])
  expect(await list('sort=latest&organizer=1')).toEqual([[first, 3], '1'])
  expect((await app.visitor.get('/api/events/events')).json()).toHaveLength(5)
  const feed = (await app.visitor.get('/feeds/events.atom')).body
  expect(feed.match(/<entry>/g)).toHaveLength(2)
  expect(feed).toContain('Also on Tue, Dec 8, 2026; Tue, Dec 15, 2026; Tue, Dec 22, 2026')
  expect((await app.visitor.get('/feeds/events.ics')).body.match(/BEGIN:VEVENT/g)).toHaveLength(5)
  expect((await app.visitor.get('/feeds/organizers/1.atom')).body.match(/<entry>/g)).toHaveLength(1)

  app.clock.now = new Date('2026-12-01T13:00:00.000Z')
  expect(await list('sort=soonest&current=true&search=choir')).toEqual([[second, 3], '1'])
  const again = app.as({ ...owner, ...(await start(app.ctx, owner.id, undefined)) })
  await again.delete(`/api/organizers/delete-event/${second}`)
  expect(await list('sort=soonest&current=true')).toEqual([[third, 2], '1'])
  app.clock.now = new Date('2027-01-10T13:00:00.000Z')
  expect(await list('status=COMPLETED&search=choir')).toEqual([[ids[3], 0], '1'])
})

test('private dates are grouped for those who may see them, and unlisted ones do not name each other', async () => {
  const app = await startApp()
  const forStudents = await addWeekly(app, { visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })
  const unlisted = await addWeekly(app, { visibility: 'PRIVATE', event_name: 'Secret' }, 2)
  const student = await app.addUser({ email: 'student@ku.th' })
  const cards = (await app.as(student).get('/api/events/events?fields=card&grouped=true')).json()
  const { link_key } = await unlisted.read(unlisted.ids[0] ?? 0)
  const opened = (await app.visitor.get(`/api/events/${unlisted.ids[0]}?link=${link_key}`)).json()

  expect(cards).toMatchObject([{ id: forStudents.ids[0], more_dates: 3 }])
  expect(opened).toMatchObject({ more_dates: 0, next_dates: [], other_dates: [] })
})

test('calling one date off leaves the others', async () => {
  const app = await startApp()
  const { ids, owner, read, url } = await addWeekly(app)
  const [, second = 0] = ids
  await app.as(await app.addUser()).post(`/api/tickets/event/${second}/register`)

  await app.as(owner).delete(`/api/organizers/delete-event/${second}`)

  const dates = (await app.as(owner).get(url)).json() as SeriesDate[]
  expect(dates.map(({ is_called_off }) => is_called_off)).toEqual([false, true, false, false])
  expect((await read(ids[0] ?? 0)).other_dates.map(({ id }) => id)).toEqual([ids[2], ids[3]])
})

test('this and later: the same fields change, times move by as much, and what was changed at one date stays', async () => {
  const app = await startApp()
  const { ids, edit, read } = await addWeekly(app, {
    ticket_types: [{ name: 'Seat', price: 10 }],
    pass_on_until: '2026-12-01T09:00:00.000Z',
    max_party: 2,
  })
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  await edit(fourth, { event_name: 'Christmas choir' })
  const { ticket_types, description: unchanged } = await read(second)

  const reply = await edit(second, {
    dates: 'later',
    description: 'Now with cake.',
    address: 'Siam',
    start_date_event: '2026-12-09T13:00:00.000Z',
    end_date_event: '2026-12-09T15:00:00.000Z',
    pass_on_until: '2026-12-08T09:30:00.000Z',
    ticket_types: [
      { ...ticket_types[0], price: 12 },
      { name: 'Child', price: 5 },
    ],
  })

  expect(reply.statusCode).toBe(200)
  expect(await read(first)).toMatchObject({ description: unchanged, ticket_price: 10 })
  const last = await read(fourth)
  expect(last).toMatchObject({
    event_name: 'Christmas choir',
    description: 'Now with cake.',
    address: 'Siam',
    start_date_event: '2026-12-23T13:00:00.000Z',
    end_date_event: '2026-12-23T15:00:00.000Z',
    end_date_register: '2026-12-22T10:00:00.000Z',
    pass_on_until: '2026-12-22T09:30:00.000Z',
    ticket_price: 5,
  })
  expect(last.ticket_types.map(({ name }) => name)).toEqual(['Seat', 'Child'])
  expect((await read(third)).ticket_types[0]?.price).toBe(12)
})

test('this and later: if one date cannot take it, nothing changes, and the refusal names the date', async () => {
  const app = await startApp()
  const { ids, edit, read } = await addWeekly(app, { max_attendee: 5 })
  const [first = 0, , third = 0] = ids
  for (let n = 0; n < 3; n++) await app.as(await app.addUser()).post(`/api/tickets/event/${third}/register`)

  const refused = await edit(first, { dates: 'later', max_attendee: 2, event_name: 'Small choir' })
  const alone = await edit(first, { dates: 'this', max_attendee: 2 })

  expect(refused.json()).toMatchObject({ code: 'capacity_below_held' })
  expect(refused.json().message).toMatch(/^Tue, Dec 15, 2026: /)
  expect(alone.statusCode).toBe(200)
  expect(await Promise.all(ids.map(async (id) => (await read(id)).event_name))).toEqual(Array(4).fill('Choir'))
  await endEvent(app.db, first)
  expect((await edit(first, { dates: 'later', event_name: 'Late' })).json().code).toBe('event_over')
})

test('this and later: each holder of a ticket gets one mail for each of their dates', async () => {
  const app = await startWithMail()
  const { ids, edit } = await addWeekly(app, { address: 'Hall A' }, 3)
  const [one, other] = [await app.addHolder(), await app.addHolder()]
  for (const id of ids) await app.as(one).post(`/api/tickets/event/${id}/register`)
  await app.as(other).post(`/api/tickets/event/${ids[0]}/register`)
  await app.allSent()

  await edit(ids[1] ?? 0, { dates: 'later', address: 'Hall B' })
  app.clock.now = new Date(app.clock.now.getTime() + 11 * 60_000)

  const told = () => app.mail.mails.filter(({ subject }) => subject?.startsWith('New place'))
  await eventually(() => expect(told()).toHaveLength(2))
  await app.allSent()
  expect(new Set(told().map(({ to }) => to?.[0]?.address))).toEqual(new Set([`${one.username}@example.com`]))
})

test('the dates of a series have one team, whose co-hosts add dates and edit this and later ones', async () => {
  const app = await startApp()
  const { ids, owner, url, read } = await addWeekly(app, {
    is_free: false,
    ticket_price: 90,
    promptpay_id: '0812345678',
  })
  const [first = 0, second = 0, , fourth = 0] = ids
  const [nok, mali] = [await app.addUser(), await app.addUser()]
  const join = async (person: Person, id: number, role: string) => {
    const { secret } = (await app.as(owner).post(`/api/events/${id}/team`, { role })).json()
    await app.as(person).post(`/api/team-invitations/${secret}`)
  }
  await join(nok, second, 'co_host')
  await join(mali, first, 'door')
  const fifth = '2026-12-29T12:00:00.000Z'

  const added = (await app.as(nok).post(url, { starts: [fifth] })).json() as SeriesDate[]
  const edited = await app
    .as(nok)
    .patch(`/api/events/${second}/edit`, { dates: 'later', description: 'Now with cake.' })

  expect(added).toHaveLength(5)
  expect(edited.statusCode).toBe(200)
  const last = added.at(-1)?.id ?? 0
  expect(await read(last)).toMatchObject({ user_id: owner.id, role: 'owner', description: 'Now with cake.' })
  expect((await read(first)).description).not.toBe('Now with cake.')
  const receiver = { dates: 'later', promptpay_id: '0899999999' }
  expect((await app.as(nok).patch(`/api/events/${second}/edit`, receiver)).json().code).toBe('receiver_is_owners')
  expect((await app.as(mali).get(`/api/events/${last}/door`)).json().role).toBe('door')
  expect((await app.as(mali).get(`/api/events/${last}/dates`)).json().code).toBe('role_missing')
  expect((await app.as(mali).get('/api/events/team-events')).json()).toMatchObject([{ event: { id: first } }])

  const members = (await app.as(owner).get(`/api/events/${fourth}/team`)).json()
  expect(members).toMatchObject([{ person: { id: nok.id } }, { person: { id: mali.id } }])
  await app.as(owner).delete(`/api/events/${fourth}/team/${members[0].id}`)
  await app.as(mali).delete(`/api/events/${last}/team`)
  for (const id of [...ids, last]) {
    expect((await app.as(nok).get(`/api/events/${id}/overview`)).json().code).toBe('not_your_event')
    expect((await app.as(mali).get(`/api/events/${id}/door`)).json().code).toBe('not_your_event')
  }
  const log = (await app.as(owner).get(`/api/events/${first}/log?action=team`)).json().entries
  expect(log.map(({ detail }: { detail: string }) => detail).slice(0, 2)).toEqual(['left', 'removed'])
})

test('somebody who is removed while dates are added is in the team of none of them', async () => {
  const app = await startApp()
  const { ids, owner, url } = await addWeekly(app, {}, 2)
  const nok = await app.addUser()
  const { id, secret } = (await app.as(owner).post(`/api/events/${ids[0]}/team`, { role: 'co_host' })).json()
  await app.as(nok).post(`/api/team-invitations/${secret}`)
  // Holding the log stops the new dates after the team is copied, before they are committed.
  const blocker = await app.db.pool.connect()
  await blocker.query('BEGIN; LOCK TABLE event_log IN SHARE MODE')
  const waiting = async () =>
    (await app.db.pool.query(`SELECT FROM pg_locks WHERE relation = 'event_log'::regclass AND NOT granted`)).rowCount

  const adding = app.as(owner).post(url, { starts: ['2027-01-05T12:00:00.000Z'] })
  await eventually(async () => expect(await waiting()).toBe(1))
  const removing = app.as(owner).delete(`/api/events/${ids[0]}/team/${id}`)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await blocker.query('COMMIT')
  blocker.release()

  expect((await adding).json()).toHaveLength(3)
  expect((await removing).statusCode).toBe(204)
  expect((await app.db.pool.query('SELECT FROM event_members')).rowCount).toBe(0)
})

test('dates share their picture, which stays while one of them has it', async () => {
  const app = await startWithMail()
  const { picture } = await import('#server/testing/pictures.ts')
  const { ids, owner, read, url } = await addWeekly(app, {}, 1)
  const form = async (id: number, shade: number) => {
    const body = new FormData()
    body.set(
      'file',
      new File(
        [
          new Uint8Array(
            await picture(8 + shade, 8)
              .png()
              .toBuffer(),
          ),
        ],
        'a.png',
      ),
    )
    const request = new Request('http://ruam.example', { method: 'POST', body })
    return app.app.inject({
      method: 'POST',
      url: `/api/events/${id}/upload/event-image`,
      headers: {
        authorization: `Bearer ${owner.access}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })
  }
  const [first = 0] = ids
  await form(first, 0)
  const { event_image } = await read(first)
  const dates = (await app.as(owner).post(url, { starts: ['2026-12-08T12:00:00.000Z'] })).json() as SeriesDate[]
  const second = dates[1]?.id ?? 0

  await form(first, 1)
  await app.allSent()
  expect((await read(second)).event_image).toBe(event_image)
  expect((await app.visitor.get(event_image)).statusCode).toBe(200)
  await form(second, 2)
  await app.allSent()
  expect((await app.visitor.get(event_image)).statusCode).toBe(404)
})

/** A change of the first date that is not over, and what has happened at the dates before. */
const scenario = fc.record({
  /** Tickets held of each date. */
  held: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 }),
  /** How many of them are over, and which is edited. */
  over: fc.integer({ min: 0, max: 2 }),
  from: fc.integer({ min: 0, max: 3 }),
  calledOff: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
  change: fc.record(
    {
      event_name: fc.constantFrom('Choir', 'Band'),
      max_attendee: fc.constantFrom(1, 2, 3, 8, ''),
      ticket_price: fc.constantFrom(0, 50),
      shift: fc.constantFrom(-2, 0, 1, 26),
    },
    { requiredKeys: [] },
  ),
})

test('this and later never changes a date that is over, one before it, or seats that are sold; it is all or none', async () => {
  const app = await startApp()
  const people: Person[] = []
  for (let n = 0; n < 3; n++) people.push(await app.addUser())
  const seed = Number(process.env.SERIES_SEED ?? Math.floor(Math.random() * 1_000_000))
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail') console.info(`Series: SERIES_SEED=${seed}`)
  })

  await fc.assert(
    fc.asyncProperty(scenario, async ({ held, over, from, calledOff, change: { shift, ...change } }) => {
      const { ids, owner, edit } = await addWeekly(app, { max_attendee: 8, is_free: false, ticket_price: 20 })
      for (const [place, id] of ids.entries()) {
        for (const person of people.slice(0, held[place])) {
          await app.as(person).post(`/api/tickets/event/${id}/register`)
        }
      }
      // Seventy days earlier, so that they are over.
      for (const id of ids.slice(0, over)) {
        for (let times = 0; times < 2; times++) await endEvent(app.db, id)
      }
      if (calledOff !== null) await app.as(owner).delete(`/api/organizers/delete-event/${ids[calledOff]}`)
      const rows = async () =>
        (
          await app.db.pool.query(
            `SELECT e.id, e.event_name, e.start_date_event, e.end_date_event, e.ticket_price, e.called_off_at, s.capacity, s.taken
             FROM events e JOIN event_seats s ON s.event_id = e.id WHERE e.id = ANY ($1) ORDER BY e.id`,
            [ids],
          )
        ).rows
      const before = await rows()
      const edited = before.find(({ id }) => id === ids[from])
      const moved = (instant: string) => new Date(new Date(instant).getTime() + (shift ?? 0) * 3_600_000).toISOString()
      const times = edited &&
        shift !== undefined && {
          start_date_event: moved(edited.start_date_event),
          end_date_event: moved(edited.end_date_event),
        }

      const reply = await edit(ids[from] ?? 0, { ...change, ...times, dates: 'later' })

      const after = await rows()
      const changed = before.filter((row, place) => JSON.stringify(row) !== JSON.stringify(after[place]))
      if (reply.statusCode !== 200) {
        expect(changed).toEqual([])
        return
      }
      for (const row of changed) {
        expect(new Date(row.end_date_event).getTime()).toBeGreaterThan(app.clock.now.getTime())
        expect(new Date(row.start_date_event).getTime()).toBeGreaterThanOrEqual(
          new Date(edited?.start_date_event).getTime(),
        )
        expect(row.called_off_at).toBeNull()
      }
      for (const { capacity, taken } of after) expect(capacity ?? taken).toBeGreaterThanOrEqual(taken)
      const taken = (list: typeof after) => list.map((row) => [row.id, row.taken])
      expect(taken(after)).toEqual(taken(before))
      const now = after.find(({ id }) => id === ids[from])
      for (const row of changed) {
        const other = after.find(({ id }) => id === row.id)
        if ('event_name' in change) expect(other?.event_name).toBe(now?.event_name)
        if ('max_attendee' in change) expect(other?.capacity).toBe(now?.capacity)
      }
    }),
    { numRuns: 25, seed },
  )
}, 120_000)
