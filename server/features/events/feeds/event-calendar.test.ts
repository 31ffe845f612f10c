import { expect, test } from 'vitest'
import { type Caller, startApp } from '#server/testing/app.ts'
import { readCalendar } from '#server/testing/feeds/calendar.ts'

const env = { PUBLIC_URL: 'https://ruam.example' }

test('the calendar file of an event is for whoever sees its page', async () => {
  const { as, visitor, addEvent, addUser } = await startApp(env)
  const [open, unlisted] = [await addEvent(), await addEvent({ visibility: 'PRIVATE' })]
  const forStudents = await addEvent({ visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })
  const { link_key } = (await as(unlisted.owner).get(`/api/events/${unlisted.id}`)).json()
  const [student, stranger] = [await addUser({ email: 'student@ku.th' }), await addUser()]
  const status = async (reader: Caller, url: string) => (await reader.get(url)).statusCode

  expect(await status(visitor, `/events/${open.id}.ics`)).toBe(200)
  expect(await status(visitor, `/events/${unlisted.id}.ics?link=${link_key}`)).toBe(200)
  expect(await status(as(student), `/events/${forStudents.id}.ics`)).toBe(200)
  const nothing = (await visitor.get('/events/999999.ics')).json()
  for (const [reader, url] of [
    [visitor, `/events/${unlisted.id}.ics`],
    [visitor, `/events/${unlisted.id}.ics?link=${'x'.repeat(24)}`],
    [as(stranger), `/events/${unlisted.id}.ics`],
    [visitor, `/events/${forStudents.id}.ics`],
    [as(stranger), `/events/${forStudents.id}.ics`],
  ] as const) {
    const reply = await reader.get(url)
    expect([url, reply.statusCode, reply.json()]).toEqual([url, 404, nothing])
  }

  const secret = await visitor.get(`/events/${unlisted.id}.ics?link=${link_key}`)
  expect(secret.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' })
  expect(secret.body.replace(/\r\n /g, '')).toContain(
    `URL;VALUE=URI:https://ruam.example/events/${unlisted.id}?link=${link_key}`,
  )
})

test('a calendar program reads every field, in Thai too, and no line is longer than 75 bytes', async () => {
  const { as, visitor, addEvent } = await startApp(env)
  const event = await addEvent({
    event_name: 'งานวัดภูเขาทองประจำปี, ครั้งที่ 2; 🎉',
    description: `บรรทัดแรก\nบรรทัดสอง \\ ${'ยาวมาก'.repeat(40)} \u0007`,
    address: 'วัดสระเกศ, Bangkok',
    latitude: 13.7539,
    longitude: 100.5067,
  })

  const { body, entries } = await readCalendar(visitor, `/events/${event.id}.ics`)
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

test('a downloaded file has the name of its event', async () => {
  const { visitor, addEvent } = await startApp()
  const event = await addEvent({ event_name: 'Jazz "ริมน้ำ" / 2026' })

  const { headers } = await visitor.get(`/events/${event.id}.ics`)

  const name = encodeURIComponent('Jazz ริมน้ำ 2026.ics')
  expect(headers['content-disposition']).toBe(`attachment; filename="Jazz  2026.ics"; filename*=UTF-8''${name}`)
})

test('an event that is called off is struck out of calendars, and tells strangers nothing else', async () => {
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

test('only who holds a ticket reads in a calendar how to join an online event', async () => {
  const { as, visitor, addEvent, addUser } = await startApp(env)
  const meeting_link = 'https://meet.example/abc'
  const event = await addEvent({ is_online: true, meeting_link })
  const [holder, stranger] = [await addUser(), await addUser()]
  await as(holder).post(`/api/tickets/event/${event.id}/register`)
  const url = `/events/${event.id}.ics`

  expect((await readCalendar(as(holder), url)).entries[0]?.location).toBe(meeting_link)
  expect((await readCalendar(visitor, url)).entries[0]).toMatchObject({ location: 'Online', geo: null })
  for (const [reader, address] of [
    [as(stranger), url],
    [as(holder), '/feeds/events.ics'],
    [visitor, '/feeds/events.atom'],
  ] as const) {
    expect((await reader.get(address)).body).not.toContain('meet.example')
  }
})
