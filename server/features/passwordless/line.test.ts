import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { markEmailVerified } from '#server/features/accounts/users.repository.ts'
import { hurryFailedJobs } from '#server/lib/jobs/jobs.ts'
import { type Person, password, startApp } from '#server/testing/app.ts'
import { eventually, linkIn, startWithMail } from '#server/testing/mail-server.ts'
import { startLineServer } from '#server/testing/sign-in/line.ts'

const url = '/api/users/line'
const minute = 60_000
const newBrowser = () => randomBytes(32).toString('base64url')

async function startWithLine(env: Record<string, string> = {}) {
  const { line, clock } = await startLine()
  const started = await startApp({ ...line.env, ...env })
  clock.now = () => started.clock.now
  return { ...started, ...callsOf(started, line) }
}

async function startWithLineAndMail() {
  const { line, clock } = await startLine()
  const started = await startWithMail(line.env)
  clock.now = () => started.clock.now
  return { ...started, ...callsOf(started, line) }
}

async function startLine() {
  const clock = { now: () => new Date() }
  const line = await startLineServer({ now: () => clock.now() })
  onTestFinished(line.stop)
  return { line, clock }
}

function callsOf({ visitor, as }: Pick<Awaited<ReturnType<typeof startApp>>, 'visitor' | 'as'>, line: Line) {
  /** Comes back from LINE's page, with the secret of the browser that went there. */
  async function come(browser = newBrowser()) {
    const page = (await visitor.post(`${url}/start`, { browser })).json().url
    const { back, code, state } = await line.confirm(page)
    return { page, back, proof: { browser, code, state } }
  }
  const signIn = async (person: Record<string, unknown> = {}) => {
    line.state.person = { sub: 'U1', name: 'Malee Srisuk', ...person }
    return visitor.post(`${url}/sign-in`, (await come()).proof)
  }
  const personOf = async (person = {}): Promise<Person> => {
    const session = (await signIn(person)).json()
    return { ...session, access: session.access_token, refresh: session.refresh_token }
  }
  const connect = async (person: Person, sub: string) => {
    line.state.person = { sub, name: 'Any' }
    return as(person).post(`${url}/connect`, (await come()).proof)
  }
  const profileOf = async (person: Person) => (await as(person).get('/api/users/profile')).json()
  return { line, come, signIn, personOf, connect, profileOf }
}

type Line = Awaited<ReturnType<typeof startLineServer>>

test('a new person signs in with LINE and gets an account without email and password', async () => {
  const { come, line, visitor, personOf, profileOf } = await startWithLine()
  const { page, back } = await come()

  const person = await personOf()

  const asked = new URL(page).searchParams
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    client_id: line.env.LINE_CHANNEL_ID,
    scope: 'openid profile email',
    code_challenge_method: 'S256',
    bot_prompt: 'normal',
  })
  expect(back).toBe('http://localhost/sign-in/line')
  expect(await profileOf(person)).toMatchObject({
    username: 'maleesrisuk',
    first_name: 'Malee',
    last_name: 'Srisuk',
    email: '',
    has_password: false,
    has_line: true,
    gets_line_messages: false,
    username_changes_left: 1,
  })
  expect((await personOf()).id).toBe(person.id)
  // Nobody's empty name or password opens such an account.
  expect((await visitor.post('/api/users/login', { username: '', password })).json().code).toBe('wrong_credentials')
})

test('people without email are different accounts, and apply for events', async () => {
  const { personOf, as, addEvent } = await startWithLine()
  const event = await addEvent()

  const people = [await personOf({ sub: 'U1' }), await personOf({ sub: 'U2' }), await personOf({ sub: 'U3' })]
  const replies = await Promise.all(people.map((person) => as(person).post(`/api/tickets/event/${event.id}/register`)))

  expect(new Set(people.map(({ id }) => id)).size).toBe(3)
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
})

test('a token that LINE signs with its own key is accepted too', async () => {
  const { line, signIn } = await startWithLine()
  line.state.alg = 'ES256'

  expect((await signIn()).statusCode).toBe(200)
})

