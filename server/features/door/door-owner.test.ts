import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { startDoor } from '#server/testing/door.ts'

test('a helper with a door link and no account sees the door, checks in and undoes', async () => {
  const { event, addHolder, addLink, scanOf, send, undo } = await startDoor()
  const { code } = await addHolder()
  const { door } = await addLink()
  const scan = scanOf(code)

  expect((await send([scan], door)).results[0].verdict).toBe('checked_in')
  expect((await door.get(`/api/events/${event.id}/door`)).json()).toMatchObject({ checked_in: 1, held: 1 })
  expect((await undo(scan.scan_id, door)).json()).toMatchObject({ checked_in: 0, ticket: { status: 'ACTIVE' } })
})

test("a revoked, unknown or other event's link opens nothing", async () => {
  const { as, event, addEvent, addHolder, addLink, withDoorLink, scanOf } = await startDoor()
  const { code } = await addHolder()
  const [good, revoked] = [await addLink(), await addLink()]
  const other = await addEvent({}, event.owner)
  await as(event.owner).delete(`/api/events/${event.id}/door-links/${revoked.id}`)
  const scan = scanOf(code)
  const tryAll = (secret: string, id: number) => {
    const door = withDoorLink(secret)
    return [
      door.get(`/api/events/${id}/door`),
      door.post(`/api/events/${id}/check-ins`, { device: 'Gate', scans: [scan] }),
      door.delete(`/api/events/${id}/check-ins/${scan.scan_id}`),
    ]
  }

  for (const [secret, id] of [
    [revoked.secret, event.id],
    [good.secret, other.id],
    [good.secret, 987_654],
    [good.secret.slice(0, -1), event.id],
    ['nonsense', event.id],
    ['', event.id],
  ] as const) {
    for (const reply of await Promise.all(tryAll(secret, id))) {
      expect([secret, reply.statusCode, reply.json().code]).toEqual([secret, 403, 'door_link_invalid'])
      expect(reply.json().error).toBe('This door link no longer works. Ask the organizer for a new one.')
    }
  }
  expect((await good.door.get(`/api/events/${event.id}/door`)).json()).toMatchObject({ checked_in: 0 })
})

test('a link works until three days after its event', async () => {
  const { event, addLink, clock, db } = await startDoor()
  const { door } = await addLink()
  const { rows } = await db.pool.query('SELECT end_date_event AS ends FROM events WHERE id = $1', [event.id])
  const threeDays = 3 * 24 * 3_600_000
  const open = async (at: number) => {
    clock.now = new Date(at)
    return (await door.get(`/api/events/${event.id}/door`)).statusCode
  }

  expect(await open(Date.parse(rows[0].ends) + threeDays - 1)).toBe(200)
  expect(await open(Date.parse(rows[0].ends) + threeDays)).toBe(403)
})

test('scans stay when their link is revoked', async () => {
  const { as, event, addHolder, addLink, scanOf, send } = await startDoor()
  const { id, door } = await addLink()
  await send([scanOf((await addHolder()).code)], door)

  const revoked = await as(event.owner).delete(`/api/events/${event.id}/door-links/${id}`)
  const again = await as(event.owner).delete(`/api/events/${event.id}/door-links/${id}`)

  expect([revoked.statusCode, again.statusCode]).toEqual([204, 204])
  expect((await as(event.owner).get(`/api/events/${event.id}/door`)).json()).toMatchObject({ checked_in: 1 })
})

test('the owner sees working links and their last use, but never their secrets again', async () => {
  const { as, event, addLink, clock, db } = await startDoor()
  const [first, second, third] = [await addLink('East gate'), await addLink('West gate'), await addLink('Lost phone')]
  const list = () => as(event.owner).get(`/api/events/${event.id}/door-links`)
  clock.now = new Date(clock.now.getTime() + 60_000)
  await second.door.get(`/api/events/${event.id}/door`)
  await as(event.owner).delete(`/api/events/${event.id}/door-links/${third.id}`)

  const links = await list()

  expect(links.json()).toEqual([
    expect.objectContaining({ id: second.id, name: 'West gate', last_used_at: clock.now.toISOString() }),
    expect.objectContaining({ id: first.id, name: 'East gate', last_used_at: null }),
  ])
  expect(Object.keys(links.json()[0]).sort()).toEqual(['created_at', 'id', 'last_used_at', 'name'])
  const { rows } = await db.pool.query('SELECT row_to_json(door_links)::text AS stored FROM door_links')
  for (const { secret } of [first, second, third]) {
    expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(16)
    for (const { stored } of rows) expect(stored).not.toContain(secret)
  }
})

test('a link needs a name, and is revoked only by its own event', async () => {
  const { as, event, addEvent, addLink } = await startDoor()
  const other = await addEvent({}, event.owner)
  const { id, door } = await addLink()
  const links = `/api/events/${event.id}/door-links`

  expect((await as(event.owner).post(links, { name: '  ' })).json().error).toBe('Name is required.')
  expect((await as(event.owner).post(links, { name: 'x'.repeat(61) })).statusCode).toBe(422)
  expect((await as(event.owner).delete(`/api/events/${other.id}/door-links/${id}`)).statusCode).toBe(404)
  expect((await as(event.owner).delete(`${links}/987654`)).statusCode).toBe(404)
  expect((await door.get(`/api/events/${event.id}/door`)).statusCode).toBe(200)
})

