import { XMLValidator } from 'fast-xml-parser'
import { parseAtomFeed } from 'feedsmith'
import { expect, test, vi } from 'vitest'
import { type Caller, startApp } from '#server/testing/app.ts'
import { readCalendar } from '#server/testing/feeds/calendar.ts'
import { insertEvents } from '#server/testing/insert-events.ts'

const hour = 3_600_000
const env = { PUBLIC_URL: 'https://ruam.example' }

/** The feed, parsed; fails if it is not well-formed XML. */
async function atom(viewer: Caller, url: string) {
  const { body, headers, statusCode } = await viewer.get(url)
  expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'application/atom+xml; charset=utf-8'])
  expect(XMLValidator.validate(body)).toBe(true)
  return parseAtomFeed(body)
}

const names = (feed: { entries?: { title?: { value?: string } | undefined }[] | undefined }) =>
  feed.entries?.map(({ title }) => title?.value)

test('a feed has the events of the filtered list, without past ones unless asked for', async () => {
  const { visitor, clock, addEvent } = await startApp(env)
  await addEvent({ event_name: 'Jazz', category: 'CONCERT', tags: 'music,river' })
  await addEvent({ event_name: 'Robots', category: 'SEMINAR', is_online: true })
  await addEvent({
    ...{ event_name: 'Yesterday', start_date_event: new Date(clock.now.getTime() + hour).toISOString() },
    end_date_event: new Date(clock.now.getTime() + 2 * hour).toISOString(),
    end_date_register: new Date(clock.now.getTime() + hour).toISOString(),
  })
  clock.now = new Date(clock.now.getTime() + 24 * hour)

  expect(names(await atom(visitor, '/feeds/events.atom'))).toEqual(['Robots', 'Jazz'])
  expect(names(await atom(visitor, '/feeds/events.atom?category=CONCERT'))).toEqual(['Jazz'])
  for (const [query, found] of [
    ['tags=river', ['Jazz']],
    ['search=robot', ['Robots']],
    ['search=jaz', ['Jazz']],
    ['online=true', ['Robots']],
    ['status=COMPLETED', ['Yesterday']],
    ['date=2026-11-21', ['Yesterday']],
    ['category=CONCERT&page=7', ['Jazz']],
    ['visibility=PRIVATE', []],
  ] as const) {
    expect([query, names(await atom(visitor, `/feeds/events.atom?${query}`)) ?? []]).toEqual([query, found])
    const { entries } = await readCalendar(visitor, `/feeds/events.ics?${query}`)
    expect([query, entries.map(({ name }) => name)]).toEqual([query, found])
  }
  for (const bad of ['category=NONE', 'limit=201', 'sort=none', 'search=%00']) {
    expect([400, 422]).toContain((await visitor.get(`/feeds/events.atom?${bad}`)).statusCode)
  }
})

test('a feed has the site’s addresses and stable ids', async () => {
  const { as, visitor, addEvent } = await startApp(env)
  const event = await addEvent({ event_name: 'Jazz', category: 'CONCERT', tags: 'music', address: 'Bang Rak, Bangkok' })
  const page = `https://ruam.example/events/${event.id}`

  const feed = await atom(visitor, '/feeds/events.atom?category=CONCERT')
  const [entry] = feed.entries ?? []
  await as(event.owner).patch(`/api/events/${event.id}/edit`, { event_name: 'Blues' })
  const later = await atom(visitor, '/feeds/events.atom?category=CONCERT')

  expect(feed.title?.value).toBe('Concert · Ruam')
  expect(feed.links).toEqual([
    expect.objectContaining({ rel: 'self', href: 'https://ruam.example/feeds/events.atom?category=CONCERT' }),
    expect.objectContaining({ rel: 'alternate', href: 'https://ruam.example/discover?category=CONCERT' }),
  ])
  expect(entry?.links).toEqual([
    expect.objectContaining({ rel: 'alternate', type: 'text/html', href: page }),
    expect.objectContaining({ rel: 'alternate', type: 'text/calendar', href: `${page}.ics` }),
  ])
  expect(entry?.authors?.[0]?.name).toMatch(/^Organizer \d+$/)
  expect(entry?.categories?.map(({ term }) => term)).toEqual(['Concert', 'music'])
  expect(entry?.summary?.value).toContain(
    'Saturday, November 28, 2026 at 10:00 AM (Bangkok time) · Bang Rak, Bangkok · ',
  )
  expect(entry?.id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8/)
  expect([later.id, later.entries?.[0]?.id]).toEqual([feed.id, entry?.id])
  expect(later.entries?.[0]?.title?.value).toBe('Blues')
})

