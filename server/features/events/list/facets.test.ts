import { expect, test } from 'vitest'
import { type Caller, startApp } from '#server/testing/app.ts'
import { endEvent } from '#server/testing/insert-events.ts'
import { markEndedEvents } from './list.service.ts'

const hour = 3_600_000
const forStudents = { visibility: 'PRIVATE', allowed_email_domains: 'ku.th' } as const

/** What the filters count for a viewer: events of each category and tag that are not over, and on each day. */
async function countsFor(viewer: Caller) {
  const [categories, tags, days] = await Promise.all(
    ['categories', 'tags', 'days?month=2026-11'].map(async (path) => (await viewer.get(`/api/events/${path}`)).json()),
  )
  type Count = Record<'category' | 'tag' | 'day', string> & { current_events: number; events: number }
  const counts = (list: Count[], key: 'category' | 'tag' | 'day') =>
    Object.fromEntries(list.map((one) => [one[key], one.current_events ?? one.events]))
  return { categories: counts(categories, 'category'), tags: counts(tags, 'tag'), days: counts(days, 'day') }
}

test('categories, tags and days are counted like the lists behind them', async () => {
  const { as, visitor, clock, addUser, addEvent } = await startApp()
  const at = (hours: number, lasts: number) => ({
    start_date_event: new Date(clock.now.getTime() + hours * hour).toISOString(),
    end_date_event: new Date(clock.now.getTime() + (hours + lasts) * hour).toISOString(),
  })
  // It is 10:00 in Bangkok on November 21.
  await addEvent({ category: 'CONCERT', tags: 'music,river', ...at(48, 3) })
  await addEvent({ category: 'CONCERT', tags: 'music', ...at(50, 12) })
  await addEvent({ category: 'SEMINAR', tags: 'river', ...at(62, 12) })
  await addEvent({ category: 'SEMINAR', tags: 'secret,music', ...forStudents, ...at(50, 12) })
  await addEvent({ category: 'OTHER', tags: 'unlisted', visibility: 'PRIVATE', ...at(48, 3) })
  const student = await addUser({ email: 'student@ku.th' })

  expect(await countsFor(visitor)).toEqual({
    categories: { CONCERT: 2, SEMINAR: 1 },
    tags: { music: 2, river: 2 },
    // The second and the fourth end at midnight, the third begins then and ends the noon after.
    days: { '2026-11-23': 2, '2026-11-24': 1 },
  })
  expect(await countsFor(as(student))).toEqual({
    categories: { CONCERT: 2, SEMINAR: 2 },
    tags: { music: 3, river: 2, secret: 1 },
    days: { '2026-11-23': 3, '2026-11-24': 1 },
  })
  for (const viewer of [visitor, as(student)]) {
    const { categories, tags, days } = await countsFor(viewer)
    const lists = [
      ...Object.entries(categories).map(([name, count]) => [`category=${name}`, count] as const),
      ...Object.entries(tags).map(([name, count]) => [`tags=${name}`, count] as const),
      ...Object.entries(days).map(([name, count]) => [`date=${name}`, count] as const),
    ]
    for (const [query, count] of lists) {
      const reply = await viewer.get(`/api/events/events?current=true&${query}`)
      expect([query, reply.headers['x-total-count'], reply.json().length]).toEqual([query, String(count), count])
    }
  }
})

test('an event changing between private and public is listed once for its audience', async () => {
  const { as, visitor, addUser, addEvent } = await startApp()
  const event = await addEvent({ tags: 'music' })
  const viewers = [visitor, as(await addUser({ email: 'student@ku.th' })), as(event.owner)]
  const listedFor = (path: string) =>
    Promise.all(viewers.map(async (viewer) => (await viewer.get(`/api/events/events?${path}`)).json().length))
  const popular = 'sort=popular&current=true'
  const edit = (changes: object) => as(event.owner).patch(`/api/events/${event.id}/edit`, changes)

  expect(await listedFor('tags=music')).toEqual([1, 1, 1])
  await edit({ tags: 'music', ...forStudents })
  expect([await listedFor('tags=music'), await listedFor('sort=popular'), await listedFor(popular)]).toEqual([
    [0, 1, 1],
    [0, 1, 1],
    [0, 1, 1],
  ])
  await edit({ tags: 'river', ...forStudents, allowed_email_domains: 'cu.th' })
  expect([await listedFor('tags=music'), await listedFor('search=river')]).toEqual([
    [0, 0, 0],
    [0, 0, 1],
  ])
  await edit({ tags: 'river', visibility: 'PUBLIC', allowed_email_domains: '' })
  expect([await listedFor('tags=river'), await listedFor(popular)]).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ])
})

