import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Person, password, startApp } from '#server/testing/app.ts'
import { linkIn, startWithMail } from '#server/testing/mail-server.ts'
import { newDevice } from '#server/testing/sign-in/passkeys.ts'

const url = '/api/users/passkeys'
const minute = 60_000
const newBrowser = () => randomBytes(32).toString('base64url')

type Started = Awaited<ReturnType<typeof startApp>>
type Device = ReturnType<typeof newDevice>

/** Adds a passkey of the person. */
async function addPasskey({ as }: Pick<Started, 'as'>, person: Person, device = newDevice()) {
  const options = (await as(person).post(`${url}/options`)).json()
  const reply = await as(person).post(url, { credential: device.create(options) })
  return { device, options, reply, id: reply.json().id as number }
}

/** Signs in with the device; `given` as a hostile client would. */
async function signIn(
  { visitor }: Pick<Started, 'visitor'>,
  device: Device,
  given: Parameters<Device['sign']>[1] = {},
) {
  const browser = newBrowser()
  const options = (await visitor.post(`${url}/sign-in/options`, { browser })).json()
  const credential = device.sign(options, given)
  return { reply: await visitor.post(`${url}/sign-in`, { browser, credential }), browser, options, credential }
}

test('a person signs in with a passkey, without name and password', async () => {
  const started = await startApp()
  const { as, addUser, clock } = started
  const person = await addUser()
  const { device, options, reply } = await addPasskey(started, person)

  const { reply: signed } = await signIn(started, device)
  const listed = (await as(person).get(url)).json()

  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Ruam' },
    user: { name: 'person1@example.com', displayName: 'Somchai Jaidee 1' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  })
  expect(reply.statusCode).toBe(201)
  expect(signed.json()).toMatchObject({ id: person.id, username: person.username, status: 'Attendee' })
  expect((await as({ ...person, access: signed.json().access_token }).get('/api/users/profile')).statusCode).toBe(200)
  expect(listed).toEqual([
    { ...reply.json(), last_used_at: clock.now.toISOString(), created_at: clock.now.toISOString() },
  ])
})

test('the password still works beside it', async () => {
  const started = await startApp()
  const person = await started.addUser()
  await addPasskey(started, person)

  const reply = await started.visitor.post('/api/users/login', { username: person.username, password })

  expect(reply.statusCode).toBe(200)
})

test('options are the same for everybody, and an unknown passkey names nobody', async () => {
  const started = await startApp()
  const { visitor, addUser } = started
  const bare = async () => {
    const { challenge, ...rest } = (await visitor.post(`${url}/sign-in/options`, { browser: newBrowser() })).json()
    return { challenge, rest }
  }
  const before = await bare()
  await addPasskey(started, await addUser())
  const after = await bare()
  const { reply } = await signIn(started, newDevice())

  expect(before.rest).toEqual(after.rest)
  expect(before.rest).toEqual({ rpId: 'localhost', timeout: 600_000, userVerification: 'required' })
  expect(before.challenge).not.toBe(after.challenge)
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'passkey_unknown'])
})

test('a sign-in works once, also of ten at once', async () => {
  const started = await startApp()
  const { visitor, addUser } = started
  const { device } = await addPasskey(started, await addUser())
  const browser = newBrowser()
  const options = (await visitor.post(`${url}/sign-in/options`, { browser })).json()
  const credential = device.sign(options)

  const replies = await Promise.all(
    Array.from({ length: 10 }, () => visitor.post(`${url}/sign-in`, { browser, credential })),
  )

  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(replies.find(({ statusCode }) => statusCode !== 200)?.json().code).toBe('passkey_over')
})

test('it works only in the browser that asked, for ten minutes, until that browser asks again', async () => {
  const started = await startApp()
  const { visitor, addUser, clock } = started
  const { device } = await addPasskey(started, await addUser())
  const ask = async (browser: string) => (await visitor.post(`${url}/sign-in/options`, { browser })).json()
  const use = async (browser: string, options: { challenge: string; rpId: string }) =>
    (await visitor.post(`${url}/sign-in`, { browser, credential: device.sign(options) })).json().code
  const [one, other] = [newBrowser(), newBrowser()]

  const options = await ask(one)
  await ask(other)
  expect(await use(other, options)).toBe('passkey_invalid')
  expect(await use(newBrowser(), options)).toBe('passkey_over')
  const newer = await ask(one)
  expect(await use(one, options)).toBe('passkey_invalid')
  expect(await use(one, newer)).toBe('passkey_over')
  const late = await ask(one)
  clock.now = new Date(clock.now.getTime() + 10 * minute)
  expect(await use(one, late)).toBe('passkey_over')
  expect(await use(one, await ask(one))).toBeUndefined()
})

