import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { endEvent } from '#server/testing/insert-events.ts'

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

const namesOf = async (reader: Product['visitor'], query: string) =>
  (await reader.get(`${url}?${query}`)).json().map((event: { event_name: string }) => event.event_name)

test('near a point the nearest events come first, everywhere on the earth', async () => {
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

test('what is online, over, without a point of its own or not for the reader is not near anything', async () => {
  const { as, db, visitor, owner, add, addUser } = await startWithPlaces()
  const member = await addUser({ email: 'member@ku.th' })
  await add('Online', { ...places.Lampang, is_online: true, meeting_link: 'https://meet.example.com/a' })
  await endEvent(db, await add('Over', places.Lampang))
  await add('Somewhere', {})
  await add('For members', { ...places.Lampang, visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })
  await add('Unlisted', { ...places.Lampang, visibility: 'PRIVATE' })

  const near = (reader: Product['visitor']) => namesOf(reader, `${here}&sort=nearest`)
  expect(await near(visitor)).toEqual(Object.keys(places))
  expect((await near(as(member))).slice(1, 3).sort()).toEqual(['For members', 'Lampang'])
  expect((await near(as(owner))).slice(1, 4).sort()).toEqual(['For members', 'Lampang', 'Unlisted'])
})

test('an event that is moved, or goes online, is found where it is now', async () => {
  const { as, visitor, owner, add } = await startWithPlaces()
  const id = await add('Wanders', places['Suva, Fiji'])
  const edit = (change: object) => as(owner).patch(`/api/events/${id}/edit`, change)

  await edit(places.Lampang)
  expect((await namesOf(visitor, `${here}&sort=nearest`)).slice(1, 3).sort()).toEqual(['Lampang', 'Wanders'])
  await edit({ is_online: true })
  expect(await namesOf(visitor, `${here}&sort=nearest`)).not.toContain('Wanders')
})

test('near goes together with the other filters, orders and searches', async () => {
  const { visitor, add } = await startWithPlaces()
  await add('Concert', { ...places.Bangkok, category: 'CONCERT', is_free: false, ticket_price: 300 })

  expect(await namesOf(visitor, `${here}&sort=nearest&category=CONCERT`)).toEqual(['Concert'])
  expect(await namesOf(visitor, `${here}&sort=nearest&search=bangkok`)).toEqual(['Bangkok'])
  expect((await namesOf(visitor, `${here}&sort=price`)).at(-1)).toBe('Concert')
  expect(await namesOf(visitor, `${here}&sort=nearest&date=2026-11-28&until=2026-11-29`)).toHaveLength(5)
  expect(await namesOf(visitor, `${here}&sort=nearest&date=2026-11-29&until=2027-11-29`)).toEqual([])
  expect(await namesOf(visitor, `${here}&online=true`)).toEqual([])
})

test('the next page begins behind the last event, also where several are at one place', async () => {
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
  'near=%s is refused in words',
  async (near) => {
    const { visitor } = await startApp()

    const reply = await visitor.get(`${url}?sort=nearest&near=${encodeURIComponent(near)}`)

    expect([reply.statusCode, reply.json().error]).toEqual([
      422,
      'Must be a latitude and a longitude such as 13.76,100.50.',
    ])
  },
)

test('without a point the nearest events are the next ones', async () => {
  const { visitor } = await startWithPlaces()

  expect(await namesOf(visitor, 'sort=nearest')).toEqual(await namesOf(visitor, 'sort=soonest'))
})
