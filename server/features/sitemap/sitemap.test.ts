import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { informationPages } from '#contract/paths.ts'
import { authentication } from '#server/features/accounts/sessions.service.ts'
import type { Context } from '#server/lib/context.ts'
import { createApi } from '#server/lib/http/api.ts'
import { startApp } from '#server/testing/app.ts'
import { sitemapRoutes } from './sitemap.routes.ts'

const address = { PUBLIC_URL: 'https://ruam.example' }
/** The addresses in English; each page has one in Thai as well. */
const locationsOf = ({ body }: { body: string }) =>
  Array.from(body.matchAll(/<loc>(.*?)<\/loc>/g), ([, loc]) => loc).filter((loc) => !/example\/th\b/.test(loc ?? ''))
const eventsOf = (reply: { body: string }) => locationsOf(reply).filter((loc) => loc?.includes('/events/'))

/** Another server with at most `most` URLs per file. */
async function serverWith(most: number, ctx: Context) {
  const api = await createApi(ctx, authentication(ctx))
  sitemapRoutes(api, ctx, most)
  const app = api as unknown as FastifyInstance
  onTestFinished(() => app.close())
  return { get: (url: string) => app.inject(url) }
}

test('the sitemap lists the public pages and every public event, with the time of its last change', async () => {
  const { as, clock, visitor, addEvent } = await startApp(address)
  const changed = await addEvent()
  const other = await addEvent()
  clock.now = new Date('2026-11-21T03:10:00Z')
  await as(changed.owner).patch(`/api/events/${changed.id}/edit`, { event_name: 'River Night' })

  const reply = await visitor.get('/sitemap.xml')

  expect(reply.headers).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=300',
  })
  expect(reply.body).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]*sitemap\/0.9"[^>]*>\n<url>/,
  )
  expect(locationsOf(reply)).toEqual([
    'https://ruam.example/',
    'https://ruam.example/discover',
    ...Object.values(informationPages).map(({ path }) => `https://ruam.example${path}`),
    `https://ruam.example/events/${changed.id}`,
    `https://ruam.example/events/${other.id}`,
    ...[1, 2].map((organizer) => `https://ruam.example/organizers/${organizer}`),
  ])
  const entry = `<loc>https://ruam.example/events/${changed.id}</loc><lastmod>2026-11-21T03:10:00.000Z</lastmod>`
  expect(reply.body).toContain(entry)
})

test('each page is listed in English and in Thai, and both name each other', async () => {
  const { visitor, addEvent } = await startApp(address)
  const { id } = await addEvent()

  const { body } = await visitor.get('/sitemap.xml')

  const alternates = [
    `<xhtml:link rel="alternate" hreflang="en" href="https://ruam.example/events/${id}"/>`,
    `<xhtml:link rel="alternate" hreflang="th" href="https://ruam.example/th/events/${id}"/>`,
  ].join('')
  for (const prefix of ['', '/th']) {
    const entry = new RegExp(`<loc>https://ruam.example${prefix}/events/${id}</loc><lastmod>[^<]+</lastmod>(.*?)</url>`)
    expect(entry.exec(body)?.[1]).toBe(alternates)
  }
  expect(body).toContain('<loc>https://ruam.example/th</loc>')
})

test('organizers with a public event are in the sitemap', async () => {
  const { ctx, db, visitor, addEvent, addOrganizer } = await startApp(address)
  const { get } = await serverWith(3, ctx)
  await addOrganizer()
  await addEvent({ visibility: 'PRIVATE' })
  const { owner } = await addEvent()
  const { rows } = await db.pool.query('SELECT id FROM organizers WHERE user_id = $1', [owner.id])
  const page = `https://ruam.example/organizers/${rows[0].id}`

  expect(locationsOf(await visitor.get('/sitemap.xml')).filter((loc) => loc?.includes('/organizers/'))).toEqual([page])
  expect(locationsOf(await get('/sitemap.xml'))).toContain('https://ruam.example/sitemaps/organizers-1.xml')
  expect(locationsOf(await get('/sitemaps/organizers-1.xml'))).toEqual([page])
})

test('events that are not public are not in the sitemap', async () => {
  const { as, visitor, addEvent, addUser } = await startApp(address)
  await addEvent({ visibility: 'PRIVATE' })
  await addEvent({ visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })
  const calledOff = await addEvent()
  await as(await addUser()).post(`/api/tickets/event/${calledOff.id}/register`)
  await as(calledOff.owner).delete(`/api/organizers/delete-event/${calledOff.id}`)
  const { id } = await addEvent()

  expect(eventsOf(await visitor.get('/sitemap.xml'))).toEqual([`https://ruam.example/events/${id}`])
})

