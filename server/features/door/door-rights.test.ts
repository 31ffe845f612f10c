import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { doorLinkHeader } from '#contract/tickets/door.ts'
import type { Caller } from '#server/testing/app.ts'
import { startDoor } from '#server/testing/door.ts'

/** Who may do what at the door. Without a scan to undo, 404 means allowed. */
const calls: [call: string, make: (caller: Caller, eventId: number | string) => ReturnType<Caller['get']>][] = [
  ['door', (caller, id) => caller.get(`/api/events/${id}/door`)],
  [
    'check-ins',
    (caller, id) =>
      caller.post(`/api/events/${id}/check-ins`, {
        device: 'Gate',
        scans: [{ scan_id: randomUUID(), code: 'x', scanned_at: '2026-11-21T03:00:00Z', let_in: true }],
      }),
  ],
  ['undo', (caller, id) => caller.delete(`/api/events/${id}/check-ins/${randomUUID()}`)],
  ['double-entries', (caller, id) => caller.get(`/api/events/${id}/double-entries`)],
  ['progress', (caller, id) => caller.get(`/api/events/${id}/door/progress`)],
  ['entries', (caller, id) => caller.get(`/api/events/${id}/door/entries`)],
  ['links', (caller, id) => caller.get(`/api/events/${id}/door-links`)],
  ['add-link', (caller, id) => caller.post(`/api/events/${id}/door-links`, { name: 'Gate' })],
  ['revoke-link', (caller, id) => caller.delete(`/api/events/${id}/door-links/987654`)],
]

const names = ['door', 'check-ins', 'undo', 'double-entries', 'progress', 'entries', 'links', 'add-link', 'revoke-link']
const row = (...statuses: number[]) => Object.fromEntries(names.map((name, n) => [name, statuses[n]]))
const expected: Record<string, Record<string, number | undefined>> = {
  visitor: row(401, 401, 401, 401, 401, 401, 401, 401, 401),
  'a token that was altered': row(401, 401, 401, 401, 401, 401, 401, 401, 401),
  'Bearer undefined': row(401, 401, 401, 401, 401, 401, 401, 401, 401),
  stranger: row(403, 403, 403, 403, 403, 403, 403, 403, 403),
  holder: row(403, 403, 403, 403, 403, 403, 403, 403, 403),
  'other organizer': row(403, 403, 403, 403, 403, 403, 403, 403, 403),
  owner: row(200, 200, 404, 200, 200, 200, 200, 201, 404),
  'door link': row(200, 200, 404, 200, 401, 401, 401, 401, 401),
  'revoked link': row(403, 403, 403, 403, 401, 401, 401, 401, 401),
}

test.each(['PUBLIC', 'PRIVATE'] as const)(
  'the door of a %s event answers each role as the matrix says',
  async (visibility) => {
    const isPrivate = visibility === 'PRIVATE'
    const { as, visitor, event, addUser, addOrganizer, addLink, db } = await startDoor({
      visibility,
      ...(isPrivate ? { allowed_email_domains: 'ku.th' } : {}),
    })
    const holder = await addUser({ email: 'holder@ku.th' })
    await db.pool.query('UPDATE users SET email_verified_at = now()')
    await as(holder).post(`/api/tickets/event/${event.id}/register`)
    const [good, revoked] = [await addLink(), await addLink()]
    await as(event.owner).delete(`/api/events/${event.id}/door-links/${revoked.id}`)
    const bearer = (access: string) => as({ ...event.owner, access })
    const callers: Record<string, Caller> = {
      visitor,
      'a token that was altered': bearer(altered(event.owner.access)),
      'Bearer undefined': bearer('undefined'),
      stranger: as(await addUser()),
      holder: as(holder),
      'other organizer': as(await addOrganizer()),
      owner: as(event.owner),
      'door link': good.door,
      'revoked link': revoked.door,
    }

    for (const [role, caller] of Object.entries(callers)) {
      const hidden = isPrivate && ['stranger', 'other organizer'].includes(role)
      for (const [call, make] of calls) {
        const reply = await make(caller, event.id)
        expect([role, call, reply.statusCode]).toEqual([role, call, hidden ? 404 : expected[role]?.[call]])
        if (hidden) expect(reply.json()).toEqual((await make(caller, 987_654)).json())
        if (reply.statusCode === 403) {
          expect(reply.json().code).toBe(role === 'revoked link' ? 'door_link_invalid' : 'not_your_event')
        }
      }
    }
  },
)