test('a long feed has pages without a total', async () => {
  const { visitor, addEvent, addOrganizer } = await startApp(env)
  const owner = await addOrganizer()
  for (const event_name of ['One', 'Two', 'Three']) await addEvent({ event_name }, owner)

  const read: (string | undefined)[] = []
  const ids = new Set<string | undefined>()
  for (let url: string | undefined = '/feeds/events.atom?limit=2'; url; ) {
    const feed = await atom(visitor, url)
    read.push(...(names(feed) ?? []))
    ids.add(feed.id)
    url = feed.links?.find(({ rel }) => rel === 'next')?.href?.replace('https://ruam.example', '')
  }

  expect(read).toEqual(['Three', 'Two', 'One'])
  expect(ids.size).toBe(1)
})

test('an organizer’s feed has only their own upcoming public events', async () => {
  const { as, visitor, addEvent, addOrganizer } = await startApp(env)
  const [owner, secretive] = [await addOrganizer(), await addOrganizer()]
  const { organizer } = (
    await as(owner).get(`/api/events/${(await addEvent({ event_name: 'Mine' }, owner)).id}`)
  ).json()
  const hidden = await addEvent({ visibility: 'PRIVATE', allowed_email_domains: 'ku.th' }, secretive)
  const hiddenOne = (await as(secretive).get(`/api/events/${hidden.id}`)).json().organizer
  await addEvent({ event_name: 'Secret', visibility: 'PRIVATE' }, owner)
  await addEvent({ event_name: 'Other' })

  const feed = await atom(visitor, `/feeds/organizers/${organizer.id}.atom`)
  const { entries } = await readCalendar(visitor, `/feeds/organizers/${organizer.id}.ics`)

  expect([feed.title?.value, names(feed)]).toEqual([`${organizer.organizer_name} · Ruam`, ['Mine']])
  expect(entries.map(({ name }) => name)).toEqual(['Mine'])
  expect(feed.links).toContainEqual(
    expect.objectContaining({ rel: 'alternate', href: `https://ruam.example/organizers/${organizer.id}` }),
  )
  // Their page is for everybody from the start, and so is its feed.
  expect(names(await atom(visitor, `/feeds/organizers/${hiddenOne.id}.atom`))).toEqual(undefined)
  expect((await readCalendar(visitor, `/feeds/organizers/${hiddenOne.id}.ics`)).entries).toEqual([])
  for (const id of [999_999, 'x', '0']) {
    for (const kind of ['atom', 'ics']) {
      expect((await visitor.get(`/feeds/organizers/${id}.${kind}`)).statusCode).toBe(404)
    }
  }
})

test('an organizer’s calendar begins with their next event, even if more were added later', async () => {
  const { db, visitor, clock, addEvent } = await startApp(env)
  const { id, owner } = await addEvent({ event_name: 'Next' })
  const at = (days: number) => new Date(clock.now.getTime() + days * 24 * hour).toISOString()
  const later = { start_date_event: at(20), end_date_event: at(21) }
  await insertEvents(db, { count: 200, ownerId: owner.id, now: clock.now }, later)
  const { organizer } = (await visitor.get(`/api/events/${id}`)).json()

  const { entries } = await readCalendar(visitor, `/feeds/organizers/${organizer.id}.ics`)

  expect([entries[0]?.name, entries.length]).toEqual(['Next', 200])
})

test('no feed contains private events, not even for their audience', async () => {
  const { as, visitor, addEvent, addUser } = await startApp(env)
  const unlisted = await addEvent({ event_name: 'Whispered', visibility: 'PRIVATE' })
  await addEvent({ event_name: 'Hushed', visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })
  const student = await addUser({ email: 'student@ku.th' })

  for (const viewer of [visitor, as(student), as(unlisted.owner)]) {
    for (const url of ['/feeds/events.atom', '/feeds/events.ics', '/feeds/events.atom?search=hushed']) {
      expect((await viewer.get(url)).body).not.toMatch(/Whispered|Hushed/)
    }
  }
})

