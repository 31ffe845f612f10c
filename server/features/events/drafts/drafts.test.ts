import { expect, test } from 'vitest'
import { draftLimits } from '#contract/events/drafts.ts'
import { eventLimits } from '#contract/events/event-fields.ts'
import type { Database } from '#server/lib/postgres/database.ts'
import { startApp } from '#server/testing/app.ts'
import { eventFields, everyField } from '#server/testing/event-fields.ts'
import { eventually } from '#server/testing/mail-server.ts'

const url = '/api/events/drafts'

async function start() {
  const started = await startApp()
  const owner = await started.addOrganizer()
  return { ...started, owner, mine: started.as(owner) }
}

/** What the form holds with something in every control, as texts. */
const typed = {
  ...Object.fromEntries(
    Object.entries(everyField).map(([field, value]) => [
      field,
      typeof value === 'boolean' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  ),
  start_date_register: '2026-12-01T09:00',
  end_date_register: '2026-12-05T18:00',
  start_date_event: '2026-12-05T18:00',
  end_date_event: '2026-12-05T20:00',
}

test('an unfinished event is saved as typed, even if it could not be published', async () => {
  const { mine } = await start()
  const unfinished = {
    event_name: '',
    description: 'x'.repeat(eventLimits.description + 1),
    start_date_event: '2020-01-01T00:00',
    ticket_price: 'ten',
    contact_email: 'half@',
    website_url: 'example',
    category: '',
    is_online: true,
  }

  const added = await mine.post(url, unfinished)
  const whole = await mine.post(url, { ...typed, event_name: 'งานเทศกาล' })

  expect([added.statusCode, added.json()]).toEqual([
    201,
    { id: 1, version: 1, saved_at: '2026-11-21T03:00:00.000Z', event_name: '', picture: '' },
  ])
  expect((await mine.get(`${url}/1`)).json()).toMatchObject({ version: 1, content: unfinished })
  expect((await mine.get(`${url}/${whole.json().id}`)).json().content).toEqual({ ...typed, event_name: 'งานเทศกาล' })
})

test('a draft is saved as a whole, and the list has the last saved first', async () => {
  const { mine, clock } = await start()
  await mine.post(url, { event_name: 'First', description: 'Soon' })
  await mine.post(url, { event_name: 'Second' })
  clock.now = new Date('2026-11-21T03:10:00Z')

  const saved = await mine.put(`${url}/1`, { version: 1, event_name: 'First again' })

  expect([saved.statusCode, saved.json()]).toEqual([
    200,
    { id: 1, version: 2, saved_at: '2026-11-21T03:10:00.000Z', event_name: 'First again', picture: '' },
  ])
  expect((await mine.get(`${url}/1`)).json().content).toEqual({ event_name: 'First again' })
  expect((await mine.get(url)).json().map(({ event_name }: { event_name: string }) => event_name)).toEqual([
    'First again',
    'Second',
  ])
})

test('saving or publishing an outdated draft is refused and loses nothing', async () => {
  const { mine, clock } = await start()
  await mine.post(url, { event_name: 'First' })
  await mine.put(`${url}/1`, { version: 1, event_name: 'Of another tab' })
  const draft = { ...eventFields(clock.now), draft_id: 1 }

  const refused = [
    await mine.put(`${url}/1`, { version: 1, event_name: 'Of this tab' }),
    await mine.post('/api/events/create-event', { ...draft, draft_version: 1 }),
    await mine.post('/api/events/create-event', draft),
  ]

  for (const reply of refused) expect([reply.statusCode, reply.json().code]).toEqual([409, 'draft_changed'])
  expect((await mine.get(`${url}/1`)).json()).toMatchObject({ version: 2, content: { event_name: 'Of another tab' } })
  expect((await mine.get('/api/events/my-events')).json()).toEqual([])
})

test('a published draft is gone and cannot be published again', async () => {
  const { mine, as, clock, addOrganizer } = await start()
  await mine.post(url, { event_name: 'First' })
  const publish = (more = {}) =>
    mine.post('/api/events/create-event', { ...eventFields(clock.now), draft_id: 1, draft_version: 1, ...more })

  expect((await publish({ event_name: '' })).statusCode).toBe(422)
  expect((await mine.get(url)).json()).toHaveLength(1)
  const event = (await publish()).json()
  expect((await mine.get(url)).json()).toEqual([])
  const refused = [
    await publish({ event_name: 'Changed since' }),
    await mine.put(`${url}/1`, { version: 1, event_name: 'Changed since' }),
    await mine.get(`${url}/1`),
  ]
  for (const reply of refused) expect([reply.statusCode, reply.json().code]).toEqual([409, 'draft_published'])
  expect((await mine.get('/api/events/my-events')).json()).toHaveLength(1)

  expect((await as(await addOrganizer()).get(`${url}/1`)).json().code).toBe('draft_not_found')
  await mine.delete(`/api/organizers/delete-event/${event.id}`)
  expect((await mine.get(`${url}/1`)).json().code).toBe('draft_not_found')
})

test('a draft that is added again with the same key, after a lost response, is the same draft', async () => {
  const { as, mine, addOrganizer } = await start()
  const sent = { event_name: 'First', client_key: '0b8f1d3a-5c0e-4a7e-9f5d-2f1f6f0c9a11' }

  const answers = await Promise.all([mine.post(url, sent), mine.post(url, sent)])
  const later = await mine.post(url, sent)

  for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([201, later.json()])
  // What was typed after the lost answer is saved.
  expect((await mine.post(url, { ...sent, event_name: 'Typed since' })).json()).toMatchObject({ id: 1, version: 2 })
  expect((await mine.get(url)).json()).toMatchObject([{ id: 1, event_name: 'Typed since' }])
  await mine.put(`${url}/1`, { version: 2, event_name: 'Elsewhere' })
  expect((await mine.post(url, sent)).json().code).toBe('draft_changed')
  // The key belongs to its organizer.
  expect((await as(await addOrganizer()).post(url, sent)).json().id).not.toBe(1)
})

test('a repeated publication gets the same event', async () => {
  const { mine, clock } = await start()
  await mine.post(url, { event_name: 'First' })
  const sent = { ...eventFields(clock.now), draft_id: 1, draft_version: 1 }
  const first = await mine.post('/api/events/create-event', sent)

  const again = await mine.post('/api/events/create-event', sent)

  expect([again.statusCode, again.json().id]).toEqual([201, first.json().id])
  expect((await mine.get('/api/events/my-events')).json()).toHaveLength(1)
})

test('an event that is published again with the same key, after a lost response, is the same event', async () => {
  const { as, mine, clock, addOrganizer } = await start()
  const create = '/api/events/create-event'
  const sent = { ...eventFields(clock.now), client_key: '0b8f1d3a-5c0e-4a7e-9f5d-2f1f6f0c9a11' }

  const answers = await Promise.all([mine.post(create, sent), mine.post(create, sent), mine.post(create, sent)])
  const later = await mine.post(create, sent)

  for (const answer of answers) expect([answer.statusCode, answer.json().id]).toEqual([201, later.json().id])
  expect((await mine.get('/api/events/my-events')).json()).toHaveLength(1)
  const another = { ...sent, client_key: sent.client_key.replace('0b', '0c') }
  for (const once of [another, { ...sent, client_key: undefined }, { ...sent, client_key: '' }]) {
    expect((await mine.post(create, once)).statusCode).toBe(201)
  }
  expect((await mine.get('/api/events/my-events')).json()).toHaveLength(4)
  // What was typed after the lost answer is not thrown away without a word.
  expect((await mine.post(create, { ...sent, event_name: 'Another name' })).json().code).toBe('draft_published')
  // The key belongs to its organizer.
  expect((await as(await addOrganizer()).post(create, sent)).json().id).not.toBe(later.json().id)
})

test('a repeated save gets the same answer until the next save', async () => {
  const { mine, clock } = await start()
  await mine.post(url, {})
  const sent = { version: 1, event_name: 'First' }
  const first = await mine.put(`${url}/1`, sent)
  clock.now = new Date('2026-11-21T03:10:00Z')

  const again = await mine.put(`${url}/1`, sent)
  const changed = await mine.put(`${url}/1`, { ...sent, event_name: 'Another' })
  await mine.put(`${url}/1`, { version: 2, event_name: 'Of another tab' })
  const late = await mine.put(`${url}/1`, sent)

  expect([again.statusCode, again.json()]).toEqual([200, first.json()])
  for (const reply of [changed, late]) expect(reply.json().code).toBe('draft_changed')
  expect((await mine.get(`${url}/1`)).json()).toMatchObject({ version: 3, event_name: 'Of another tab' })
})

test('a draft is deleted once', async () => {
  const { mine } = await start()
  await mine.post(url, { event_name: 'First' })

  expect((await mine.delete(`${url}/1`)).json()).toEqual({ message: 'The draft was deleted.' })
  expect((await mine.delete(`${url}/1`)).statusCode).toBe(404)
  expect((await mine.get(`${url}/1`)).json().code).toBe('draft_not_found')
})

test('a draft is visible to its owner only', async () => {
  const { mine, as, visitor, addOrganizer, addUser, clock } = await start()
  await mine.post(url, { event_name: 'Secret' })
  const others = [as(await addOrganizer()), as(await addUser()), visitor]
  const publish = { ...eventFields(clock.now), draft_id: 1, draft_version: 1 }

  for (const [place, status] of [404, 403, 401].entries()) {
    const other = others[place] ?? visitor
    const replies = [
      await other.get(`${url}/1`),
      await other.put(`${url}/1`, { version: 1, event_name: 'Mine now' }),
      await other.delete(`${url}/1`),
      await other.post('/api/events/create-event', publish),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([status, status, status, status])
  }

  expect((await others[0]?.get(url))?.json()).toEqual([])
  expect((await others[1]?.get(url))?.json().code).toBe('organizers_only')
  expect((await others[1]?.post(url, {}))?.json().code).toBe('organizers_only')
  expect((await mine.get(`${url}/1`)).json()).toMatchObject({ version: 1, content: { event_name: 'Secret' } })
})

test('an organizer has at most fifty drafts', async () => {
  const { mine, as, addOrganizer } = await start()
  for (let n = 0; n < draftLimits.drafts; n++) await mine.post(url, { event_name: `Draft ${n}` })

  const refused = await mine.post(url, { event_name: 'One more' })

  expect([refused.statusCode, refused.json().code]).toEqual([409, 'too_many_drafts'])
  expect((await mine.get(url)).json()).toHaveLength(draftLimits.drafts)
  expect((await mine.put(`${url}/1`, { version: 1, event_name: 'Again' })).statusCode).toBe(200)
  expect((await as(await addOrganizer()).post(url, {})).statusCode).toBe(201)
})

test('texts have limits, each and all together', async () => {
  const { mine } = await start()
  const long = 'ก'.repeat(2 * eventLimits.markdown)

  const tooLong = await mine.post(url, { description: 'x'.repeat(2 * eventLimits.description + 1), category: 'PARTY' })
  const kept = await mine.post(url, { detailed_description: long, terms_and_conditions: long })
  const tooLarge = await mine.post(url, {
    ...{ detailed_description: long, terms_and_conditions: long, other_url: 'ก'.repeat(4_000) },
    ...{ tags: 'ก'.repeat(1_000), address: 'ก'.repeat(1_000), allowed_email_domains: 'ก'.repeat(2_000) },
  })

  expect(tooLong.statusCode).toBe(422)
  expect(tooLong.json().detail).toMatchObject([
    { loc: ['body', 'description'], msg: 'Use at most 700 characters.' },
    { loc: ['body', 'category'] },
  ])
  expect(kept.statusCode).toBe(201)
  expect([tooLarge.statusCode, tooLarge.json().code]).toEqual([413, 'draft_too_large'])
  expect((await mine.post(url, { detailed_description: 'x'.repeat(600_000) })).json().code).toBe('too_large')
})

test('a draft is cleaned like an event and drops unknown fields', async () => {
  const { mine } = await start()

  await mine.post(url, { event_name: ' Two\nlines\u202e\u200b ', description: ' x ', user_id: 9, status: 'COMPLETED' })

  expect((await mine.get(`${url}/1`)).json().content).toEqual({ event_name: 'Two lines', description: 'x' })
  expect((await mine.post(url, { event_name: 'a\0b' })).json().code).toBe('invalid_text')
  expect((await mine.post(url, { event_name: '\ud800' })).json().code).toBe('invalid_text')
})

test('saving counts as a write', async () => {
  const { as, addOrganizer } = await startApp({ RATE_LIMIT_SCALE: '0.004' })
  const mine = as(await addOrganizer())

  expect((await mine.post(url, {})).statusCode).toBe(201)
  expect((await mine.post(url, {})).statusCode).toBe(429)
  expect((await mine.put(`${url}/1`, { version: 1 })).statusCode).toBe(429)
})

/** Makes five calls that all wait for the same row lock. */
async function fiveAtOnce<T>(db: Database, row: string, call: (n: number) => Promise<T>): Promise<T[]> {
  const holder = await db.pool.connect()
  await holder.query(`BEGIN; SELECT FROM ${row} FOR UPDATE`)
  const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"

  const calls = Promise.all(Array.from({ length: 5 }, (_, n) => call(n)))
  try {
    await eventually(async () => expect((await db.pool.query(waiting)).rowCount).toBe(5))
  } finally {
    await holder.query('COMMIT')
    holder.release()
  }
  return calls
}

test('of five simultaneous drafts where one more is allowed, one is saved', async () => {
  const { as, db, addOrganizer } = await startApp()
  const owner = await addOrganizer()
  const mine = as(owner)
  for (let n = 1; n < draftLimits.drafts; n++) await mine.post(url, {})

  const replies = await fiveAtOnce(db, `users WHERE id = ${owner.id}`, () => mine.post(url, {}))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409])
  expect((await mine.get(url)).json()).toHaveLength(draftLimits.drafts)
})

test('of five simultaneous saves of the same version one succeeds', async () => {
  const { as, db, addOrganizer } = await startApp()
  const mine = as(await addOrganizer())
  await mine.post(url, {})

  const replies = await fiveAtOnce(db, 'event_drafts WHERE id = 1', (n) =>
    mine.put(`${url}/1`, { version: 1, event_name: `Tab ${n}` }),
  )

  const kept = replies.filter(({ statusCode }) => statusCode === 200)
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
  expect((await mine.get(`${url}/1`)).json()).toMatchObject({ version: 2, event_name: kept[0]?.json().event_name })
})

test('five simultaneous repeats of one save get the same answer', async () => {
  const { as, db, addOrganizer } = await startApp()
  const mine = as(await addOrganizer())
  await mine.post(url, {})

  const replies = await fiveAtOnce(db, 'event_drafts WHERE id = 1', () =>
    mine.put(`${url}/1`, { version: 1, event_name: 'Sent again and again' }),
  )

  expect(replies.map((reply) => reply.json().version)).toEqual([2, 2, 2, 2, 2])
})

test('a draft published during a save is never lost and never left beside its event', async () => {
  const { as, addOrganizer, clock } = await startApp()
  const mine = as(await addOrganizer())

  for (let round = 0; round < 10; round++) {
    const { id } = (await mine.post(url, { event_name: `Round ${round}` })).json()
    const before = (await mine.get('/api/events/my-events')).json().length
    const publish = () =>
      mine.post('/api/events/create-event', { ...eventFields(clock.now), draft_id: id, draft_version: 1 })

    const [published, again, saved] = await Promise.all([
      publish(),
      publish(),
      mine.put(`${url}/${id}`, { version: 1, event_name: 'Saved' }),
    ])

    const events = (await mine.get('/api/events/my-events')).json().length - before
    const drafts = (await mine.get(url)).json()
    const made = [published, again].filter(({ statusCode }) => statusCode === 201).map((reply) => reply.json().id)
    expect(new Set(made).size).toBe(events)
    expect(events).toBe(saved.statusCode === 200 ? 0 : 1)
    expect(drafts).toHaveLength(saved.statusCode === 200 ? 1 : 0)
    if (saved.statusCode === 200) await mine.delete(`${url}/${id}`)
  }
})
