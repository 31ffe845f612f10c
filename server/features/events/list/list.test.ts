import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { eventLimits } from '#contract/events/event-fields.ts'
import { longestList } from '#contract/events/event-list.ts'
import { CardEvent } from '#contract/events/events.schemas.ts'
import { sql } from '#server/lib/postgres/database.ts'
import { type Caller, type Person, startApp } from '#server/testing/app.ts'
import { endEvent, insertEvents } from '#server/testing/insert-events.ts'

const day = 24 * 3_600_000

test('the list is an array of public events, newest first, with its total', async () => {
  const { visitor, addEvent } = await startApp()
  const first = await addEvent()
  const second = await addEvent()
  await addEvent({ visibility: 'PRIVATE' })

  const reply = await visitor.get('/api/events/events/')

  expect(reply.json().map((event: { id: number }) => event.id)).toEqual([second.id, first.id])
  expect(reply.headers['x-total-count']).toBe('2')
})

test('a search finds parts of words in Thai and English, and every word must match', async () => {
  const { visitor, addEvent } = await startApp()
  const thai = await addEvent({ event_name: 'สัมมนานักพัฒนาซอฟต์แวร์', address: 'สามย่านมิตรทาวน์' })
  const english = await addEvent({ event_name: 'Photography walk', tags: '100%fun,camera' })
  const found = async (words: string) =>
    (await visitor.get(`/api/events/events?search=${encodeURIComponent(words)}`))
      .json()
      .map((e: { id: number }) => e.id)

  expect(await found('พัฒนา')).toEqual([thai.id])
  expect(await found('สามย่าน ซอฟต์แวร์')).toEqual([thai.id])
  expect(await found('PHOTOG')).toEqual([english.id])
  expect(await found('0%f')).toEqual([english.id])
  expect(await found('%')).toEqual([english.id])
  expect(await found('photography สามย่าน')).toEqual([])
})

test('a list is filtered, sorted and paged in the database', async () => {
  const { as, visitor, clock, addUser, addEvent } = await startApp()
  const at = (days: number) => ({
    start_date_event: new Date(clock.now.getTime() + days * day).toISOString(),
    end_date_event: new Date(clock.now.getTime() + (days + 1) * day).toISOString(),
  })
  const concert = await addEvent({ category: 'CONCERT', tags: 'music,river', ...at(9) })
  const workshop = await addEvent({ category: 'WORKSHOP', tags: 'code', ...at(3) })
  const seminar = await addEvent({ category: 'SEMINAR', tags: 'musical', ...at(6) })
  await as(await addUser()).post(`/api/tickets/event/${seminar.id}/register`)
  const ids = async (query: string) =>
    (await visitor.get(`/api/events/events?${query}`)).json().map((event: { id: number }) => event.id)

  expect(await ids('category=CONCERT')).toEqual([concert.id])
  expect(await ids('tags=code,music')).toEqual([workshop.id, concert.id])
  expect(await ids('date=2026-11-25')).toEqual([workshop.id])
  expect(await ids('status=COMPLETED')).toEqual([])
  expect(await ids('visibility=PRIVATE')).toEqual([])
  expect(await ids('sort=soonest')).toEqual([workshop.id, seminar.id, concert.id])
  expect(await ids('sort=latest&limit=1')).toEqual([concert.id])
  expect(await ids('sort=popular&limit=1')).toEqual([seminar.id])

  const first = await visitor.get('/api/events/events?limit=2&sort=soonest')
  const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  const second = await visitor.get(next)
  expect(first.headers['x-total-count']).toBe('3')
  expect(second.json().map((event: { id: number }) => event.id)).toEqual([concert.id])
  expect(second.headers.link).toBeUndefined()
})

test.each([
  'limit=0',
  'limit=1001',
  'limit=0x10',
  'limit=1e2',
  'limit=%2B5',
  'limit=',
  'cursor=-1',
  'cursor=0b1',
  'cursor=1e1',
  'category=PARTY',
  'sort=random',
  'date=yesterday',
  'date=0000-01-01',
  'date=9999-12-31',
  'search=%00',
])('a list refuses the parameter %s', async (query) => {
  const { visitor } = await startApp()

  const reply = await visitor.get(`/api/events/events?${query}`)

  expect([400, 422]).toContain(reply.statusCode)
  expect(reply.json().error).not.toBe('')
})

const thai = 'ก'.repeat(eventLimits.markdown)
const control = '\u0001'.repeat(eventLimits.markdown)

/** Events that are all as long as events may be, made by one organizer and bookmarked by them. */
async function startWith(count: number, text: string) {
  const { db, clock, as, visitor, addOrganizer } = await startApp()
  const owner = await addOrganizer()
  const long = { detailed_description: text, terms_and_conditions: text }
  await insertEvents(db, { count, ownerId: owner.id, now: clock.now }, long)
  await db.run(sql`
    INSERT INTO bookmarks (event_id, user_id, created_at) SELECT id, ${owner.id}, now() FROM events`)
  return { as, visitor, owner }
}