test.each<[string, (line: Line) => void]>([
  ['is signed with another secret', ({ state }) => (state.secret = 'x'.repeat(40))],
  ['is not signed', ({ state }) => (state.alg = 'none')],
  ['is for another channel', ({ state }) => (state.claims = { aud: '999' })],
  ['is from another issuer', ({ state }) => (state.claims = { iss: 'https://access.line.me' })],
  ['has expired', ({ state }) => (state.claims = { exp: 1_700_000_000 })],
  ['never expires', ({ state }) => (state.claims = { exp: undefined })],
  ['is for another sign-in', ({ state }) => (state.claims = { nonce: 'another' })],
  ['has no nonce', ({ state }) => (state.claims = { nonce: undefined })],
  ['names nobody', ({ state }) => (state.claims = { sub: undefined })],
])('an ID token that %s is refused', async (_, change) => {
  const { line, signIn, db } = await startWithLine()
  change(line)

  const reply = await signIn()

  expect([reply.statusCode, reply.json().code]).toEqual([400, 'line_refused'])
  expect((await db.pool.query('SELECT FROM users')).rowCount).toBe(0)
})

test('what LINE comes back with works once, and only in the browser that started', async () => {
  const { visitor, come } = await startWithLine()
  const codeOf = async (proof: object) => (await visitor.post(`${url}/sign-in`, proof)).json().code
  const [one, other] = [(await come()).proof, (await come()).proof]

  expect(await codeOf({ ...one, browser: newBrowser() })).toBe('line_refused')
  expect(await codeOf({ ...one, browser: other.browser })).toBe('line_refused')
  expect(await codeOf({ ...one, state: other.state })).toBe('line_refused')
  expect(await codeOf({ ...other, code: one.code })).toBe('line_refused')
  const fresh = (await come()).proof
  expect([await codeOf(fresh), await codeOf(fresh)]).toEqual([undefined, 'line_refused'])
  expect(await codeOf({ ...fresh, code: "' OR 1=1 --" })).toBe('line_refused')
})

test('while LINE is away the answer is 503, and later it works without a restart', async () => {
  const { line, visitor, come, signIn } = await startWithLine()
  line.state.isAway = true

  const start = await visitor.post(`${url}/start`, { browser: newBrowser() })
  line.state.isAway = false
  const { proof } = await come()
  line.state.isAway = true
  const exchange = await visitor.post(`${url}/sign-in`, proof)
  line.state.isAway = false

  expect([start.statusCode, exchange.statusCode]).toEqual([503, 503])
  expect(start.json().detail).toBe('LINE cannot be reached right now. Please try again in a moment.')
  expect((await signIn()).statusCode).toBe(200)
})

test('an email that LINE tells is unverified until its link is opened', async () => {
  const { personOf, profileOf, mail, visitor, db } = await startWithLineAndMail()

  const person = await personOf({ email: 'malee@example.com' })
  const { userId, token } = linkIn(await mail.mailTo('malee@example.com'))
  const before = (await db.pool.query('SELECT email_verified_at FROM users')).rows[0].email_verified_at
  await visitor.get(`/api/users/verify-email/${userId}/${token}`)

  expect((await profileOf(person)).email).toBe('malee@example.com')
  expect(before).toBeNull()
  expect((await db.pool.query('SELECT email_verified_at FROM users')).rows[0].email_verified_at).not.toBeNull()
})

test('an account with that email is not opened; its owner connects LINE to it', async () => {
  const { signIn, connect, addHolder, profileOf, mail, db } = await startWithLineAndMail()
  const person = await addHolder({ email: 'malee@example.com' })

  const refused = await signIn({ email: 'Malee@example.com' })
  const connected = await connect(person, 'U1')
  const signed = await signIn({ email: 'malee@example.com' })

  expect([refused.statusCode, refused.json().code]).toEqual([409, 'line_email_taken'])
  expect((await db.pool.query('SELECT FROM users')).rowCount).toBe(1)
  expect(connected.statusCode).toBe(204)
  expect((await mail.mailTo('malee@example.com')).subject).toBe('LINE was connected to your Ruam account')
  expect(signed.json().id).toBe(person.id)
  expect(await profileOf(person)).toMatchObject({ has_line: true, has_password: true })
})