test.each<[string, Parameters<Device['sign']>[1]]>([
  ['another site asked for', { origin: 'https://ruam.evil.example' }],
  ['another port of this host asked for', { origin: 'http://localhost:9999' }],
  ['was signed for another host', { rpId: 'evil.example' }],
  ['was made for something else', { type: 'webauthn.create' }],
  ['nobody unlocked the device for', { flags: 0x01 }],
  ['nobody was present at', { flags: 0x04 }],
  ['another key signed', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ['names another account', { handle: Buffer.from('1000').toString('base64url') }],
])('a sign-in that %s is refused', async (_, given) => {
  const started = await startApp()
  const { device } = await addPasskey(started, await started.addUser())

  const { reply } = await signIn(started, device, given)

  expect([reply.statusCode, reply.json().code]).toEqual([400, 'passkey_invalid'])
})

test('a copy of a device is noticed by its counter, and devices that do not count are accepted', async () => {
  const started = await startApp()
  const [one, other] = [
    await addPasskey(started, await started.addUser()),
    await addPasskey(started, await started.addUser()),
  ]
  const codeOf = async (device: Device, counter: number) =>
    (await signIn(started, device, { counter })).reply.json().code

  expect(await codeOf(one.device, 7)).toBeUndefined()
  expect(await codeOf(one.device, 7)).toBe('passkey_invalid')
  expect(await codeOf(one.device, 3)).toBe('passkey_invalid')
  expect(await codeOf(one.device, 0)).toBe('passkey_invalid')
  expect(await codeOf(one.device, 8)).toBeUndefined()
  expect([await codeOf(other.device, 0), await codeOf(other.device, 0)]).toEqual([undefined, undefined])
})

test('a passkey is added once, by the session that asked', async () => {
  const started = await startApp()
  const { as, addUser, visitor } = started
  const [person, other] = [await addUser(), await addUser()]
  const device = newDevice()
  const options = (await as(person).post(`${url}/options`)).json()
  const credential = device.create(options)
  const again = (await visitor.post('/api/users/login', { username: person.username, password })).json()

  const ofOther = await as(other).post(url, { credential })
  const inOtherSession = await as({ ...person, access: again.access_token }).post(url, { credential })
  const added = await as(person).post(url, { credential })
  const replayed = await as(person).post(url, { credential })
  const fresh = (await as(other).post(`${url}/options`)).json()
  const stolen = await as(other).post(url, { credential: device.create(fresh) })

  expect([ofOther, inOtherSession, replayed].map((reply) => reply.json().code)).toEqual(Array(3).fill('passkey_over'))
  expect(added.statusCode).toBe(201)
  expect(stolen.json().code).toBe('passkey_known')
})

test('a passkey is added only within ten minutes after signing in', async () => {
  const { as, addUser, clock } = await startApp()
  const person = await addUser()
  clock.now = new Date(clock.now.getTime() + 11 * minute)

  const late = await as(person).post(`${url}/options`)

  expect([late.statusCode, late.json().code]).toEqual([403, 'sign_in_needed'])
  expect((await as(person).get(url)).json()).toEqual([])
})

test.each<[string, object]>([
  ['another site asked for', { origin: 'https://ruam.evil.example' }],
  ['was made for another host', { rpId: 'evil.example' }],
  ['nobody unlocked the device for', { flags: 0x41 }],
  ['is an answer to a sign-in', { type: 'webauthn.get' }],
])('a passkey that %s is refused, and its challenge used up', async (_, given) => {
  const { as, addUser } = await startApp()
  const person = await addUser()
  const device = newDevice()
  const options = (await as(person).post(`${url}/options`)).json()

  const reply = await as(person).post(url, { credential: device.create(options, given) })

  expect([reply.statusCode, reply.json().code]).toEqual([400, 'passkey_invalid'])
  expect((await as(person).post(url, { credential: device.create(options) })).json().code).toBe('passkey_over')
})

test('a removed passkey signs nobody in, and others cannot remove it', async () => {
  const started = await startApp()
  const { as, addUser } = started
  const [person, other] = [await addUser(), await addUser()]
  const { device, id } = await addPasskey(started, person)

  const byOther = await as(other).delete(`${url}/${id}`)
  const removed = await as(person).delete(`${url}/${id}`)
  const again = await as(person).delete(`${url}/${id}`)
  const { reply } = await signIn(started, device)

  expect([byOther.statusCode, removed.statusCode, again.json().code]).toEqual([404, 204, 'passkey_not_found'])
  expect(reply.json().code).toBe('passkey_unknown')
})

test('nobody has more than ten passkeys', async () => {
  const started = await startApp()
  const { as, addUser, db } = started
  const person = await addUser()
  const { id } = await addPasskey(started, person)
  const options = (await as(person).post(`${url}/options`)).json()
  await db.pool.query(
    `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
     SELECT user_id, credential_id || n::text::bytea, public_key, 0, '{}', name, created_at
     FROM passkeys, generate_series(2, 10) AS n WHERE id = $1`,
    [id],
  )

  const added = await as(person).post(url, { credential: newDevice().create(options) })
  const asked = await as(person).post(`${url}/options`)

  expect([added.json().code, asked.json().code]).toEqual(['too_many_passkeys', 'too_many_passkeys'])
  expect(options.excludeCredentials).toHaveLength(1)
})

test('it is offered once, and not to those who have one', async () => {
  const started = await startApp()
  const { as, addUser } = started
  const [person, other] = [await addUser(), await addUser()]
  await addPasskey(started, other)
  const offered = async (who: Person) => (await as(who).post(`${url}/offer`)).json().offer

  expect([await offered(person), await offered(person), await offered(other)]).toEqual([true, false, false])
})

test('the owner is mailed about a new passkey, and a new password by mail removes all', async () => {
  const started = await startWithMail()
  const { addHolder, mail, visitor, as } = started
  const person = await addHolder()
  const { device } = await addPasskey(started, person)
  const mailed = await mail.mailTo('person1@example.com')
  expect((await signIn(started, device)).reply.statusCode).toBe(200)
  const asked = (await as(person).post(`${url}/options`)).json()

  await visitor.post('/api/users/forgot-password', { email: 'person1@example.com' })
  const { userId, token } = linkIn(await mail.mailTo('person1@example.com', 2))
  const form = { token, new_password: 'a new battery', confirm_password: 'a new battery' }
  await visitor.post(`/api/users/reset-password/${userId}`, form)

  expect(mailed.subject).toBe('A new passkey for your Ruam account')
  expect((await signIn(started, device)).reply.json().code).toBe('passkey_unknown')
  expect((await as(person).post(url, { credential: newDevice().create(asked) })).statusCode).toBe(401)
})

test('an account whose email its owner proves loses the passkeys of whoever made it', async () => {
  const started = await startWithMail()
  const { addUser, visitor, mail } = started
  const maker = await addUser({ email: 'malee@example.com' })
  const { device } = await addPasskey(started, maker)

  // Made before a mail server was set, so that its email was never verified.
  expect((await signIn(started, device)).reply.json().code).toBe('email_not_verified')
  const browser = newBrowser()
  await visitor.post('/api/users/sign-in-code', { email: 'malee@example.com', browser })
  const [code = ''] = /\d{6}/.exec((await mail.mailTo('malee@example.com')).text ?? '') ?? []
  const proven = await visitor.post('/api/users/sign-in-code/use', { browser, code })

  expect(proven.json().id).toBe(maker.id)
  expect((await signIn(started, device)).reply.json().code).toBe('passkey_unknown')
})

test('passkeys belong to the public address, whatever host a call names', async () => {
  const started = await startApp({ PUBLIC_URL: 'https://ruam.example/' })
  const { device, options } = await addPasskey(started, await started.addUser())

  expect(options.rp.id).toBe('ruam.example')
  expect((await signIn(started, device)).reply.statusCode).toBe(200)
  expect((await signIn(started, device, { origin: 'http://ruam.example' })).reply.json().code).toBe('passkey_invalid')
})

test.each(['http://127.0.0.1:8000', 'http://[::1]:8000', 'https://203.0.113.7', 'http://ruam.example'])(
  'on %s, where browsers allow none, there are no passkeys',
  async (PUBLIC_URL) => {
    const { as, addUser, visitor } = await startApp({ PUBLIC_URL })

    expect((await as(await addUser()).post(`${url}/options`)).statusCode).toBe(404)
    expect((await visitor.post(`${url}/sign-in/options`, { browser: newBrowser() })).statusCode).toBe(404)
  },
)

test('the database holds no secret, and an account takes its passkeys along', async () => {
  const started = await startApp()
  const { as, addUser, db } = started
  const person = await addUser()
  await addPasskey(started, person)
  await as(person).post(`${url}/options`)

  await as(person).post('/api/users/deletion', { current_password: password })

  expect((await db.pool.query('SELECT FROM passkeys')).rowCount).toBe(0)
  expect((await db.pool.query('SELECT FROM passkey_challenges')).rowCount).toBe(0)
})
