import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from '../../support/fixtures.ts'

test('a missing address is refused with status 404, a malformed one without showing files or redirecting', async ({
  request,
  baseURL,
}) => {
  expect((await request.get('/events/999999')).status()).toBe(404)
  expect((await request.get('/events/nonsense')).status()).toBe(404)
  const reply = await request.get('/no-such-page')
  expect(reply.status()).toBe(404)
  expect(await reply.text()).toMatch(/<h1[^>]*>Page Not Found<.*<a [^>]*href="\/"[^>]*>Go Home</s)

  const problems: string[] = []

  for (const address of hostileAddresses) {
    const { status, location, body } = await ask(`${baseURL}`, address)
    if (status >= 500) problems.push(`${address} fails: ${status}`)
    if (location !== undefined) problems.push(`${address} leads to ${location}`)
    if (/root:x:0|"devDependencies"|BEGIN [A-Z ]*KEY/.test(body)) problems.push(`${address} shows ${body}`)
  }

  expect(problems).toEqual([])
})

test('the API description opens under its strict policy', async ({ page }) => {
  // The whole description, which the server's tests read, takes seconds to draw.
  const path = { '/api/events': { get: { tags: ['Events'], summary: 'List and search events', responses: {} } } }
  const json = { openapi: '3.1.0', info: { title: 'Ruam API', version: '1' }, paths: path }
  await page.route('**/api/docs/json', (route) => route.fulfill({ json }))
  await page.goto('/api/docs')

  await expect(page.getByRole('heading', { name: /^Ruam API/ })).toBeVisible()
  await page.getByText('Events', { exact: true }).click()
  await expect(page.getByText('List and search events')).toBeVisible()
})

test('the HTML of a public page has its text, address and picture, and its code comes last', async ({
  request,
  makers,
}) => {
  const { id, event_name, owner } = await makers.addEvent({
    event_name: 'งานวัดกลางกรุง',
    ...heldOn('2027-02-14T11:30:00Z'),
  })
  const reply = await request.get(`/events/${id}`)
  expect(reply.status()).toBe(200)
  const html = await reply.text()
  for (const text of [`<title>${event_name}`, 'Feb 14, 2027', '6:30 PM']) expect(html).toContain(text)
  expect(html).toMatch(/<link rel="preload" href="[^"]*anuphan-thai[^"]*" as="font"/)
  for (const path of ['/', '/discover', `/events/${id}`]) {
    expect(await (await request.get(path)).text()).not.toMatch(/rel="modulepreload"|<script[^>]* type="module"/)
  }

  const hostile = await makers.addEvent({ event_name: '</script><b>Jazz & more' }, owner)
  const headOf = async (path: string, host: string) => {
    const html = await (await request.get(path, { headers: { host } })).text()
    return html.slice(0, html.indexOf('</head>'))
  }
  const structuredIn = (head: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head)?.[1] ?? '{}')

  const [event, sameEvent] = [
    await headOf(`/events/${hostile.id}`, 'hall.local:8000'),
    await headOf(`/events/${hostile.id}`, 'b.local'),
  ]
  const list = await headOf('/discover?category=CONCERT&utm_source=line', 'hall.local:8000')

  expect(event).toContain(`<link rel="canonical" href="http://hall.local:8000/events/${hostile.id}"/>`)
  expect(event).toContain(`content="http://hall.local:8000/events/${hostile.id}/preview.jpg?v=1"`)
  expect(structuredIn(event)).toMatchObject({
    name: '</script><b>Jazz & more',
    url: `http://hall.local:8000/events/${hostile.id}`,
  })
  expect(sameEvent).toContain(`<link rel="canonical" href="http://b.local/events/${hostile.id}"/>`)
  expect(sameEvent).not.toContain('hall.local')
  expect(list).toContain('href="http://hall.local:8000/discover?category=CONCERT"/>')
  expect(list).toContain('content="http://hall.local:8000/preview.jpg"')
  for (const path of ['/', '/legal/privacy-policy']) {
    expect(await headOf(path, 'hall.local:8000')).toMatch(/rel="canonical".*og:image.*preview\.jpg/s)
  }
  for (const path of ['/login', '/my-tickets', '/no-such-page']) {
    const head = await headOf(path, 'hall.local:8000')
    expect(head).toContain('<meta name="robots" content="noindex"/>')
    expect(head).not.toMatch(/canonical|og:|ld\+json/)
  }
})

function heldOn(start_date_event: string) {
  return { start_date_event, end_date_event: new Date(Date.parse(start_date_event) + 3_600_000).toISOString() }
}

const hostileAddresses = [
  ...[
    '//evil.example/',
    '///evil.example',
    '/\\evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    'http://evil.example/',
  ],
  ...[
    'HTTPS://evil.example/events/1',
    '*',
    'evil',
    '/%',
    '/%ff',
    '/%00',
    '/%c0%ae%c0%ae/',
    '/\t/evil.example',
    `/${'a'.repeat(8_000)}`,
  ],
  ...[
    '/../../etc/passwd',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/%252e%252e%252fetc%252fpasswd',
  ],
  ...['/assets/../../package.json', '/assets/..%2f..%2fpackage.json', '/assets/%2e%2e/%2e%2e/%2e%2e/package.json'],
  ...[
    '/pictures/..%2ftoken-secret',
    '/pictures/..%5ctoken-secret',
    '/pictures/%2e%2e%2ftoken-secret',
    '/.env',
    '/.git/config',
  ],
  ...['/events/1%0d%0aX-Injected:%20b', '/events/__proto__', '/events/constructor', '/legal/..%2f..%2fpackage.json'],
  ...[
    '/discover?search=%00',
    '/discover?page=-1',
    '/discover?page=9e99',
    '/discover?__proto__=1',
    '/discover?tags=%ff',
    '/discover?date=9999-12-31',
  ],
  ...[
    '/login?next=//evil.example',
    '/login?next=%2F%2Fevil.example',
    '/login?next=%09//evil.example',
    '/logout?next=//evil.example',
  ],
  ...[
    '/_root.data?_routes=__proto__',
    '/events/1.data?_routes=..%2f',
    '/discover.data?_routes=constructor',
    '/__manifest?p=/',
  ],
  ...[
    '/__manifest?paths=..%2f..%2fetc',
    '/events/1/preview.jpg?v=%00',
    '/sitemaps/..%2f..%2fpackage.json',
    '/feeds/events.atom?cursor=%0d%0a',
  ],
]

/** Requests an address as written: browsers and Playwright would normalize it. */
function ask(baseURL: string, path: string): Promise<{ status: number; location: string | undefined; body: string }> {
  const { hostname, port } = new URL(baseURL)
  return new Promise((resolve, reject) => {
    get({ hostname, port, path: path.replaceAll('\t', '%09'), agent: false }, async (response) => {
      const { statusCode: status = 0, headers } = response
      resolve({ status, location: headers.location, body: await text(response) })
    }).on('error', reject)
  })
}