test('LINE is connected only within ten minutes after signing in', async () => {
  const { connect, addUser, profileOf, clock } = await startWithLine()
  const person = await addUser()
  clock.now = new Date(clock.now.getTime() + 11 * minute)

  const late = await connect(person, 'U1')

  expect([late.statusCode, late.json().code]).toEqual([403, 'sign_in_needed'])
  expect((await profileOf(person)).has_line).toBe(false)
})

test('one LINE account opens one account', async () => {
  const { connect, addUser, personOf, profileOf } = await startWithLine()
  const [person, other] = [await addUser(), await addUser()]
  const own = await personOf({ sub: 'U1' })

  const taken = await connect(person, 'U1')
  const both = await Promise.all([connect(person, 'U2'), connect(other, 'U2')])

  expect(taken.json().code).toBe('line_account_taken')
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
  expect((await personOf({ sub: 'U1' })).id).toBe(own.id)
  expect((await profileOf(both[0]?.statusCode === 204 ? other : person)).has_line).toBe(false)
})

test('ten first sign-ins at once make one account', async () => {
  const { come, visitor, db } = await startWithLine()
  const proofs = await Promise.all(Array.from({ length: 10 }, async () => (await come()).proof))

  const replies = await Promise.all(proofs.map((proof) => visitor.post(`${url}/sign-in`, proof)))

  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
  expect((await db.pool.query('SELECT FROM users')).rowCount).toBe(1)
})

test('a person without email adds one shortly after signing in, and needs LINE until it is verified', async () => {
  const { personOf, profileOf, as, clock, mail, visitor } = await startWithLineAndMail()
  const person = await personOf()
  const edit = (body: object) => as(person).patch(`/api/users/edit-profile/${person.id}`, body)
  const disconnect = () => as(person).delete(url)
  const code = async (reply: ReturnType<typeof edit>) => (await reply).json().code

  expect(await code(disconnect())).toBe('line_needed')
  // Whole profiles are sent back.
  expect((await edit({ email: '', last_name: 'Sri' })).statusCode).toBe(200)
  clock.now = new Date(clock.now.getTime() + 11 * minute)
  expect(await code(edit({ email: 'malee@example.com' }))).toBe('sign_in_needed')
  const again = await personOf()
  const added = await as(again).patch(`/api/users/edit-profile/${person.id}`, { email: 'malee@example.com' })
  expect([added.statusCode, added.json().email]).toEqual([200, 'malee@example.com'])
  expect((await as(again).patch(`/api/users/edit-profile/${person.id}`, { email: '' })).statusCode).toBe(422)
  expect(await code(as(again).delete(url))).toBe('line_needed')
  expect((await profileOf(again)).email_verified).toBe(false)
  const { userId, token } = linkIn(await mail.mailTo('malee@example.com'))
  await visitor.get(`/api/users/verify-email/${userId}/${token}`)
  expect((await as(again).delete(url)).statusCode).toBe(204)
  expect(await profileOf(again)).toMatchObject({ has_line: false, email_verified: true })
})

test('a typed email belongs to whoever proves it, and the person with LINE keeps their account', async () => {
  const { personOf, profileOf, as, visitor, mail } = await startWithLineAndMail()
  const person = await personOf()
  await as(person).patch(`/api/users/edit-profile/${person.id}`, { email: 'nok@example.com' })
  await mail.mailTo('nok@example.com')

  const browser = newBrowser()
  await visitor.post('/api/users/sign-in-code', { email: 'nok@example.com', browser })
  const [code = ''] = /\d{6}/.exec((await mail.mailTo('nok@example.com', 2)).text ?? '') ?? []
  const nameless = await visitor.post('/api/users/sign-in-code/use', { browser, code })
  const proven = (await visitor.post('/api/users/sign-in-code/use', { browser, code, name: 'Nok' })).json()

  expect(nameless.json().code).toBe('name_needed')
  expect(proven.id).not.toBe(person.id)
  expect(await profileOf(person)).toMatchObject({ email: '', has_line: true })
  expect((await personOf()).id).toBe(person.id)
  const told = await mail.mailTo('nok@example.com', 3)
  expect(told.text).toContain('If that was you, you now have two accounts.')
})

