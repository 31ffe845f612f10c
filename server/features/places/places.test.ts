import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startApp } from '#server/testing/app.ts'

const paragon = {
  place_id: 1,
  name: 'สยามพารากอน',
  display_name: 'สยามพารากอน, ถนนพระรามที่ 1, กรุงเทพมหานคร',
  lat: '13.7466',
  lon: '100.5347',
}
const asPlace = { name: paragon.name, address: paragon.display_name, latitude: 13.7466, longitude: 100.5347 }
const search = (words: string) => `/api/places/search?q=${encodeURIComponent(words)}`
const reverse = (latitude: number, longitude: number) =>
  `/api/places/reverse?latitude=${latitude}&longitude=${longitude}`

test('places are found by name, with polite requests to the geocoder', async () => {
  const geocoder = await startGeocoder(() => [paragon])
  const { as, addUser } = await startApp({ GEOCODER_URL: geocoder.url, PUBLIC_URL: 'https://ruam.example' })

  const reply = await as(await addUser()).get(`${search('  สยาม   Paragon ')}`)

  expect(reply.json()).toEqual([asPlace])
  expect(geocoder.asked[0]?.url).toBe(
    `/search?${new URLSearchParams({ q: 'สยาม paragon', limit: '5', format: 'jsonv2' })}`,
  )
  expect(geocoder.asked[0]?.headers).toMatchObject({
    'user-agent': 'Ruam event ticketing (https://ruam.example/)',
    'accept-language': 'en,th',
  })
})

test('an answer is reused for thirty days', async () => {
  const geocoder = await startGeocoder(() => [paragon])
  const { as, addUser, visitor, clock, db } = await startApp({ GEOCODER_URL: geocoder.url })
  const person = await addUser()

  await as(person).get(search('Siam'))
  expect((await as(person).get(search('SIAM'))).json()).toEqual([asPlace])
  expect(geocoder.asked).toHaveLength(1)

  clock.now = new Date(clock.now.getTime() + 29 * 24 * 3_600_000)
  const { access } = (await visitor.post('/api/token/refresh', { refresh: person.refresh })).json()
  await as({ ...person, access }).get(search('siam'))
  expect(geocoder.asked).toHaveLength(1)

  await db.pool.query("UPDATE places SET expires_at = '2020-01-01'")
  await as({ ...person, access }).get(search('siam'))
  expect(geocoder.asked).toHaveLength(2)
  expect((await db.pool.query('SELECT FROM places')).rowCount).toBe(1)
})

test('a point has an address, blank at sea', async () => {
  const geocoder = await startGeocoder((url) =>
    url.searchParams.get('lat') === '0' ? { error: 'Unable to geocode' } : paragon,
  )
  const { as, addUser } = await startApp({ GEOCODER_URL: geocoder.url })
  const person = await addUser()

  const land = await as(person).get(reverse(13.746_612_3, 100.5347))
  const sea = await as(person).get(reverse(0, 0))

  expect(land.json()).toEqual({ ...asPlace, latitude: 13.746_612_3 })
  expect(sea.json()).toEqual({ name: '', address: '', latitude: 0, longitude: 0 })
  expect(geocoder.asked[0]?.url).toBe('/reverse?lat=13.74661&lon=100.5347&zoom=18&format=jsonv2')
})

test('the geocoder gets one request a second, and a long queue is refused', async () => {
  const geocoder = await startGeocoder(() => [paragon])
  const { as, addUser } = await startApp({ GEOCODER_URL: geocoder.url })
  const person = await addUser()

  const replies = await Promise.all(
    ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map((words) => as(person).get(search(words))),
  )

  const refused = replies.filter((reply) => reply.statusCode === 503)
  expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(8 - refused.length)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.json()).toMatchObject({ code: 'places_unavailable' })
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  const times = geocoder.asked.map(({ at }) => at)
  // Without the first request, which may take longer to arrive.
  const between = (times.at(-1) ?? 0) - (times[0] ?? 0)
  expect(between).toBeGreaterThan((times.length - 1) * 1_000 - 500)
})