test('the most used tags count public and private events together', async () => {
  const { as, visitor, addUser, addEvent } = await startApp()
  for (const tags of ['music,art', 'music,art', 'music,river', 'river,food']) await addEvent({ tags })
  for (const tags of ['food,secret', 'food,secret', 'food']) await addEvent({ tags, ...forStudents })
  const student = as(await addUser({ email: 'student@ku.th' }))
  const most = async (viewer: Caller) =>
    (await viewer.get('/api/events/tags?limit=2')).json().map(({ tag }: { tag: string }) => tag)

  expect(await most(visitor)).toEqual(['music', 'art'])
  expect(await most(student)).toEqual(['food', 'music'])
})

test('tags that are used equally often are listed as in a Thai dictionary', async () => {
  const { visitor, addEvent } = await startApp()
  await addEvent({ tags: 'ขนม,เกม,กีฬา,แจ๊ส,art' })

  const tags = await visitor.get('/api/events/tags?limit=40')

  expect(tags.json().map(({ tag }: { tag: string }) => tag)).toEqual(['กีฬา', 'เกม', 'ขนม', 'แจ๊ส', 'art'])
})

test('visible private events can lift a tag among the most used', async () => {
  const { as, db, visitor, addUser, addEvent } = await startApp()
  for (const tags of ['music,art', 'music,art', 'music,river', 'river']) await addEvent({ tags })
  await addEvent({ tags: 'river', ...forStudents })
  const { owner } = await addEvent({ tags: 'river', visibility: 'PRIVATE' })
  // More than are looked at one by one, and each used more often than the river among private events.
  const many = Array.from({ length: 300 }, (_, n) => `tag${n}`).join(',')
  const ids = [await addEvent(forStudents), await addEvent(forStudents)].map(({ id }) => id)
  await db.pool.query('UPDATE events SET tags = $1 WHERE id = ANY ($2)', [many, ids])
  const most = async (viewer: Caller) =>
    Object.fromEntries(
      (await viewer.get('/api/events/tags?limit=2'))
        .json()
        .map((one: { tag: string; current_events: number }) => [one.tag, one.current_events]),
    )

  expect(await most(visitor)).toEqual({ music: 3, art: 2 })
  expect(await most(as(owner))).toEqual({ music: 3, river: 3 })
  expect(await most(as(await addUser({ email: 'student@ku.th' })))).toEqual({ music: 3, river: 3 })
})

test('changed, called-off and ended events are recounted, marked or not', async () => {
  const { as, ctx, visitor, clock, addEvent } = await startApp()
  const event = await addEvent({ category: 'CONCERT', tags: 'music,river' })
  const other = await addEvent({ category: 'OTHER', tags: 'music' })

  await as(event.owner).patch(`/api/events/${event.id}/edit`, { category: 'WORKSHOP', tags: 'river,code' })
  expect(await countsFor(visitor)).toMatchObject({
    categories: { WORKSHOP: 1, OTHER: 1 },
    tags: { river: 1, code: 1, music: 1 },
  })

  await as(other.owner).delete(`/api/organizers/delete-event/${other.id}`)
  expect(await countsFor(visitor)).toMatchObject({ categories: { WORKSHOP: 1 }, tags: { river: 1, code: 1 } })

  clock.now = new Date(clock.now.getTime() + 30 * 24 * hour)
  for (const notice of [async () => undefined, () => markEndedEvents(ctx)]) {
    await notice()
    const past = await visitor.get('/api/events/events?status=COMPLETED')
    expect((await visitor.get('/api/events/categories')).json()).toEqual([
      { category: 'WORKSHOP', current_events: 0, past_events: 1 },
    ])
    expect((await visitor.get('/api/events/events?current=true')).headers['x-total-count']).toBe('0')
    expect([past.headers['x-total-count'], past.json()[0].id]).toEqual(['1', event.id])
  }
})

