import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'

test('a card of a public event may be framed, and shows name, date and free seats as text', async () => {
  const { visitor, as, addUser, addEvent } = await startApp()
  const event = await addEvent({ event_name: '<b>Night</b> & "day"', max_attendee: 2 })
  await as(await addUser()).post(`/api/tickets/event/${event.id}/register`)

  const page = await visitor.get(`/events/${event.id}/embed`)
  const policy = String(page.headers['content-security-policy'])

  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(policy).toContain('frame-ancestors *')
  expect(policy).not.toContain('unsafe-inline')
  expect(page.headers['set-cookie']).toBeUndefined()
  expect(page.body).toContain('<h1>&lt;b&gt;Night&lt;/b&gt; &amp; &quot;day&quot;</h1>')
  expect(page.body).toContain('>1 seat left<')
  expect(page.body.length).toBeLessThan(5_000)
})

test('the card offers to view the event, which may be full or not yet open', async () => {
  const { visitor, as, addUser, addEvent, clock } = await startApp()
  const event = await addEvent({ max_attendee: 1 })
  await as(await addUser()).post(`/api/tickets/event/${event.id}/register`)
  const opensLater = await addEvent({ start_date_register: new Date(clock.now.getTime() + 3_600_000).toISOString() })

  const full = await visitor.get(`/events/${event.id}/embed`)
  const closed = await visitor.get(`/events/${opensLater.id}/embed`)

  expect(full.body).toContain('>Full<')
  for (const { body } of [full, closed]) expect(body).toContain('>View Event<')
})

test('private, called off and unknown events have no card', async () => {
  const { visitor, as, addOrganizer, addUser, addEvent } = await startApp()
  const owner = await addOrganizer()
  const unlisted = await addEvent({ event_name: 'Secret', visibility: 'PRIVATE' }, owner)
  const members = await addEvent({ event_name: 'Secret', visibility: 'PRIVATE', allowed_email_domains: 'ku.th' }, owner)
  const off = await addEvent({ event_name: 'Secret' }, owner)
  await as(await addUser()).post(`/api/tickets/event/${off.id}/register`)
  await as(owner).delete(`/api/organizers/delete-event/${off.id}`)

  for (const id of [unlisted.id, members.id, off.id, 2_000_000]) {
    const page = await visitor.get(`/events/${id}/embed`)
    expect([id, page.statusCode, page.body.includes('Secret')]).toEqual([id, 404, false])
    const described = await visitor.get(`/oembed?url=http://localhost:80/events/${id}`)
    expect(described.statusCode).toBe(404)
  }
})

test('an id that no event can have shows partners the page of an event that is no longer shown', async () => {
  const { visitor } = await startApp()

  for (const id of ['NaN', '0', '-1', '1.5', '99999999999', 'undefined']) {
    const page = await visitor.get(`/events/${id}/embed`)
    expect([id, page.statusCode, page.headers['content-type']]).toEqual([id, 404, 'text/html; charset=utf-8'])
    expect(page.body).toContain('This event is no longer shown.')
    expect(page.headers['content-security-policy']).toContain('frame-ancestors *')
  }
})

test('the frame has the color scheme of its card, so that its corners stay transparent', async () => {
  const { visitor, addEvent } = await startApp()
  const { id } = await addEvent()

  const card = await visitor.get(`/events/${id}/embed`)
  const script = await visitor.get('/embed.js')
  const described = await visitor.get(`/oembed?url=http://localhost:80/events/${id}`)

  for (const body of [card.body, script.body, described.json().html]) {
    expect(body).toMatch(/color-scheme: ?light dark/)
  }
})

test('no other page may be framed', async () => {
  const { visitor, addEvent } = await startApp()
  const { id } = await addEvent()

  for (const path of [`/api/events/${id}`, '/api/docs', '/embed.js', `/events/${id}/preview.jpg`]) {
    expect(String((await visitor.get(path)).headers['content-security-policy'])).not.toContain('frame-ancestors *')
  }
})

test('oEmbed describes an event’s card by its page’s address, within the requested size', async () => {
  const { visitor, addEvent } = await startApp({ PUBLIC_URL: 'https://ruam.example' })
  const { id } = await addEvent({ event_name: 'Tea & "talk"' })
  const ask = (url: string, rest = '') => visitor.get(`/oembed?url=${encodeURIComponent(url)}${rest}`)

  const described = await ask(`https://ruam.example/events/${id}`, '&maxwidth=300&maxheight=9999')

  expect(described.json()).toMatchObject({
    version: '1.0',
    type: 'rich',
    title: 'Tea & "talk"',
    provider_name: 'Ruam',
    provider_url: 'https://ruam.example',
    width: 300,
    height: 352,
  })
  expect(described.json().html).toContain(`src="https://ruam.example/events/${id}/embed"`)
  expect(described.json().html).toContain('title="Tea &amp; &quot;talk&quot;"')
  for (const other of [`https://evil.example/events/${id}`, 'https://ruam.example/discover', 'nonsense']) {
    expect((await ask(other)).statusCode).toBe(404)
  }
  const asXml = await ask(`https://ruam.example/events/${id}`, '&format=xml')
  expect([asXml.statusCode, asXml.json()]).toMatchObject([
    501,
    { code: 'format_not_offered', detail: expect.stringContaining('format=json') },
  ])
})

test('the script for other sites is below 5 kB and names no visitor', async () => {
  const { visitor } = await startApp()
  const script = await visitor.get('/embed.js')

  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(script.body.length).toBeLessThan(5_000)
  expect(script.headers['set-cookie']).toBeUndefined()
})

test('below /th the card is in Thai, and oEmbed gives the card of a Thai page', async () => {
  const { visitor, addEvent } = await startApp({ PUBLIC_URL: 'https://ruam.example' })
  const { id } = await addEvent({ max_attendee: 3 })

  const { body, headers } = await visitor.get(`/th/events/${id}/embed`)
  const described = await visitor.get(`/oembed?url=https://ruam.example/th/events/${id}`)
  const missing = await visitor.get('/th/events/999/embed')

  expect(body).toContain('<html lang="th">')
  expect(body).toContain('>เหลือ 3 ที่<')
  expect(body).toMatch(/<p>เสาร์ 28 พ\.ย\. 2569 เวลา 10\.00\sน\.<\/p>/)
  expect(body).toContain(`href="/th/events/${id}?from=embed"`)
  const [, script = ''] = /<script>(.*)<\/script>/s.exec(body) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`)
  expect(described.json().html).toContain(`src="https://ruam.example/th/events/${id}/embed"`)
  expect(missing.body).toContain('งานนี้ไม่แสดงแล้ว')
  expect((await visitor.get('/th/embed.js')).body).toContain("'/th/events/'")
})