test('a large sitemap is split into files, each named in the index', async () => {
  const { ctx, addEvent, addOrganizer } = await startApp(address)
  const { get } = await serverWith(3, ctx)
  const owner = await addOrganizer()
  const ids: number[] = []
  for (let n = 1; n <= 9; n += 1) {
    // The second three events are private, so they need no file.
    const visibility = n > 3 && n < 7 ? 'PRIVATE' : 'PUBLIC'
    const { id } = await addEvent({ visibility }, owner)
    if (visibility === 'PUBLIC') ids.push(id)
  }

  const index = await get('/sitemap.xml')
  const files = locationsOf(index).map((loc) => loc?.replace('https://ruam.example', '') ?? '')

  expect(index.body).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  expect(files).toEqual(['pages', 'events-1', 'events-3', 'organizers-1'].map((name) => `/sitemaps/${name}.xml`))
  const [pages, ...events] = await Promise.all(files.slice(0, 3).map(get))
  expect(locationsOf(pages ?? index)).toContain('https://ruam.example/discover')
  expect(events.map((file) => eventsOf(file).length)).toEqual([3, 3])
  expect(events.flatMap(eventsOf)).toEqual(ids.map((id) => `https://ruam.example/events/${id}`))
})

test.each([
  'nothing.xml',
  'events-0.xml',
  'events-01.xml',
  'events-x.xml',
  'events-999999999.xml',
  'pages',
  '..%2fa.xml',
])('a sitemap file named %s does not exist', async (name) => {
  const { visitor } = await startApp()

  expect((await visitor.get(`/sitemaps/${name}`)).statusCode).toBe(404)
})

test('the files are cached for minutes and compressed if accepted', async () => {
  const { app, visitor, addEvent } = await startApp(address)
  await addEvent()
  const first = await visitor.get('/sitemap.xml')
  await addEvent()

  const again = await app.inject({ url: '/sitemap.xml', headers: { 'accept-encoding': 'gzip, br' } })

  expect(again.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(gunzipSync(again.rawPayload).toString()).toBe(first.body)
})

test("without PUBLIC_URL addresses use the request's host, if it is valid", async () => {
  const { app } = await startApp({ PORT: '8123' })
  const read = async (host: string) => {
    const headers = { host }
    const [map, robots] = [
      await app.inject({ url: '/sitemap.xml', headers }),
      await app.inject({ url: '/robots.txt', headers }),
    ]
    // A proxy's cache must not give it to others.
    for (const reply of [map, robots]) expect(reply.headers['cache-control']).toMatch(/^private, max-age=\d+$/)
    expect(robots.body).toContain(`Sitemap: ${locationsOf(map)[0]}sitemap.xml`)
    return locationsOf(map)[0]
  }

  expect(await read('hall.local:8000')).toBe('http://hall.local:8000/')
  expect(await read('other.local')).toBe('http://other.local/')
  expect(await read('"><script>')).toBe('http://localhost:8123/')
})

test('robots.txt names the sitemap and excludes the API and account pages', async () => {
  const { visitor } = await startApp(address)

  const reply = await visitor.get('/robots.txt')

  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
  const lines = reply.body.split('\n')
  expect(lines[0]).toBe('User-agent: *')
  expect(lines).toContain('Sitemap: https://ruam.example/sitemap.xml')
  const closed = lines.filter((line) => line.startsWith('Disallow: ')).map((line) => line.slice('Disallow: '.length))
  const isClosed = (path: string) => closed.some((rule) => new RegExp(`^${rule.replaceAll('*', '.*')}`).test(path))
  for (const path of ['/api/events/events', '/my-tickets', '/account-info', '/events/7/edit', '/events/7/check-in']) {
    expect([path, isClosed(path), isClosed(`/th${path}`)]).toEqual([path, true, true])
  }
  const open = ['/', '/discover?page=2', '/events/7', '/events/7/preview.jpg', '/preview.jpg', '/pictures/a.webp']
  // Robots must be able to read the noindex of these pages.
  const secret = ['/events/7?link=key', '/reset-password/7/token', '/verify-email/7/token', '/login']
  for (const path of [...open, ...secret]) expect([path, isClosed(path)]).toEqual([path, false])
})