test('the door of an unknown event is a 404, and a 403 with a door link', async () => {
  const { as, event, addLink } = await startDoor()
  const { door } = await addLink()

  for (const [call, make] of calls) {
    for (const id of ['987654', '0', '-1', 'abc', '99999999999999999999']) {
      expect([call, id, (await make(as(event.owner), id)).statusCode]).toEqual([call, id, 404])
    }
    if (expected['door link']?.[call] !== 401) expect((await make(door, 987_654)).statusCode).toBe(403)
  }
})

test('a door link takes precedence over a session', async () => {
  const { app, event, addUser, addLink } = await startDoor()
  const { secret } = await addLink()
  const helper = await addUser()
  const open = (access: string, link: string) =>
    app.inject({
      url: `/api/events/${event.id}/door`,
      headers: { authorization: `Bearer ${access}`, [doorLinkHeader]: link },
    })

  expect((await open(helper.access, secret)).statusCode).toBe(200)
  expect((await open(event.owner.access, 'wrong')).json().code).toBe('door_link_invalid')
})

test('a door shows only name, number, type, party, status and entry of each ticket, and the count', async () => {
  const { event, addUser, addOrganizer, addLink, as, scanOf, undo } = await startDoor()
  const { door } = await addLink()
  const marks = { username: 'mark-username', email: 'mark-email@example.com', phone_number: '0899999999' }
  const guest = await addUser({ ...marks, birth_date: '1991-09-19', first_name: 'Nok', last_name: 'Sukjai' })
  await addOrganizer()
  const ticket = (await as(guest).post(`/api/tickets/event/${event.id}/register`)).json()
  const scan = scanOf(ticket.ticket_number)

  const shown = await door.get(`/api/events/${event.id}/door`)
  const checked = await door.post(`/api/events/${event.id}/check-ins`, { device: 'Gate', scans: [scan] })
  const undone = await undo(scan.scan_id, door)

  const seen = [
    'fullname',
    'party',
    'status',
    'ticket_number',
    'ticket_type',
    'used_at',
    'used_door',
    'walk_in',
    'was_issued',
  ]
  for (const one of [shown.json().tickets[0], checked.json().results[0].ticket, undone.json().ticket]) {
    expect(Object.keys(one).sort()).toEqual(seen)
    expect(one).toMatchObject({ fullname: 'Nok Sukjai', ticket_number: ticket.ticket_number })
  }
  for (const { body } of [shown, checked, undone]) {
    expect(body).not.toMatch(/mark-|0899999999|1991-09-19|person\d|example\.com/)
    expect(body).not.toContain(ticket.ticket_id)
    expect(body).not.toMatch(/"(id|user_id|email|register_date)"/)
  }
})

test('a double entry tells a helper only who, when and on which phones', async () => {
  const { event, addUser, addLink, as, scanOf, send } = await startDoor()
  const [east, west] = [(await addLink('East')).door, (await addLink('West')).door]
  const marks = { username: 'mark-username', email: 'mark-email@example.com', phone_number: '0899999999' }
  const guest = await addUser({ ...marks, birth_date: '1991-09-19', first_name: 'Nok', last_name: 'Sukjai' })
  const ticket = (await as(guest).post(`/api/tickets/event/${event.id}/register`)).json()
  const [first, again] = [
    scanOf(ticket.ticket_number, { let_in: true }),
    scanOf(ticket.ticket_number, { let_in: true }),
  ]
  await send([first], east, 'Gate A')
  await send([again], west, 'Gate B')

  const reply = await east.get(`/api/events/${event.id}/double-entries`)

  expect(reply.json()).toEqual([
    {
      scan_id: again.scan_id,
      ticket_number: ticket.ticket_number,
      fullname: 'Nok Sukjai',
      verdict: 'already_used',
      first: { at: first.scanned_at, device: 'Gate A' },
      again: { at: again.scanned_at, device: 'Gate B' },
    },
  ])
  expect(reply.body).not.toMatch(/mark-|0899999999|1991-09-19|example\.com|East|West/)
  expect(reply.body).not.toContain(ticket.ticket_id)
})

/** The token with its signature reversed. Changing only its last characters may not change a bit. */
function altered(token: string): string {
  const [head, body, signature = ''] = token.split('.')
  return [head, body, signature.split('').reverse().join('')].join('.')
}