test('a typed email sets no password before it is verified, and LINE stays connected', async () => {
  const { personOf, profileOf, as, visitor, mail } = await startWithLineAndMail()
  const person = await personOf()
  await as(person).patch(`/api/users/edit-profile/${person.id}`, { email: 'nok@example.com' })
  const { userId, token } = linkIn(await mail.mailTo('nok@example.com'))
  const ask = () => visitor.post('/api/users/forgot-password', { email: 'nok@example.com' })

  await ask()
  const first = await mail.mailTo('nok@example.com', 2)
  await visitor.get(`/api/users/verify-email/${userId}/${token}`)
  await ask()
  const second = await mail.mailTo('nok@example.com', 3)
  const reset = { token: linkIn(second).token, new_password: 'a new battery', confirm_password: 'a new battery' }
  await visitor.post(`/api/users/reset-password/${person.id}`, reset)

  expect(first.text).toContain('Log in with a code')
  expect(first.text).not.toMatch(/verify-email|reset-password/)
  const again = await personOf()
  expect(again.id).toBe(person.id)
  expect(await profileOf(again)).toMatchObject({ has_line: true, has_password: true })
})

test('an email of another account is refused with a way out', async () => {
  const { personOf, as, addUser } = await startWithLine()
  const [person] = [await personOf(), await addUser({ email: 'nok@example.com' })]

  const taken = await as(person).patch(`/api/users/edit-profile/${person.id}`, { email: 'Nok@example.com' })

  expect([taken.statusCode, taken.json().code]).toEqual([400, 'account_exists'])
  expect(taken.json().error).toContain('delete this one, log in to the other, and connect LINE there')
})

test('an account without email is deleted shortly after signing in', async () => {
  const { personOf, as, clock, db } = await startWithLine()
  const person = await personOf()
  clock.now = new Date(clock.now.getTime() + 11 * minute)

  const late = await as(person).post('/api/users/deletion', {})
  const again = await personOf()
  const done = await as(again).post('/api/users/deletion', {})

  expect([late.json().code, done.statusCode]).toEqual(['sign_in_needed', 200])
  expect((await db.pool.query('SELECT FROM users')).rowCount).toBe(0)
})

test('without the settings the calls do not exist', async () => {
  const { as, addUser, visitor } = await startApp()
  const person = await addUser()
  const browser = newBrowser()
  const proof = { browser, code: 'a', state: 'b' }

  const replies = [
    await visitor.post(`${url}/start`, { browser }),
    await visitor.post(`${url}/sign-in`, proof),
    await as(person).post(`${url}/connect`, proof),
    await as(person).delete(url),
    await as(person).put(`${url}/messages`, { on: true }),
  ]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
})

/** A person with LINE who gets messages there, and an event to apply for. */
async function startWithReader({ email = '' } = {}) {
  const started = await startWithLineAndMail()
  const { line, personOf, as, visitor, mail, addEvent, addOrganizer } = started
  const person = await personOf({ email })
  if (email !== '') {
    const { userId, token } = linkIn(await mail.mailTo(email))
    await visitor.get(`/api/users/verify-email/${userId}/${token}`)
  }
  line.state.friends.add('U1')
  await as(person).put(`${url}/messages`, { on: true })
  const owner = await addOrganizer()
  const event = await addEvent({ event_name: 'Jazz Night' }, owner)
  /** The message about the ticket is then due. */
  const apply = async () => {
    await as(person).post(`/api/tickets/event/${event.id}/register`)
    await started.doWhatIsDue()
  }
  const mailsTo = (address: string) => mail.mails.filter(({ to }) => to?.[0]?.address === address).slice(1)
  /** Retries failed jobs without the usual pause. */
  const retryNow = () => hurryFailedJobs(started.db, '', async () => true)
  return { ...started, person, owner, event, apply, mailsTo, retryNow }
}

