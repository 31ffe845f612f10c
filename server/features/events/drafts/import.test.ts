import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readOutside } from '#server/lib/security/outside.ts'
import { startApp } from '#server/testing/app.ts'
import { picture } from '#server/testing/pictures.ts'

const url = '/api/events/drafts/import'

type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer; before?: () => unknown }

/** A site with these pages. */
async function startSite(pages: Record<string, Answer>) {
  const site = createServer(async (request, response) => {
    const { status = 200, headers = {}, body = '', before } = pages[request.url ?? ''] ?? { status: 404 }
    await before?.()
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void site.close())
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`
}

async function startImporting(
  pages: Record<string, Answer>,
  settings: Record<string, string> = { WEBHOOKS_INSIDE: 'true' },
) {
  const started = await startApp(settings)
  const [site, owner] = [await startSite(pages), await started.addOrganizer()]
  const mine = started.as(owner)
  return { ...started, site, mine, importFrom: (path: string) => mine.post(url, { url: site + path }) }
}

const page = (...events: object[]) => ({
  body: `<html><head>${events.map((one) => `<script type="application/ld+json">${JSON.stringify(one)}</script>`).join('')}</head>`,
})

const concert = {
  '@context': 'https://schema.org',
  '@type': 'MusicEvent',
  name: 'Jazz &amp; Friends',
  description: '<style>p { color: red }</style><p>An evening in the park.</p> <p>Bring a mat.<br>No dogs.</p>',
  startDate: '2026-12-05T11:00:00Z',
  endDate: '2026-12-05T21:00:00+07:00',
  eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
  location: {
    '@type': 'Place',
    name: 'Benjakitti Park',
    address: { '@type': 'PostalAddress', streetAddress: 'Ratchadaphisek Road', addressLocality: 'Bangkok' },
    geo: { '@type': 'GeoCoordinates', latitude: 13.73, longitude: '100.56' },
  },
  image: ['/cover.png'],
  offers: [
    { '@type': 'Offer', price: '490', priceCurrency: 'THB' },
    { '@type': 'Offer', price: 390, priceCurrency: 'THB' },
  ],
}

test('the address of an event elsewhere becomes a filled draft with its picture', async () => {
  const { mine, site, importFrom } = await startImporting({
    '/jazz': page({ '@type': 'WebSite', name: 'Tickets' }, { '@graph': [concert] }),
    '/cover.png': { body: await picture(1200, 630).png().toBuffer() },
  })

  const imported = await importFrom('/jazz')
  const draft = (await mine.get(`/api/events/drafts/${imported.json().id}`)).json()

  expect(imported.statusCode).toBe(201)
  expect(draft.picture).toMatch(/^\/pictures\//)
  expect(draft.content).toMatchObject({
    event_name: 'Jazz & Friends',
    description: 'An evening in the park. Bring a mat. No dogs.',
    detailed_description: 'An evening in the park.\n\nBring a mat.\n\nNo dogs.',
    start_date_event: '2026-12-05T18:00',
    end_date_event: '2026-12-05T21:00',
    address: 'Benjakitti Park, Ratchadaphisek Road, Bangkok',
    latitude: '13.73',
    longitude: '100.56',
    is_online: false,
    is_free: false,
    ticket_price: '390',
    website_url: `${site}/jazz`,
  })
})

test('offers with names become ticket types, with the time in which each is on sale', async () => {
  const offer = (name: string, price: number, more: object = {}) => ({ name, price, priceCurrency: 'THB', ...more })
  const early = offer('Early &amp; Bird', 390, { validThrough: '2026-11-30T17:00:00Z' })
  const { mine, importFrom } = await startImporting({
    '/types': page({ ...concert, offers: [early, { ...offer('VIP', 0), price: '1,990.00' }] }),
    '/nested': page({
      ...concert,
      offers: { '@type': 'AggregateOffer', lowPrice: 390, offers: [early, offer('VIP', 0)] },
    }),
    '/same': page({ ...concert, offers: [early, early] }),
    '/dollars': page({ ...concert, offers: [early, offer('VIP', 30, { priceCurrency: 'USD' })] }),
  })
  const typesOf = async (path: string) => {
    const { id } = (await importFrom(path)).json()
    const { ticket_types = '[]' } = (await mine.get(`/api/events/drafts/${id}`)).json().content
    return JSON.parse(ticket_types)
  }

  expect(await typesOf('/types')).toEqual([
    { name: 'Early & Bird', price: '390', on_sale_from: '', on_sale_until: '2026-12-01T00:00' },
    { name: 'VIP', price: '1990', on_sale_from: '', on_sale_until: '' },
  ])
  expect((await typesOf('/nested')).map(({ price }: { price: string }) => price)).toEqual(['390', '0'])
  expect([await typesOf('/same'), await typesOf('/dollars')]).toEqual([[], []])
})

const calendar = (...lines: string[]) => ({
  body: [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:Morning run', ...lines],
    ...['LOCATION:Lumphini Park', 'DESCRIPTION:Five laps.', 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n'),
})

test('a calendar file becomes a draft, its times as in Bangkok', async () => {
  const { body } = calendar('DTSTART:20261217T223000Z', 'DTEND:20261218T010000Z')
  const { mine, importFrom } = await startImporting({ '/run.ics': { body }, '/marked.ics': { body: `\uFEFF${body}` } })

  for (const path of ['/run.ics', '/marked.ics']) {
    const { id } = (await importFrom(path)).json()

    expect((await mine.get(`/api/events/drafts/${id}`)).json().content).toMatchObject({
      event_name: 'Morning run',
      start_date_event: '2026-12-18T05:30',
      end_date_event: '2026-12-18T08:00',
      address: 'Lumphini Park',
    })
  }
})

/** Start and end of the draft of a page. */
const timesBy =
  ({ mine, importFrom }: Pick<Awaited<ReturnType<typeof startImporting>>, 'mine' | 'importFrom'>) =>
  async (path: string) => {
    const { id } = (await importFrom(path)).json()
    const { content } = (await mine.get(`/api/events/drafts/${id}`)).json()
    return [content.start_date_event, content.end_date_event]
  }

test('a calendar file’s time zone is known by its name, and a time in an unknown zone is left to be typed', async () => {
  const { mine, importFrom } = await startImporting({
    '/tokyo': calendar('DTSTART;TZID=Asia/Tokyo:20270110T120000', 'DTEND;TZID=Asia/Bangkok:20270110T140000'),
    '/duration': calendar('DTSTART;TZID=Asia/Tokyo:20270110T120000', 'DURATION:PT90M'),
    // Clocks change at 2 AM on March 14.
    '/summer': calendar('DTSTART;TZID=US/Pacific:20270314T010000', 'DTEND;TZID=US/Pacific:20270314T050000'),
    '/utc': calendar('DTSTART;TZID=Etc/UTC:20270110T120000', 'DTEND:20270110T140000'),
    '/unknown': calendar('DTSTART;TZID=Middle Earth:20270110T120000', 'DURATION:PT90M'),
  })
  const timesOf = timesBy({ mine, importFrom })

  expect(await timesOf('/tokyo')).toEqual(['2027-01-10T10:00', '2027-01-10T14:00'])
  expect(await timesOf('/duration')).toEqual(['2027-01-10T10:00', '2027-01-10T11:30'])
  expect(await timesOf('/summer')).toEqual(['2027-03-14T16:00', '2027-03-14T19:00'])
  expect(await timesOf('/utc')).toEqual(['2027-01-10T19:00', '2027-01-10T14:00'])
  expect(await timesOf('/unknown')).toEqual(['', ''])
})

test('an all-day event ends with its last day, which in a calendar file is the day before its end', async () => {
  const first = 'DTSTART;VALUE=DATE:20270105'
  const { mine, importFrom } = await startImporting({
    '/one': calendar(first, 'DTEND;VALUE=DATE:20270106'),
    '/zoned': calendar('DTSTART;TZID=Asia/Tokyo;VALUE=DATE:20270105', 'DTEND;VALUE=DATE:20270106'),
    '/three': calendar(first, 'DTEND;VALUE=DATE:20270108'),
    '/duration': calendar(first, 'DURATION:P3D'),
    '/endless': calendar(first),
    '/same': calendar(first, 'DTEND;VALUE=DATE:20270105'),
    '/page': page({ ...concert, startDate: '2027-01-05', endDate: '2027-01-07' }),
  })
  const timesOf = timesBy({ mine, importFrom })

  for (const path of ['/one', '/zoned', '/endless', '/same'])
    expect([path, ...(await timesOf(path))]).toEqual([path, '2027-01-05T00:00', '2027-01-05T23:59'])
  for (const path of ['/three', '/duration', '/page'])
    expect([path, ...(await timesOf(path))]).toEqual([path, '2027-01-05T00:00', '2027-01-07T23:59'])
})

test('an online event in another currency leaves place and price to be typed', async () => {
  const online = { ...concert, location: { '@type': 'VirtualLocation', url: 'https://example.com' } }
  const { mine, importFrom } = await startImporting({
    '/online': page({ ...online, startDate: '2026-12-05', offers: { price: 20, priceCurrency: 'USD' } }),
  })

  const { id } = (await importFrom('/online')).json()
  const { content } = (await mine.get(`/api/events/drafts/${id}`)).json()

  expect(content).toMatchObject({
    is_online: true,
    is_free: false,
    ticket_price: '',
    start_date_event: '2026-12-05T00:00',
  })
  expect(content.address).toBeUndefined()
})

test('an imported price that is unclear, or free only for some, is left to be typed', async () => {
  const baht = (offer: object) => ({ ...offer, priceCurrency: 'THB' })
  const offers = {
    '/grouped': baht({ price: '1,500.00' }),
    '/range': baht({ lowPrice: '12,345', highPrice: '1,234,567' }),
    '/decimal-comma': baht({ price: '1,50' }),
    '/words': [baht({ price: 0 }), baht({ price: 'From 500' })],
    '/mixed': [baht({ price: '0.00' }), baht({ price: 500 })],
    '/free-and-up': baht({ lowPrice: 0, highPrice: 1500 }),
    '/free': [{ price: '0' }, { lowPrice: 0, highPrice: '0.00' }],
  }
  const pages = Object.entries(offers).map(([path, found]) => [path, page({ ...concert, offers: found })])
  const { mine, importFrom } = await startImporting(Object.fromEntries(pages))
  const priceFrom = async (path: string) => {
    const { id } = (await importFrom(path)).json()
    const { is_free, ticket_price } = (await mine.get(`/api/events/drafts/${id}`)).json().content
    return [path, is_free, ticket_price]
  }

  const prices = await Promise.all(Object.keys(offers).map(priceFrom))

  expect(prices).toEqual([
    ['/grouped', false, '1500'],
    ['/range', false, '12345'],
    ['/decimal-comma', false, ''],
    ['/words', false, ''],
    ['/mixed', false, ''],
    ['/free-and-up', false, ''],
    ['/free', true, '0'],
  ])
})

test('a picture that cannot be read leaves the draft without one', async () => {
  const { importFrom } = await startImporting({ '/jazz': page(concert), '/cover.png': { body: 'no picture' } })

  const imported = await importFrom('/jazz')

  expect(imported.statusCode).toBe(201)
  expect(imported.json().picture).toBe('')
})

test('pages without an event, and pages that cannot be read, are refused', async () => {
  const { importFrom } = await startImporting({
    '/empty': { body: '<h1>Nothing</h1>' },
    '/broken': { body: '<script type="application/ld+json">{"@type":"Event",</script>' },
    '/nameless': page({ '@type': 'Event', startDate: '2026-12-05' }),
    '/calendar': { body: 'BEGIN:VCALENDAR\nnonsense' },
    '/large': { body: 'x'.repeat(2 * 1024 * 1024 + 1) },
    '/loop': { status: 302, headers: { location: '/loop' } },
    '/script': { status: 302, headers: { location: 'file:///etc/passwd' } },
  })

  const codes = async (paths: string[]) => Promise.all(paths.map(async (path) => (await importFrom(path)).json().code))

  expect(await codes(['/empty', '/broken', '/nameless', '/calendar'])).toEqual(Array(4).fill('no_event_there'))
  expect(await codes(['/large', '/loop', '/script', '/missing'])).toEqual(Array(4).fill('import_unreadable'))
})

test('the own network is refused', async () => {
  const { mine, importFrom } = await startImporting({ '/jazz': page(concert) }, {})

  expect((await importFrom('/jazz')).json().code).toBe('import_unreadable')
  for (const address of ['http://localhost:1/', 'http://[::1]/', 'http://169.254.169.254/latest/meta-data']) {
    expect((await mine.post(url, { url: address })).json().code).toBe('import_unreadable')
  }
  expect((await mine.post(url, { url: 'ftp://example.com/event' })).statusCode).toBe(422)
})

test('the picture of a page outside is not read in the own network', async () => {
  const cover = await picture(1200, 630).png().toBuffer()
  const turnInside = () => Object.assign(started.ctx.settings, { WEBHOOKS_INSIDE: false })
  const started = await startImporting({
    '/jazz': { ...page(concert), before: turnInside },
    '/cover.png': { body: cover },
  })

  const imported = await started.importFrom('/jazz')

  expect([imported.statusCode, imported.json().picture]).toEqual([201, ''])
})

test('a redirect does not lead into the own network', async () => {
  const site = await startSite({
    '/start': { status: 302, headers: { location: '/inside' } },
    '/inside': { body: 'a secret' },
  })
  const read = (isOutside: boolean[]) =>
    readOutside(new URL(`${site}/start`), {
      headers: {},
      mostBytes: 100,
      timeoutMs: 1_000,
      // Read anew for each address: the first one counts as outside.
      get allowInside() {
        return isOutside.shift() ?? false
      },
    })

  expect((await read([true, true])).toString()).toBe('a secret')
  await expect(read([true, false])).rejects.toThrow('The address is in a private network.')
})

test('the time for a page includes its redirects', async () => {
  const slow = { status: 302, before: () => new Promise((resolve) => setTimeout(resolve, 400)) }
  const site = await startSite({
    '/1': { ...slow, headers: { location: '/2' } },
    '/2': { ...slow, headers: { location: '/3' } },
    '/3': { body: 'at last' },
  })
  const given = { headers: {}, mostBytes: 100, allowInside: true }

  expect((await readOutside(new URL(`${site}/1`), { ...given, timeoutMs: 5_000 })).toString()).toBe('at last')
  await expect(readOutside(new URL(`${site}/1`), { ...given, timeoutMs: 600 })).rejects.toThrow()
})

test('hostile texts are cut and cleaned, and cost no time', async () => {
  const hostile = {
    ...concert,
    name: `${'😀'.repeat(80)}\u0000`,
    description: `${'<'.repeat(100_000)}&#0;&#55357;&#999999;`,
    location: { '@type': 'Place', name: 'x'.repeat(10_000), geo: { latitude: 'NaN', longitude: 1e9 } },
    image: 'javascript:alert(1)',
    startDate: '2026-99-99',
    offers: { price: 'free' },
  }
  const { mine, importFrom } = await startImporting({ '/hostile': page(hostile) })

  const imported = await importFrom('/hostile')
  const { content } = (await mine.get(`/api/events/drafts/${imported.json().id}`)).json()

  expect(imported.statusCode).toBe(201)
  expect(content.event_name.length).toBeLessThanOrEqual(100)
  expect(content.address).toHaveLength(500)
  expect(content).toMatchObject({ start_date_event: '' })
  expect(content.latitude).toBeUndefined()
})
