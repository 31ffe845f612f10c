import { expect, test } from 'vitest'
import { tokenPrefix } from '#contract/accounts/access-tokens.ts'
import { calls as contractCalls } from '#contract/calls.ts'
import type { Scope } from '#contract/endpoint.ts'
import { type Person, password, startApp } from '#server/testing/app.ts'
import { contentAtRest, contentOf } from '#server/testing/callers/database-content.ts'
import { startFixture } from '#server/testing/callers/fixture.ts'
import { sendWith } from '#server/testing/callers/row.ts'
import { calls } from '#server/testing/callers/table.ts'
import { startWithMail } from '#server/testing/mail-server.ts'

const url = '/api/users/access-tokens'
const all: Scope[] = ['read', 'attendees', 'door']

/** The calls of each scope. Every other call refuses every token. */
const allowed: Record<Scope, string[]> = {
  read: [
    ...['listEvents', 'listCategories', 'listTags', 'listDays', 'showEvent', 'showEventCard', 'showLiveEvent'],
    ...['listComments', 'listDates', 'listReplies', 'showOrganizer', 'viewOrganizer', 'listMyEvents', 'listCalledOff'],
    ...['countApplications', 'countNewApplicants'],
  ],
  attendees: [
    ...['listApplicants', 'exportApplicants', 'approveApplications', 'refuseApplications', 'markPaid'],
    ...['showOverview', 'exportFigure'],
  ],
  door: [
    ...['showDoor', 'checkIn', 'undoCheckIn', 'listDoubleEntries', 'showDoorProgress', 'listDoorEntries'],
    ...['sellWalkIns', 'keepDoorSeats', 'setDoorSeats', 'listKeepingPhones', 'takeKeptSeats'],
  ],
}

/** The person, acting with a token. */
async function tokenOf({ as }: Pick<Awaited<ReturnType<typeof startApp>>, 'as'>, person: Person, scopes: Scope[]) {
  const made = (await as(person).post(url, { name: 'Program', scopes })).json()
  return { ...made, program: as({ ...person, access: made.token }) }
}

test('a token makes the calls of its scopes and no others, and reads what its owner reads', async () => {
  const fixture = await startFixture()
  const headersFor = async (scopes: Scope[]) => {
    const { token } = await tokenOf(fixture, fixture.owner, scopes)
    return { authorization: `Bearer ${token}` }
  }
  const headers = {
    read: await headersFor(['read']),
    attendees: await headersFor(['attendees']),
    door: await headersFor(['door']),
  }
  const wrong: string[] = []
  // Their first use is noted.
  for (const own of Object.values(headers)) await fixture.app.inject({ url: '/api/events/events', headers: own })
  const before = await contentAtRest(fixture)

  for (const row of calls) {
    if (row.endpoint === undefined || row.endpoint.config.access === 'anyone') continue
    const { scope } = row.endpoint.config
    for (const other of all.filter((one) => one !== scope)) {
      const reply = await sendWith(fixture, row, headers[other], row.request(fixture))
      if (reply.statusCode !== 403 || reply.json().code !== 'scope_missing') {
        wrong.push(`${row.name} with ${other}: ${reply.statusCode}`)
      }
    }
  }

  expect(wrong).toEqual([])
  expect(await contentOf(fixture.db)).toEqual(before)
  for (const row of calls.filter(({ endpoint }) => endpoint?.method === 'GET' && endpoint.config.scope !== undefined)) {
    const { scope } = row.endpoint?.config ?? {}
    const session = await sendWith(
      fixture,
      row,
      { authorization: `Bearer ${fixture.owner.access}` },
      row.request(fixture),
    )
    const reply = await sendWith(fixture, row, headers[scope as Scope], row.request(fixture))
    expect([row.name, reply.statusCode, reply.body]).toEqual([row.name, session.statusCode, session.body])
  }
  for (const row of calls.filter(({ by, endpoint }) => by === 'owner' && endpoint?.config.scope !== undefined)) {
    const { scope } = row.endpoint?.config ?? {}
    const reply = await sendWith(fixture, row, headers[scope as Scope], row.request(fixture))
    expect(`${row.name} ${reply.statusCode}`).toBe(`${row.name} ${row.status}`)
  }
})

test('the calls of each scope are these', () => {
  const found = all.map((scope) => [
    scope,
    contractCalls.filter(({ endpoint }) => endpoint.config.scope === scope).map(({ name }) => name),
  ])

  expect(Object.fromEntries(found.map(([scope, names]) => [scope, [...(names ?? [])].sort()]))).toEqual(
    Object.fromEntries(Object.entries(allowed).map(([scope, names]) => [scope, [...names].sort()])),
  )
})