test('messages start once the person is a friend of the site, and can be turned off', async () => {
  const { line, personOf, as, profileOf } = await startWithLine()
  const person = await personOf()
  const put = async (on: boolean) => (await as(person).put(`${url}/messages`, { on })).json()

  expect(await put(true)).toEqual({ on: false, add_friend_url: 'https://line.me/R/ti/p/%40ruam' })
  expect((await profileOf(person)).gets_line_messages).toBe(false)
  line.state.friends.add('U1')
  expect(await put(true)).toEqual({ on: true, add_friend_url: '' })
  expect((await profileOf(person)).gets_line_messages).toBe(true)
  expect(await put(false)).toEqual({ on: false, add_friend_url: '' })
})

test('ticket, reminder and calling off come by LINE instead of by mail, once each', async () => {
  const started = await startWithReader({ email: 'malee@example.com' })
  const { line, apply, as, visitor, owner, event, mailsTo, clock, allSent, doWhatIsDue, db } = started
  const sent = async (count: number) => {
    await doWhatIsDue()
    await eventually(() => expect(line.messages()).toHaveLength(count))
  }

  const start = (await as(owner).get(`/api/events/${event.id}`)).json().start_date_event
  await apply()
  await sent(1)
  clock.now = new Date(Date.parse(start) - 20 * 60 * minute)
  await sent(2)
  await markEmailVerified(db, owner.id, clock.now)
  const { access_token: access } = (
    await visitor.post('/api/users/login', { username: owner.username, password })
  ).json()
  await as({ ...owner, access }).delete(`/api/organizers/delete-event/${event.id}`)
  await sent(3)
  await allSent()

  const [ticket, ...others] = line.messages()
  expect(ticket?.to).toBe('U1')
  expect(ticket?.text).toContain('Your ticket for Jazz Night')
  expect(ticket?.text).toMatch(/View Ticket:\nhttps:\/\/ruam\.example\/virtual-ticket\/\d+$/)
  expect(others.map(({ text }) => text.split('\n')[0])).toEqual(['Reminder: Jazz Night', 'Called off: Jazz Night'])
  expect(mailsTo('malee@example.com')).toEqual([])
})

test('people without email get a message too', async () => {
  const { line, apply } = await startWithReader()

  await apply()

  await eventually(() => expect(line.messages()).toHaveLength(1))
})

test.each<[string, (line: Line) => void]>([
  ['has reached its limit', ({ state }) => state.pushing.push(429)],
  ['knows the person no more', ({ state }) => state.pushing.push(400)],
  ['was blocked by the person', ({ state }) => state.friends.clear()],
  ['no longer accepts the access token', ({ state }) => state.pushing.push(401)],
  ['is broken', ({ state }) => state.pushing.push(500, 500, 500)],
])(
  'where LINE %s, the mail goes out',
  async (_, change) => {
    const { line, apply, retryNow, mailsTo } = await startWithReader({ email: 'malee@example.com' })
    change(line)

    await apply()

    await eventually(async () => {
      await retryNow()
      expect(mailsTo('malee@example.com').map(({ subject }) => subject)).toEqual(['Your ticket for Jazz Night'])
    })
    expect(line.messages()).toEqual([])
  },
  60_000,
)

test('a message whose answer got lost is not sent again, neither by LINE nor by mail', async () => {
  const { line, apply, retryNow, mailsTo, allSent } = await startWithReader({ email: 'malee@example.com' })
  line.state.pushing.push('lost', 500)

  await apply()
  await eventually(() => expect(line.messages()).toHaveLength(1))
  await eventually(async () => {
    await retryNow()
    expect(line.state.pushing).toEqual([])
  })
  await retryNow()
  await allSent()

  expect(line.messages()).toHaveLength(1)
  expect(mailsTo('malee@example.com')).toEqual([])
}, 60_000)