test('typed markup is only text in a feed', async () => {
  const { visitor, addEvent } = await startApp(env)
  const description = '<script>alert(1)</script> & "quotes" ]]> &amp; \u0001\u000b\uFFFE'
  await addEvent({ event_name: '<b>Jazz</b> & more', description, tags: 'a"b><c/>' })

  const [entry] = (await atom(visitor, '/feeds/events.atom')).entries ?? []
  const search = encodeURIComponent('Jazz\r\nBEGIN:VEVENT\r\nSUMMARY:<i>;')
  const { whole } = await readCalendar(visitor, `/feeds/events.ics?search=${search}`)

  expect(entry?.title?.value).toBe('<b>Jazz</b> & more')
  expect(entry?.summary?.value).toContain('<script>alert(1)</script> & "quotes" ]]> &amp;')
  expect(entry?.categories?.at(-1)?.term).toBe('a"b><c/>')
  expect(whole.getFirstPropertyValue('x-wr-calname')).toBe(String.raw`Jazz BEGIN:VEVENT SUMMARY:<i>\; · Ruam`)
  expect(whole.getAllSubcomponents('vevent')).toEqual([])
})

test('an unchanged feed answers 304', async () => {
  const { visitor, app, addEvent, clock } = await startApp(env)
  await addEvent()
  for (const url of ['/feeds/events.atom', '/feeds/events.ics']) {
    const { headers } = await visitor.get(url)
    const again = (etag: string) => app.inject({ url, headers: { 'if-none-match': etag } })
    clock.now = new Date(clock.now.getTime() + 60_000)

    expect(headers['cache-control']).toBe('public, max-age=300')
    expect((await again(String(headers.etag))).statusCode).toBe(304)
    expect((await again(`"other", W/${headers.etag}`)).body).toBe('')
    await addEvent()
    expect((await again(String(headers.etag))).statusCode).toBe(200)
  }
})

test('a cached feed follows renames and drops events that became private', async () => {
  const { as, db, visitor, addEvent } = await startApp(env)
  const { id, owner } = await addEvent({ event_name: 'Jazz' })
  await addEvent({ event_name: 'Robots' })
  const urls = ['/feeds/events.atom', '/feeds/events.ics']
  const whichHave = (words: string[]) =>
    Promise.all(
      urls.map(async (url) => {
        const { body } = await visitor.get(url)
        return words.filter((word) => body.includes(word))
      }),
    )
  const twice = (words: string[]) => [words, words]

  expect(await whichHave(['Jazz', 'Robots'])).toEqual(twice(['Jazz', 'Robots']))
  await as(owner).patch(`/api/events/${id}/edit`, { event_name: 'Blues' })
  expect(await whichHave(['Jazz', 'Blues', 'Robots'])).toEqual(twice(['Blues', 'Robots']))
  await db.pool.query("UPDATE organizers SET organizer_name = 'River Club' WHERE user_id = $1", [owner.id])
  expect(await whichHave(['Blues', 'River Club'])).toEqual(twice(['Blues', 'River Club']))
  await as(owner).patch(`/api/events/${id}/edit`, { visibility: 'PRIVATE' })
  expect(await whichHave(['Blues', 'River Club', 'Robots'])).toEqual(twice(['Robots']))
})

test('a feed made from a stale replica is made again', async () => {
  const behind = await startApp(env)
  await behind.addEvent({ event_name: 'Jazz' })
  const { ctx, db, visitor, addEvent } = await startApp(env)
  await addEvent({ event_name: 'Blues' })
  const replica = vi.spyOn(ctx.replica, 'for').mockReturnValue({
    ...db,
    many: (statement) => (statement.text.includes('e.description') ? behind.db : db).many(statement),
  })

  for (const url of ['/feeds/events.atom', '/feeds/events.ics']) expect((await visitor.get(url)).body).toContain('Jazz')
  replica.mockRestore()

  for (const url of ['/feeds/events.atom', '/feeds/events.ics']) {
    expect((await visitor.get(url)).body).toContain('Blues')
  }
})

test('without PUBLIC_URL links use the requested host', async () => {
  const { app, addEvent } = await startApp()
  await addEvent()

  const { body } = await app.inject({ url: '/feeds/events.atom', headers: { host: 'ruam.local:8000' } })

  expect(body).toContain('href="http://ruam.local:8000/discover"')
})

test('a long feed is compressed, and a calendar says when to refresh', async () => {
  const { app, visitor, addEvent, addOrganizer } = await startApp(env)
  const owner = await addOrganizer()
  for (let count = 0; count < 6; count += 1) await addEvent({}, owner)

  const { headers } = await app.inject({ url: '/feeds/events.atom', headers: { 'accept-encoding': 'gzip' } })
  const { whole } = await readCalendar(visitor, '/feeds/events.ics')

  expect(headers['content-encoding']).toBe('gzip')
  expect(whole.getFirstPropertyValue('x-wr-calname')).toBe('Events · Ruam')
  expect(String(whole.getFirstPropertyValue('refresh-interval'))).toBe('PT1H')
})