test.each([
  ['responds too slowly', { hang: true }],
  ['refuses connections', { closed: true }],
  ['answers 500', { status: 500 }],
  ['answers 429', { status: 429 }],
  ['answers no JSON', { text: '<html>' }],
  ['answers something else', { text: '{"a":1}' }],
  ['answers without end', { text: `[${'1,'.repeat(400_000)}1]` }],
  ['leads elsewhere', { redirect: true }],
])('a geocoder that %s gives 503 with Retry-After', async (_, behaviour) => {
  const elsewhere = await startGeocoder(() => [paragon])
  const geocoder = await startGeocoder(() => [paragon], { ...behaviour, elsewhere: elsewhere.url })
  const { as, addUser, db } = await startApp({ GEOCODER_URL: geocoder.url })
  // The service hangs forever: waiting for it would never end.
  const reply = await as(await addUser()).get(search('siam'))

  expect(reply.statusCode).toBe(503)
  expect(reply.json().error).toBe('Places cannot be looked up right now. You can still type the address.')
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expect(elsewhere.asked).toEqual([])
  expect((await db.pool.query('SELECT FROM places')).rowCount).toBe(0)
})

test('a geocoder that is down is left alone for a while; cached answers still work', async () => {
  let isDown = false
  const geocoder = await startGeocoder((_, response) => {
    if (isDown) response.statusCode = 502
    return [paragon]
  })
  const { as, addUser } = await startApp({ GEOCODER_URL: `${geocoder.url}/` })
  const person = await addUser()
  await as(person).get(search('known'))

  isDown = true
  const failed = await as(person).get(search('unknown'))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  const again = await as(person).get(search('unknown'))

  expect([failed.statusCode, again.statusCode]).toEqual([503, 503])
  expect(geocoder.asked).toHaveLength(2)
  expect((await as(person).get(search('known'))).json()).toEqual([asPlace])
})

test('Thai users get Thai answers, and visitors none', async () => {
  const geocoder = await startGeocoder(() => [paragon])
  const { app, visitor, addUser } = await startApp({ GEOCODER_URL: geocoder.url })
  const person = await addUser()

  await app.inject({
    url: search('siam'),
    headers: { authorization: `Bearer ${person.access}`, 'accept-language': 'th-TH,th;q=0.9,en;q=0.8' },
  })

  expect(geocoder.asked[0]?.headers['accept-language']).toBe('th,en')
  expect((await visitor.get(search('siam'))).statusCode).toBe(401)
  expect((await visitor.get(reverse(13, 100))).statusCode).toBe(401)
})

test.each([
  'search',
  'search?q=',
  `search?q=${'x'.repeat(201)}`,
  'reverse',
  'reverse?latitude=91&longitude=0',
  'reverse?latitude=a&longitude=0',
  'reverse?latitude=&longitude=0',
])('places/%s is refused', async (call) => {
  const { as, addUser } = await startApp()

  expect((await as(await addUser()).get(`/api/places/${call}`)).statusCode).toBe(422)
})

test('lookups are limited per user', async () => {
  const geocoder = await startGeocoder(() => [paragon])
  const { as, addUser } = await startApp({ GEOCODER_URL: geocoder.url, RATE_LIMIT_SCALE: '0.1' })
  const [busy, calm] = [await addUser(), await addUser()]

  const statuses: number[] = []
  for (let n = 0; n < 7; n++) statuses.push((await as(busy).get(search('siam'))).statusCode)

  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  expect((await as(calm).get(search('siam'))).statusCode).toBe(200)
})

interface Behaviour {
  hang?: boolean
  closed?: boolean
  status?: number
  text?: string
  redirect?: boolean
  elsewhere?: string
}

interface Asked {
  url: string
  headers: IncomingMessage['headers']
  at: number
}

/** A Nominatim of the test's own, on loopback. */
async function startGeocoder(
  answer: (url: URL, response: ServerResponse) => unknown,
  { hang, closed, status, text, redirect, elsewhere }: Behaviour = {},
) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers, at: Date.now() })
    if (hang) return
    if (redirect) return response.writeHead(302, { location: `${elsewhere}${request.url}` }).end()
    if (status) response.statusCode = status
    const json = text ?? JSON.stringify(answer(new URL(request.url ?? '', 'http://localhost'), response))
    response.setHeader('content-type', 'application/json').end(json)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  if (closed) await stop()
  else onTestFinished(async () => void (await stop()))
  return { url: `http://127.0.0.1:${port}`, asked }
}