test('wrong links are limited by address, and a valid one from there is not', async () => {
  const { as, addEvent, withDoorLink } = await startApp({ RATE_LIMIT_SCALE: '0.1' })
  const event = await addEvent()
  const { secret } = (await as(event.owner).post(`/api/events/${event.id}/door-links`, { name: 'Gate' })).json()
  const open = async (with_: string) => (await withDoorLink(with_).get(`/api/events/${event.id}/door`)).statusCode

  const wrong: number[] = []
  for (let n = 0; n < 15; n++) wrong.push(await open(`wrong ${n}`))

  expect(wrong.filter((status) => status === 403)).toHaveLength(12)
  expect(wrong.slice(12)).toEqual([429, 429, 429])
  expect(await open(secret)).toBe(200)
})

const minute = 60_000

test('the owner sees the entries of each minute of the last hour, and of each door', async () => {
  const { event, addHolder, addLink, scanOf, send, undo, ownerLater, clock } = await startDoor()
  const north = await addLink('North')
  const start = clock.now.getTime()
  const at = (minutes: number) => {
    clock.now = new Date(start + minutes * minute)
  }
  const enter = async (from = north.door) => {
    const scan = scanOf((await addHolder()).code)
    await send([scan], from)
    return scan
  }
  const read = async () => (await (await ownerLater()).get(`/api/events/${event.id}/door/progress`)).json()
  expect(await read()).toEqual({ checked_in: 0, held: 0, minutes: [], doors: [] })

  await enter()
  await enter(await ownerLater())
  const undone = await enter()
  await undo(undone.scan_id, north.door)
  at(2)
  await enter()

  const progress = await read()
  expect(progress).toMatchObject({ checked_in: 3, held: 4 })
  expect(progress.minutes.map(({ entries }: { entries: number }) => entries)).toEqual([2, 0, 1])
  expect(Date.parse(progress.minutes[1].at) - Date.parse(progress.minutes[0].at)).toBe(minute)
  expect(progress.doors).toEqual([
    {
      ...{ door_link_id: north.id, door: 'North', person_id: null, person: null },
      ...{ entries: 2, last_at: new Date(start + 2 * minute).toISOString() },
    },
    {
      ...{ door_link_id: null, door: null, person_id: event.owner.id, person: `Somchai Jaidee ${event.owner.id}` },
      ...{ entries: 1, last_at: new Date(start).toISOString() },
    },
  ])

  at(61)
  const { minutes } = await read()
  expect(minutes).toHaveLength(60)
  expect(minutes[0]).toMatchObject({ entries: 1 })
})

test("the owner finds and undoes any phone's entry, and that phone's door shows it", async () => {
  const { as, event, addHolder, addLink, scanOf, send, undo } = await startDoor()
  const north = await addLink('North')
  const [first, second] = [await addHolder(), await addHolder()]
  const scan = scanOf(first.code, { scanned_at: '2020-01-01T00:00:00.000Z' })
  await send([scan], north.door, 'Gate A')
  await send([scanOf(second.code)], undefined, 'My phone')
  const list = async (query = '') => (await as(event.owner).get(`/api/events/${event.id}/door/entries${query}`)).json()
  const seenBy = async (door: typeof north.door) =>
    (await door.get(`/api/events/${event.id}/door`))
      .json()
      .tickets.find(({ ticket_number }: { ticket_number: string }) => ticket_number === first.ticket.ticket_number)

  expect(await list()).toMatchObject([
    {
      ticket_number: second.ticket.ticket_number,
      device: 'My phone',
      door: null,
      person: `Somchai Jaidee ${event.owner.id}`,
    },
    { ticket_number: first.ticket.ticket_number, device: 'Gate A', door: 'North' },
  ])
  expect(await seenBy(north.door)).toMatchObject({ status: 'USED', used_door: 'North' })
  const [found] = await list(`?ticket_number=${first.ticket.ticket_number}`)
  expect(found).toMatchObject({ scan_id: scan.scan_id, fullname: first.ticket.fullname })
  await undo(found.scan_id)

  expect(await list(`?ticket_number=${first.ticket.ticket_number}`)).toEqual([])
  expect(await list()).toHaveLength(1)
  expect(await seenBy(north.door)).toMatchObject({ status: 'ACTIVE', used_at: null, used_door: null })
})

test('entries name the member of the team who scanned, until they delete their account', async () => {
  const { as, event, addUser, addHolder, scanOf, send } = await startDoor()
  const nok = await addUser({ first_name: 'Nok', last_name: 'Dee' })
  const { secret } = (await as(event.owner).post(`/api/events/${event.id}/team`, { role: 'door' })).json()
  await as(nok).post(`/api/team-invitations/${secret}`)
  await send([scanOf((await addHolder()).code)], as(nok))
  const doors = async () => (await as(event.owner).get(`/api/events/${event.id}/door/progress`)).json().doors

  expect(await doors()).toMatchObject([{ door: null, person_id: nok.id, person: 'Nok Dee', entries: 1 }])
  expect((await as(nok).get(`/api/events/${event.id}/door/progress`)).json().code).toBe('role_missing')
  await as(nok).post('/api/users/deletion', { current_password: 'correct horse battery' })
  expect(await doors()).toMatchObject([{ door: null, person_id: null, person: null, entries: 1 }])
})

test('the list of entries has the newest fifty', async () => {
  const { as, event, addHolder, scanOf, send } = await startDoor({ max_attendee: null })
  const codes: string[] = []
  for (let n = 0; n < 51; n++) codes.push((await addHolder()).code)
  await send(codes.map((code) => scanOf(code)))

  expect((await as(event.owner).get(`/api/events/${event.id}/door/entries`)).json()).toHaveLength(50)
})