test('a postponed private event is listed and found again by its audience', async () => {
  const { as, db, visitor, addUser, addEvent } = await startApp()
  const { id } = await addEvent({ event_name: 'Zymurgy', ...forStudents })
  const student = as(await addUser({ email: 'student@ku.th' }))
  const lists = ['current=true', 'current=true&search=zymurgy', 'status=COMPLETED', 'status=COMPLETED&search=zymurgy']
  const listedFor = (viewer: Caller) =>
    Promise.all(lists.map(async (query) => (await viewer.get(`/api/events/events?${query}`)).json().length))

  expect(await listedFor(student)).toEqual([1, 1, 0, 0])
  await endEvent(db, id)
  expect(await listedFor(student)).toEqual([0, 0, 1, 1])
  await db.pool.query("UPDATE events SET end_date_event = end_date_event + interval '60 days' WHERE id = $1", [id])
  expect(await listedFor(student)).toEqual([1, 1, 0, 0])
  expect(await listedFor(visitor)).toEqual([0, 0, 0, 0])
})

test('events written concurrently are all counted', async () => {
  const { visitor, addEvent, addOrganizer } = await startApp()
  const owner = await addOrganizer()

  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      addEvent({ tags: n % 2 ? 'music,river' : 'river,music', category: 'CONCERT' }, owner),
    ),
  )

  expect(await countsFor(visitor)).toMatchObject({ categories: { CONCERT: 20 }, tags: { music: 20, river: 20 } })
})

test('running events are listed from their first moment to their last', async () => {
  const { as, visitor, clock, addUser, addEvent } = await startApp()
  const [starts, ends] = [2, 3].map((minutes) => new Date(clock.now.getTime() + minutes * 60_000))
  const times = { start_date_event: starts?.toISOString() ?? '', end_date_event: ends?.toISOString() ?? '' }
  await addEvent({ ...times, end_date_register: times.start_date_event })
  await addEvent({ ...times, end_date_register: times.start_date_event, ...forStudents })
  const student = await addUser({ email: 'student@ku.th' })
  const underWay = (viewer: Caller) =>
    viewer.get('/api/events/events?status=ONGOING').then((reply) => reply.json().length)

  for (const [at, ofVisitor, ofStudent] of [
    [Number(starts) - 1, 0, 0],
    [Number(starts), 1, 2],
    [Number(ends) - 1, 1, 2],
    [Number(ends), 0, 0],
  ] as const) {
    clock.now = new Date(at)
    expect([at, await underWay(visitor), await underWay(as(student))]).toEqual([at, ofVisitor, ofStudent])
  }
})

test('current events are listed next first, then running ones, page after page', async () => {
  const { visitor, clock, addEvent } = await startApp()
  const at = (hours: number) => ({
    start_date_event: new Date(clock.now.getTime() + hours * hour).toISOString(),
    end_date_event: new Date(clock.now.getTime() + 100 * hour).toISOString(),
  })
  const ids: number[] = []
  for (const hours of [2, 3, 4, 5]) ids.push((await addEvent(at(hours))).id)
  clock.now = new Date(clock.now.getTime() + 3.5 * hour)
  const [first, second, third, fourth] = ids

  const list = '/api/events/events?current=true&sort=soonest'
  const page = async (url: string) => {
    const reply = await visitor.get(url)
    const next = /<(.+)>; rel="next"/.exec(String(reply.headers.link))?.[1] ?? ''
    return { found: reply.json().map(({ id }: { id: number }) => id), next }
  }

  const read: number[] = []
  const pages: string[] = []
  for (let url = `${list}&limit=1`; url; ) {
    const { found, next } = await page(url)
    read.push(...found)
    pages.push(url)
    url = next
  }
  const middle = await page(`${list}&limit=2&cursor=1`)
  const withoutStage = await Promise.all(pages.map((url) => page(url.replace(/(upcoming|ongoing)_/, 'after_'))))
  clock.now = new Date(clock.now.getTime() + hour)
  const started = await page(pages[1] ?? '')

  expect(read).toEqual([third, fourth, first, second])
  expect(middle.found).toEqual([fourth, first])
  expect(withoutStage.flatMap(({ found }) => found)).toEqual(read)
  expect(started.found).toEqual([fourth])
})

test.each(['2026-13', '2026-1', 'soon', '1899-12', '2201-01', ''])(
  'there are no days of the month %j',
  async (month) => {
    const { visitor } = await startApp()

    expect((await visitor.get(`/api/events/days?month=${month}`)).statusCode).toBe(422)
  },
)