test('an event’s calendar file is visible to everybody who can see its page', async () => {
  const { as, visitor, addEvent, addUser } = await startApp(env)
  const [open, unlisted] = [await addEvent(), await addEvent({ visibility: 'PRIVATE' })]
  const forStudents = await addEvent({ visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })
  const { link_key } = (await as(unlisted.owner).get(`/api/events/${unlisted.id}`)).json()
  const [student, stranger] = [await addUser({ email: 'student@ku.th' }), await addUser()]
  const status = async (viewer: Caller, url: string) => (await viewer.get(url)).statusCode

  expect(await status(visitor, `/events/${open.id}.ics`)).toBe(200)
  expect(await status(visitor, `/events/${unlisted.id}.ics?link=${link_key}`)).toBe(200)
  expect(await status(as(student), `/events/${forStudents.id}.ics`)).toBe(200)
  const nothing = (await visitor.get('/events/999999.ics')).json()
  for (const [viewer, url] of [
    [visitor, `/events/${unlisted.id}.ics`],
    [visitor, `/events/${unlisted.id}.ics?link=${'x'.repeat(24)}`],
    [as(stranger), `/events/${unlisted.id}.ics`],
    [visitor, `/events/${forStudents.id}.ics`],
    [as(stranger), `/events/${forStudents.id}.ics`],
  ] as const) {
    const reply = await viewer.get(url)
    expect([url, reply.statusCode, reply.json()]).toEqual([url, 404, nothing])
  }

  const secret = await visitor.get(`/events/${unlisted.id}.ics?link=${link_key}`)
  expect(secret.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' })
  expect(secret.body.replace(/\r\n /g, '')).toContain(
    `URL;VALUE=URI:https://ruam.example/events/${unlisted.id}?link=${link_key}`,
  )
})

test('calendar programs read every field, also Thai, in lines of 75 bytes', async () => {
  const { as, visitor, addEvent, clock } = await startApp(env)
  const event = await addEvent({
    event_name: 'งานวัดภูเขาทองประจำปี, ครั้งที่ 2; 🎉',
    description: `บรรทัดแรก\nบรรทัดสอง \\ ${'ยาวมาก'.repeat(40)} \u0007`,
    address: 'วัดสระเกศ, Bangkok',
    latitude: 13.7539,
    longitude: 100.5067,
  })

  const { body, entries } = await readCalendar(visitor, `/events/${event.id}.ics`)
  clock.now = new Date(clock.now.getTime() + 1_000)
  await as(event.owner).patch(`/api/events/${event.id}/edit`, { event_name: 'ย้ายวัน' })
  const changed = (await readCalendar(visitor, `/events/${event.id}.ics`)).entries[0]

  expect(entries[0]).toMatchObject({
    name: 'งานวัดภูเขาทองประจำปี, ครั้งที่ 2; 🎉',
    start: '2026-11-28T03:00:00.000Z',
    end: '2026-11-28T06:00:00.000Z',
    location: 'วัดสระเกศ, Bangkok',
    geo: [13.7539, 100.5067],
    status: 'CONFIRMED',
    url: `https://ruam.example/events/${event.id}`,
  })
  expect(entries[0]?.description).toContain(`บรรทัดแรก\nบรรทัดสอง \\ ${'ยาวมาก'.repeat(40)}`)
  expect(body.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true)
  for (const character of ['\u0007', '\uFFFD']) expect(body).not.toContain(character)
  expect([changed?.uid, changed?.name]).toEqual([entries[0]?.uid, 'ย้ายวัน'])
  expect(changed?.sequence).toBeGreaterThan(entries[0]?.sequence ?? Number.NaN)
})

test('closing comments, a first code and a further date leave the calendar entry as it is; an edit is a new revision', async () => {
  const { as, visitor, addEvent, clock } = await startApp(env)
  const event = await addEvent({})
  const url = `/api/events/${event.id}`
  const owner = as(event.owner)
  const revision = async () => (await readCalendar(visitor, `/events/${event.id}.ics`)).entries[0]?.revision
  const first = await revision()
  clock.now = new Date(clock.now.getTime() + 5_000)

  await owner.put(`${url}/comments/closed`, { closed: true })
  await owner.post(`${url}/codes`, { code: 'EARLY', percent: 10 })
  await owner.post(`${url}/dates`, { starts: ['2027-01-05T12:00:00Z'] })
  expect((await owner.get(url)).json().version).toBe(4)
  expect(await revision()).toEqual(first)

  await owner.patch(`${url}/edit`, { event_name: 'Another night' })
  expect(await revision()).toEqual([`${Number(first?.[0]) + 5}`, '2026-11-21T03:00:05Z', '2026-11-21T03:00:05Z'])
})

test('a downloaded file is named after its event', async () => {
  const { visitor, addEvent } = await startApp()
  const event = await addEvent({ event_name: 'Jazz "ริมน้ำ" / 2026' })

  const { headers } = await visitor.get(`/events/${event.id}.ics`)

  const name = encodeURIComponent('Jazz ริมน้ำ 2026.ics')
  expect(headers['content-disposition']).toBe(`attachment; filename="Jazz  2026.ics"; filename*=UTF-8''${name}`)
})

test('calendars strike out a called-off event, and strangers learn nothing else', async () => {
  const { as, visitor, addEvent, addUser } = await startApp(env)
  const [event, hidden] = [await addEvent({ event_name: 'Jazz' }), await addEvent({ visibility: 'PRIVATE' })]
  const holder = await addUser()
  await as(holder).post(`/api/tickets/event/${event.id}/register`)
  const before = (await readCalendar(visitor, `/events/${event.id}.ics`)).entries[0]

  for (const { id, owner } of [event, hidden]) await as(owner).delete(`/api/organizers/delete-event/${id}`)

  const [stranger] = (await readCalendar(visitor, `/events/${event.id}.ics`)).entries
  const [known] = (await readCalendar(as(holder), `/events/${event.id}.ics`)).entries
  expect(stranger).toMatchObject({ uid: before?.uid, status: 'CANCELLED', name: 'Called off', start: before?.start })
  expect(known).toMatchObject({ uid: before?.uid, status: 'CANCELLED', name: 'Jazz' })
  expect(stranger?.sequence).toBeGreaterThan(before?.sequence ?? Number.NaN)
  expect((await visitor.get(`/events/${hidden.id}.ics`)).statusCode).toBe(404)
  expect((await readCalendar(visitor, '/feeds/events.ics')).entries).toEqual([])
})

test('only ticket holders get the meeting link in their calendar', async () => {
  const { as, visitor, addEvent, addUser } = await startApp(env)
  const meeting_link = 'https://meet.example/abc'
  const event = await addEvent({ is_online: true, meeting_link })
  const [holder, stranger] = [await addUser(), await addUser()]
  await as(holder).post(`/api/tickets/event/${event.id}/register`)
  const url = `/events/${event.id}.ics`

  expect((await readCalendar(as(holder), url)).entries[0]?.location).toBe(meeting_link)
  expect((await readCalendar(visitor, url)).entries[0]).toMatchObject({ location: 'Online', geo: null })
  for (const [viewer, address] of [
    [as(stranger), url],
    [as(holder), '/feeds/events.ics'],
    [visitor, '/feeds/events.atom'],
  ] as const) {
    expect((await viewer.get(address)).body).not.toContain('meet.example')
  }
})

test('below /th feeds and calendars are in Thai and lead to Thai pages', async () => {
  const { as, visitor, addEvent, addUser } = await startApp(env)
  const event = await addEvent({ event_name: 'Jazz', place_to_be_announced: true, address: '' })
  const page = `https://ruam.example/th/events/${event.id}`

  const feed = await atom(visitor, '/th/feeds/events.atom')
  const english = await atom(visitor, '/feeds/events.atom')
  const [entry] = (await readCalendar(visitor, `/th/events/${event.id}.ics`)).entries
  await as(await addUser()).post(`/api/tickets/event/${event.id}/register`)
  await as(event.owner).delete(`/api/organizers/delete-event/${event.id}`)
  const [calledOff] = (await readCalendar(visitor, `/th/events/${event.id}.ics`)).entries

  expect(feed.title?.value).toBe('อีเวนต์ · Ruam')
  expect(feed.id).not.toBe(english.id)
  expect(feed.entries?.[0]?.id).toBe(english.entries?.[0]?.id)
  expect(feed.entries?.[0]?.links?.map(({ href }) => href)).toEqual([page, `${page}.ics`])
  expect(feed.entries?.[0]?.summary?.value).toContain('เสาร์ 28 พ.ย. 2569 เวลา 10.00 น. (เวลาไทย) · แจ้งสถานที่ภายหลัง · ')
  expect(entry).toMatchObject({ url: page, location: 'แจ้งสถานที่ภายหลัง' })
  expect(entry?.description).toContain('\nผู้จัด: ')
  expect(calledOff).toMatchObject({ uid: entry?.uid, name: 'งานยกเลิกแล้ว', url: page })
})