test('a token is shown once, stored as a hash, and works until it is revoked', async () => {
  const started = await startApp()
  const { as, db, addOrganizer } = started
  const owner = await addOrganizer()
  const { id, token, program } = await tokenOf(started, owner, ['read', 'read'])

  const listed = (await as(owner).get(url)).json()
  const used = await program.get('/api/events/my-events')
  const stored = JSON.stringify((await db.pool.query('SELECT * FROM access_tokens')).rows)
  await as(owner).delete(`${url}/${id}`)
  const revoked = await program.get('/api/events/my-events')

  expect(token).toMatch(/^ruam_[\w-]{43}$/)
  expect(listed).toEqual([expect.objectContaining({ id, name: 'Program', scopes: ['read'], last_used_at: null })])
  expect(stored).not.toContain(token.slice(tokenPrefix.length))
  expect([used.statusCode, revoked.statusCode]).toEqual([200, 401])
  expect(revoked.json().error).toBe('This access token does not exist any more.')
  expect((await as(owner).delete(`${url}/${id}`)).json().code).toBe('access_token_not_found')
})

test('a token is made only within ten minutes after signing in', async () => {
  const { as, addUser, clock } = await startApp()
  const person = await addUser()
  clock.now = new Date(clock.now.getTime() + 11 * 60_000)

  const late = await as(person).post(url, { name: 'Program', scopes: ['read'] })

  expect([late.statusCode, late.json().code]).toEqual([403, 'sign_in_needed'])
  expect((await as(person).get(url)).json()).toEqual([])
})

test('a token without the scope is told to get it, unless no scope allows the call', async () => {
  const started = await startApp()
  const { program } = await tokenOf(started, await started.addUser(), ['door'])

  const other = await program.get('/api/events/my-events')
  const none = await program.get('/api/users/profile')

  expect([other, none].map((reply) => [reply.json().code, reply.json().message])).toEqual([
    ['scope_missing', 'This access token does not allow this call. Create one with the scope it needs.'],
    ['scope_missing', 'No access token allows this call. Log in instead.'],
  ])
})

test('altered tokens are refused, also where visitors are allowed', async () => {
  const started = await startApp()
  const { as, addUser } = started
  const person = await addUser()
  const { token } = await tokenOf(started, person, ['read'])

  for (const altered of [`${token}x`, token.slice(0, -1), tokenPrefix, token.toUpperCase(), token.slice(5)]) {
    expect((await as({ ...person, access: altered }).get('/api/events/events')).statusCode).toBe(401)
  }
})

test('when a token was last used is written at most every five minutes', async () => {
  const started = await startApp()
  const { as, clock, addOrganizer } = started
  const owner = await addOrganizer()
  const { program } = await tokenOf(started, owner, ['read'])
  const lastUsed = async () => (await as(owner).get(url)).json()[0].last_used_at
  const first = clock.now.toISOString()

  await program.get('/api/events/events')
  clock.now = new Date(clock.now.getTime() + 4 * 60_000)
  await program.get('/api/events/events')
  const soon = await lastUsed()
  clock.now = new Date(clock.now.getTime() + 60_000)
  await program.get('/api/events/events')

  expect(soon).toBe(first)
  expect(await lastUsed()).toBe(clock.now.toISOString())
})

test('nobody has more than ten tokens, nor touches those of others', async () => {
  const started = await startApp()
  const { as, addUser } = started
  const [person, other] = [await addUser(), await addUser()]

  const replies = await Promise.all(
    Array.from({ length: 12 }, () => as(person).post(url, { name: 'Program', scopes: ['read'] })),
  )
  const { id } = (await as(person).get(url)).json()[0]

  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10)
  expect(replies.find(({ statusCode }) => statusCode !== 201)?.json().code).toBe('too_many_access_tokens')
  expect((await as(other).delete(`${url}/${id}`)).statusCode).toBe(404)
  expect((await as(other).get(url)).json()).toEqual([])
})

test('a new token is mailed about, and a new password ends all of them', async () => {
  const started = await startWithMail()
  const { as, addHolder, mail } = started
  const person = await addHolder()
  const { program } = await tokenOf(started, person, ['read', 'door'])
  const mailed = await mail.mailTo('person1@example.com')

  const change = { current_password: password, new_password: 'a new battery', confirm_password: 'a new battery' }
  await as(person).post('/api/users/change-password', change)

  expect(mailed.subject).toBe('A new access token for your Ruam account')
  expect(mailed.text).not.toContain(tokenPrefix)
  expect((await program.get('/api/events/events')).statusCode).toBe(401)
})

test.each([
  [{ scopes: [] }, 'Choose at least one.'],
  [{ name: ' ' }, 'Name is required.'],
  [{ scopes: ['write'] }, /./],
])('a token with %j is refused', async (given, message) => {
  const { as, addUser } = await startApp()

  const reply = await as(await addUser()).post(url, { name: 'Program', scopes: ['read'], ...given })

  expect(reply.statusCode).toBe(422)
  expect(reply.json().error).toMatch(message)
})