const lists: [string, (viewer: { visitor: Caller; as: (person: Person) => Caller; owner: Person }) => Caller][] = [
  ['/api/events/events', ({ visitor }) => visitor],
  ['/api/events/my-events', ({ as, owner }) => as(owner)],
  ['/api/bookmarks/my-favorite', ({ as, owner }) => as(owner)],
]

test.each([
  ['Thai letters', thai, 100],
  ['characters that take six bytes in JSON', control, 100],
])('a list of events full of %s ends at 8 MB, and its pages have every event once', async (_, text, count) => {
  const started = await startWith(count, text)

  for (const [url, viewerOf] of lists) {
    const pages = await readAll(viewerOf(started), url)
    const ids = pages.flatMap(idsIn)

    expect(pages.length).toBeGreaterThan(1)
    expect(pages.every(({ rawPayload }) => rawPayload.length <= longestList)).toBe(true)
    expect(pages[0]?.rawPayload.length).toBeGreaterThan(longestList * 0.9)
    expect(pages.every(({ headers }) => headers['x-total-count'] === String(count))).toBe(true)
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one))
    expect(ids).toHaveLength(count)
    expect(pages[0]?.json()[0]).toMatchObject({ detailed_description: text, terms_and_conditions: text })
  }
})

test('cards of the same events fit one answer, with the card fields only', async () => {
  const started = await startWith(100, thai)

  for (const [url, viewerOf] of lists) {
    const reply = await viewerOf(started).get(`${url}?fields=card`)

    expect(reply.headers.link).toBeUndefined()
    expect(reply.json()).toHaveLength(100)
    expect(Object.keys(reply.json()[0]).sort()).toEqual(Object.keys(CardEvent.shape).sort())
    expect(reply.rawPayload.length).toBeLessThan(150_000)
  }
})

test('the card of an event is visible to everybody who may see the event', async () => {
  const { visitor, as, addUser, addEvent } = await startApp()
  const open = await addEvent()
  const closed = await addEvent({ visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })

  const card = await visitor.get(`/api/events/${open.id}/card`)
  const whole = (await visitor.get(`/api/events/${open.id}`)).json()

  expect(card.json()).toEqual(CardEvent.parse(whole))
  expect((await as(await addUser()).get(`/api/events/${closed.id}/card`)).json()).toMatchObject({
    code: 'event_not_found',
  })
  expect((await as(closed.owner).get(`/api/events/${closed.id}/card`)).statusCode).toBe(200)
})

test('bookmarks are paged, and unknown fields are refused', async () => {
  const { as, owner } = await startWith(5, 'Two talks.')

  const first = await as(owner).get('/api/bookmarks/my-favorite?limit=2')

  expect(first.json()).toHaveLength(2)
  expect(first.headers).toMatchObject({ 'x-total-count': '5', link: expect.stringContaining('cursor=2') })
  expect((await as(owner).get('/api/bookmarks/my-favorite?fields=all')).statusCode).toBe(422)
  expect((await as(owner).get('/api/bookmarks/my-favorite?limit=0')).statusCode).toBe(422)
})

async function readAll(viewer: Caller, url: string): Promise<LightMyRequestResponse[]> {
  const pages = [await viewer.get(url)]
  for (;;) {
    const next = /<(.+)>; rel="next"/.exec(String(pages.at(-1)?.headers.link))?.[1]
    if (next === undefined) return pages
    pages.push(await viewer.get(next))
  }
}

const idsIn = (page: LightMyRequestResponse): number[] => page.json().map(({ id }: { id: number }) => id)

const url = '/api/events/events'
/** In the middle of Chiang Mai. */
const here = 'near=18.79,98.98'
const places = {
  'Chiang Mai': { latitude: 18.7883, longitude: 98.9853 },
  Lampang: { latitude: 18.2888, longitude: 99.4908 },
  Bangkok: { latitude: 13.7467, longitude: 100.5347 },
  'Suva, Fiji': { latitude: -18.1416, longitude: 178.4419 },
} as const

type Product = Awaited<ReturnType<typeof startApp>>

async function startWithPlaces() {
  const started = await startApp()
  const owner = await started.addOrganizer()
  const add = async (event_name: string, given: object) => (await started.addEvent({ event_name, ...given }, owner)).id
  for (const [name, point] of Object.entries(places).reverse()) await add(name, point)
  return { ...started, owner, add }
}

const namesOf = async (viewer: Product['visitor'], query: string) =>
  (await viewer.get(`${url}?${query}`)).json().map((event: { event_name: string }) => event.event_name)

