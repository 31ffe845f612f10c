import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { startDoor } from '#server/testing/door.ts'

test('a door link lets a helper without an account see the door, check in and undo', async () => {
  const { event, addHolder, addLink, scanOf, send, undo } = await startDoor()
  const { code } = await addHolder()
  const { door } = await addLink()
  const scan = scanOf(code)

  expect((await send([scan], door)).results[0].verdict).toBe('checked_in')
  expect((await door.get(`/api/events/${event.id}/door`)).json()).toMatchObject({ checked_in: 1, held: 1 })
  expect((await undo(scan.scan_id, door)).json()).toMatchObject({ checked_in: 0, ticket: { status: 'ACTIVE' } })
})

test('a link that was revoked, never was, or is of another event opens nothing', async () => {
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

test('what was scanned with a link stays when the link is revoked', async () => {
  const { as, event, addHolder, addLink, scanOf, send } = await startDoor()
  const { id, door } = await addLink()
  await send([scanOf((await addHolder()).code)], door)

  const revoked = await as(event.owner).delete(`/api/events/${event.id}/door-links/${id}`)
  const again = await as(event.owner).delete(`/api/events/${event.id}/door-links/${id}`)

  expect([revoked.statusCode, again.statusCode]).toEqual([204, 204])
  expect((await as(event.owner).get(`/api/events/${event.id}/door`)).json()).toMatchObject({ checked_in: 1 })
})

test('the owner sees the links that work and when they were last used, and their secrets never again', async () => {
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
  const { rows } = await db.pool.query('SELECT row_to_json(door_links)::text AS kept FROM door_links')
  for (const { secret } of [first, second, third]) {
    expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(16)
    for (const { kept } of rows) expect(kept).not.toContain(secret)
  }
})

test('a link needs a name, and is revoked only where it belongs', async () => {
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

test('very many wrong links from one address are slowed down, and a good one from there is not', async () => {
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
