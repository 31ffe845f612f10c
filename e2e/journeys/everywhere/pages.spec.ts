import { expect, test } from '../../support/fixtures.ts'

test("a public page is rendered on the server: the event's name and date are in the HTML", async ({
  request,
  makers,
}) => {
  const { id, event_name } = await makers.addEvent({ event_name: 'งานวัดกลางกรุง', ...heldOn('2027-02-14T11:30:00Z') })

  const reply = await request.get(`/events/${id}`)

  expect(reply.status()).toBe(200)
  const html = await reply.text()
  expect(html).toContain(`<title>${event_name}`)
  expect(html).toContain('Feb 14, 2027')
  expect(html).toContain('6:30 PM')
})

test('a page that does not exist says so with status 404, that of an event too', async ({ page, request, calm }) => {
  calm.except(/404/)

  expect((await request.get('/events/999999')).status()).toBe(404)
  expect((await request.get('/events/nonsense')).status()).toBe(404)
  const reply = await page.goto('/no-such-page')
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL('/')
})

test('the event list passes over a day that lies too far off', async ({ page, makers }) => {
  const { event_name } = await makers.addEvent({ event_name: 'Night of far days' })

  for (const date of ['0000-01-01', '1899-12-31', '9999-12-31']) {
    const reply = await page.goto(`/discover?date=${date}&search=${encodeURIComponent(event_name)}`)

    expect(reply?.status()).toBe(200)
    await expect(page.getByRole('link', { name: event_name }).first()).toBeVisible()
  }
})

test('a public page names its own address and picture, by the host that was asked, and an account page none', async ({
  request,
  makers,
}) => {
  const { id } = await makers.addEvent({ event_name: '</script><b>Jazz & more' })
  const headOf = async (path: string, host: string) => {
    const html = await (await request.get(path, { headers: { host } })).text()
    return html.slice(0, html.indexOf('</head>'))
  }
  const structuredIn = (head: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head)?.[1] ?? '{}')

  const [event, sameEvent] = [
    await headOf(`/events/${id}`, 'hall.local:8000'),
    await headOf(`/events/${id}`, 'b.local'),
  ]
  const list = await headOf('/discover?category=CONCERT&utm_source=line', 'hall.local:8000')

  expect(event).toContain(`<link rel="canonical" href="http://hall.local:8000/events/${id}"/>`)
  expect(event).toContain(`content="http://hall.local:8000/events/${id}/preview.jpg?v=1"`)
  expect(structuredIn(event)).toMatchObject({
    name: '</script><b>Jazz & more',
    url: `http://hall.local:8000/events/${id}`,
  })
  expect(sameEvent).toContain(`<link rel="canonical" href="http://b.local/events/${id}"/>`)
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