test('near a point the nearest events come first, anywhere on earth', async () => {
  const { visitor } = await startWithPlaces()

  expect(await namesOf(visitor, `${here}&sort=nearest`)).toEqual(Object.keys(places))
  // Across the date line, Fiji is nearer to Samoa than anything else.
  expect(await namesOf(visitor, 'near=-13.83,-171.77&sort=nearest')).toEqual([
    'Suva, Fiji',
    'Bangkok',
    'Lampang',
    'Chiang Mai',
  ])
  expect((await visitor.get(`${url}?${here}&sort=nearest`)).headers['x-total-count']).toBe('4')
})

test('online, past, unplaced and hidden events are not near anything', async () => {
  const { as, db, visitor, owner, add, addUser } = await startWithPlaces()
  const member = await addUser({ email: 'member@ku.th' })
  await add('Online', { ...places.Lampang, is_online: true, meeting_link: 'https://meet.example.com/a' })
  await endEvent(db, await add('Over', places.Lampang))
  await add('Somewhere', {})
  await add('For members', { ...places.Lampang, visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })
  await add('Unlisted', { ...places.Lampang, visibility: 'PRIVATE' })

  const near = (viewer: Product['visitor']) => namesOf(viewer, `${here}&sort=nearest`)
  expect(await near(visitor)).toEqual(Object.keys(places))
  expect((await near(as(member))).slice(1, 3).sort()).toEqual(['For members', 'Lampang'])
  expect((await near(as(owner))).slice(1, 4).sort()).toEqual(['For members', 'Lampang', 'Unlisted'])
})

test('a moved event is found at its new place', async () => {
  const { as, visitor, owner, add } = await startWithPlaces()
  const id = await add('Wanders', places['Suva, Fiji'])
  const edit = (change: object) => as(owner).patch(`/api/events/${id}/edit`, change)

  await edit(places.Lampang)
  expect((await namesOf(visitor, `${here}&sort=nearest`)).slice(1, 3).sort()).toEqual(['Lampang', 'Wanders'])
  await edit({ is_online: true })
  expect(await namesOf(visitor, `${here}&sort=nearest`)).not.toContain('Wanders')
})

test('near combines with the other filters, orders and searches', async () => {
  const { visitor, add } = await startWithPlaces()
  await add('Concert', { ...places.Bangkok, category: 'CONCERT', is_free: false, ticket_price: 300 })

  expect(await namesOf(visitor, `${here}&sort=nearest&category=CONCERT`)).toEqual(['Concert'])
  expect(await namesOf(visitor, `${here}&sort=nearest&search=bangkok`)).toEqual(['Bangkok'])
  expect((await namesOf(visitor, `${here}&sort=price`)).at(-1)).toBe('Concert')
  expect(await namesOf(visitor, `${here}&sort=nearest&date=2026-11-28&until=2026-11-29`)).toHaveLength(5)
  expect(await namesOf(visitor, `${here}&sort=nearest&date=2026-11-29&until=2027-11-29`)).toEqual([])
  expect(await namesOf(visitor, `${here}&online=true`)).toEqual([])
})

test('the next page continues behind the last event, also among equal distances', async () => {
  const { visitor, add } = await startWithPlaces()
  for (let made = 0; made < 5; made++) await add(`Lampang ${made}`, places.Lampang)
  const seen: string[] = []
  let next: string | undefined = `${url}?${here}&sort=nearest&limit=2`
  while (next) {
    const reply: Awaited<ReturnType<Product['visitor']['get']>> = await visitor.get(next)
    seen.push(...reply.json().map(({ event_name }: { event_name: string }) => event_name))
    next = /<(.*)>/.exec(String(reply.headers.link ?? ''))?.[1]
  }

  expect(seen).toHaveLength(9)
  expect(new Set(seen).size).toBe(9)
  expect([seen[0], ...seen.slice(-2)]).toEqual(['Chiang Mai', 'Bangkok', 'Suva, Fiji'])
})

test.each(['91,100', '13,181', '13', '13,100,1', 'x,y', '', '1e1,100', '13.7;100.5'])(
  'near=%s is refused with a message',
  async (near) => {
    const { visitor } = await startApp()

    const reply = await visitor.get(`${url}?sort=nearest&near=${encodeURIComponent(near)}`)

    expect([reply.statusCode, reply.json().error]).toEqual([
      422,
      'Must be a latitude and a longitude such as 13.76,100.50.',
    ])
  },
)

test('without a point the nearest order is the soonest one', async () => {
  const { visitor } = await startWithPlaces()

  expect(await namesOf(visitor, 'sort=nearest')).toEqual(await namesOf(visitor, 'sort=soonest'))
})
