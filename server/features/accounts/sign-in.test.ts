import { expect, test } from 'vitest'
import { networkOf } from '#server/lib/security/addresses.ts'
import { password, startApp } from '#server/testing/app.ts'
import { addComment, readComments } from '#server/testing/comments.ts'

const somchai = {
  username: 'somchai',
  password: 'a quiet river',
  password2: 'a quiet river',
  first_name: 'สมชาย',
  last_name: 'ใจดี',
  birth_date: '1990-05-15',
  phone_number: '0812345678',
  email: 'somchai@example.com',
}

test('a new account can log in by username or by email, in any case', async () => {
  const { visitor } = await startApp()

  const registered = await visitor.post('/api/users/register', somchai)
  const byName = await visitor.post('/api/users/login', { username: 'SOMCHAI', password: somchai.password })
  const byEmail = await visitor.post('/api/users/login/', {
    username: 'Somchai@Example.com',
    password: somchai.password,
  })

  expect(registered.statusCode).toBe(201)
  expect(byName.json()).toMatchObject({ username: 'somchai', status: 'Attendee', image_url: '' })
  expect(byEmail.statusCode).toBe(200)
})

test('registration takes a form as well as JSON', async () => {
  const { app } = await startApp()

  const reply = await app.inject({
    method: 'POST',
    url: '/api/users/register',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(somchai).toString(),
  })

  expect(reply.statusCode).toBe(201)
})

test('every field of a registration is required, and each problem names its field', async () => {
  const { visitor } = await startApp()

  const reply = await visitor.post('/api/users/register', {})

  expect(reply.statusCode).toBe(422)
  expect(reply.json().code).toBe('invalid_fields')
  expect(
    reply
      .json()
      .detail.map((problem: { loc: string[] }) => problem.loc.join('.'))
      .sort(),
  ).toEqual(
    Object.keys(somchai)
      .map((field) => `body.${field}`)
      .sort(),
  )
  expect(reply.json().error).toBe(reply.json().detail[0].msg)
})

test.each([
  ['a username of two letters', { username: 'ab' }, 'username'],
  ['a username with a space', { username: 'som chai' }, 'username'],
  ['a password of seven characters', { password: 'abc1234', password2: 'abc1234' }, 'password'],
  ['a password that very many use', { password: 'Password123', password2: 'Password123' }, 'password'],
  ['two passwords that differ', { password2: 'another river' }, 'password2'],
  ['a phone number of nine digits', { phone_number: '081234567' }, 'phone_number'],
  ['an email that is none', { email: 'somchai' }, 'email'],
  ['a birth date in the future', { birth_date: '2999-01-01' }, 'birth_date'],
  ["another person's address as username", { username: 'other@example.com' }, 'username'],
])('registration refuses %s', async (_, change, field) => {
  const { visitor } = await startApp()

  const reply = await visitor.post('/api/users/register', { ...somchai, ...change })

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail[0].loc).toEqual(['body', field])
})

test('fifty simultaneous equal registrations create one account, in any case', async () => {
  const { visitor, db } = await startApp()
  const forms = Array.from({ length: 50 }, (_, n) => ({
    ...somchai,
    username: n % 2 ? 'Somchai' : 'somchai',
    email: `somchai${n}@example.com`,
  }))

  const replies = await Promise.all(forms.map((form) => visitor.post('/api/users/register', form)))

  expect(replies.filter((reply) => reply.statusCode === 201)).toHaveLength(1)
  expect(replies.filter((reply) => reply.json().code === 'username_taken')).toHaveLength(49)
  expect((await db.pool.query('SELECT FROM users')).rowCount).toBe(1)
})

test('a taken email is not distinguishable from a taken username', async () => {
  const { visitor } = await startApp()
  await visitor.post('/api/users/register', somchai)

  const reply = await visitor.post('/api/users/register', { ...somchai, username: 'another' })

  expect(reply.statusCode).toBe(400)
  expect(reply.json().error).toBe('This username or email is already taken.')
})

test.each([
  ['a username that is taken, in any case', { username: 'SOMCHAI' }, 'username_taken'],
  ['a password that very many use', { password: 'Password123' }, 'invalid_fields'],
  ['a username of two letters', { username: 'ab' }, 'invalid_fields'],
])('the first step of signing up is refused %s', async (_, change, code) => {
  const { visitor } = await startApp()
  await visitor.post('/api/users/register', somchai)

  const reply = await visitor.post('/api/users/register/check', { username: 'another', password, ...change })

  expect(reply.json().code).toBe(code)
})

test.each([
  ['a free username', 'another'],
  ['an email, taken as username or not', 'nok@example.com'],
  ['a phone number that is its holder’s username', '0898765432'],
])('the first step of signing up reveals nothing about %s', async (_, username) => {
  const { visitor } = await startApp()
  const nok = { ...somchai, username: 'nok@example.com', email: 'nok@example.com' }
  const kai = { ...somchai, username: '0898765432', phone_number: '0898765432' }
  for (const form of [nok, kai]) expect((await visitor.post('/api/users/register', form)).statusCode).toBe(201)

  const reply = await visitor.post('/api/users/register/check', { username, password })

  expect(reply.statusCode).toBe(204)
})

test('checks of usernames are limited per address', async () => {
  const { visitor } = await startApp({ RATE_LIMIT_SCALE: '0.002' })
  const ask = () => visitor.post('/api/users/register/check', { username: 'another', password })

  expect([(await ask()).statusCode, (await ask()).statusCode, (await ask()).statusCode]).toEqual([204, 204, 429])
})

test('a wrong name and a wrong password are refused alike', async () => {
  const { visitor, addUser } = await startApp()
  const person = await addUser()

  const wrongName = await visitor.post('/api/users/login', { username: 'nobody', password })
  const wrongPassword = await visitor.post('/api/users/login', { username: person.username, password: 'wrong' })

  expect(wrongName.statusCode).toBe(400)
  expect(wrongPassword.json()).toEqual(wrongName.json())
})

test('after ten wrong passwords, the response says how long to wait', async () => {
  const { visitor, addUser } = await startApp({ RATE_LIMIT_SCALE: '1' })
  const person = await addUser()
  const wrong = { username: person.username, password: 'wrong' }
  for (let n = 0; n < 10; n++) await visitor.post('/api/users/login', wrong)

  const reply = await visitor.post('/api/users/login', wrong)

  expect(reply.statusCode).toBe(429)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expect(reply.json()).toMatchObject({
    code: 'too_many_requests',
    error: 'Too many requests. Please try again in 15 minutes.',
  })
})

test.each(['somchai', 'Somchai@Example.com', 'som.chai-jaidee', 'Ruam!!!!!!!!'])(
  'registration refuses the password "%s", which others would try first',
  async (word) => {
    const { visitor } = await startApp()
    const form = { ...somchai, first_name: 'Somchai', last_name: 'Jaidee', username: 'somchai-j' }

    const reply = await visitor.post('/api/users/register', { ...form, password: word, password2: word })

    expect(reply.statusCode).toBe(422)
    expect(reply.json().detail[0].loc).toEqual(['body', 'password'])
  },
)

const phone_number = '0897654321'

async function startWith(username: string) {
  const product = await startApp()
  const { as, addUser, addEvent } = product
  const event = await addEvent()
  const person = await addUser({ username, email: 'nok@example.com', phone_number })
  const fellow = await addUser()
  for (const one of [person, fellow]) await as(one).post(`/api/tickets/event/${event.id}/register`)
  await addComment(as(person), event.id)
  const list = (query = '', viewer = fellow) => as(viewer).get(`/api/events/${event.id}/attendee-list${query}`)
  return { ...product, event, person, list }
}

test.each(['nok@example.com', 'NOK@example.com', phone_number, '+66-89-765-4321', 'nok0897654321'])(
  'others see a guest if the username %s reveals an email or a phone number',
  async (username) => {
    const { event, person, visitor, as, list } = await startWith(username)
    const guest = `guest ${person.id}`
    const named = expect.objectContaining({ id: person.id, username: guest })

    await as(event.owner).put(`/api/organizers/blocked/${person.id}`)

    expect((await readComments(visitor, event.id))[0]?.user).toEqual(named)
    expect((await as(event.owner).get('/api/organizers/blocked')).json()).toEqual([named])
    expect((await list()).json()).toContainEqual(named)
    expect((await list('?search=guest')).json()).toEqual([named])
    expect((await visitor.get(`/th/api/events/${event.id}/comments`)).json()).toMatchObject([
      { user: { username: `ผู้ใช้ ${person.id}` } },
    ])
    for (const word of ['nok', 'example', '654321']) {
      const found = await list(`?search=${word}`)
      expect([found.json(), found.headers['x-total-count']]).toEqual([[], '0'])
    }
  },
)

test('the user and owners of events they applied for see the username itself', async () => {
  const { event, person, as, list } = await startWith('nok@example.com')

  expect((await as(person).get('/api/users/profile')).json().username).toBe('nok@example.com')
  expect((await list('?search=nok', event.owner)).json()).toEqual([
    expect.objectContaining({ id: person.id, username: 'nok@example.com' }),
  ])
})

test.each(['nok', 'nok@home', 'nok.2533', '0811111111'])('everybody sees the username %s', async (username) => {
  const { event, visitor } = await startWith(username)

  expect((await readComments(visitor, event.id))[0]?.user.username).toBe(username)
})

async function start(scale = '1') {
  const started = await startApp({ RATE_LIMIT_SCALE: scale })
  const loginFrom = (remoteAddress: string, username: string, word: string) =>
    started.app.inject({
      method: 'POST',
      url: '/api/users/login',
      remoteAddress,
      payload: { username, password: word },
    })
  return { ...started, loginFrom }
}

test('ten wrong passwords block one account for one network only', async () => {
  const { loginFrom, addUser } = await start()
  const person = await addUser()
  const neighbour = await addUser()
  await Promise.all(Array.from({ length: 10 }, () => loginFrom('10.0.0.1', person.username, 'wrong')))

  const held = await loginFrom('10.0.0.1', person.username.toUpperCase(), password)

  expect(held.statusCode).toBe(429)
  expect(Number(held.headers['retry-after'])).toBeGreaterThan(600)
  expect((await loginFrom('10.0.0.2', person.username, password)).statusCode).toBe(200)
  expect((await loginFrom('10.0.0.1', neighbour.username, password)).statusCode).toBe(200)
})

test("all spellings of an account's names share the ten attempts", async () => {
  const { loginFrom, addUser } = await start()
  const person = await addUser({ username: 'İpek', email: 'ipek@example.com' })
  for (let n = 0; n < 5; n++) {
    await loginFrom('10.0.0.1', 'İPEK', 'wrong')
    await loginFrom('10.0.0.1', 'Ipek@Example.com', 'wrong')
  }

  expect((await loginFrom('10.0.0.1', person.username, password)).statusCode).toBe(429)
  expect((await loginFrom('10.0.0.1', 'ipek@example.com', password)).statusCode).toBe(429)
})

test('thirty simultaneous wrong passwords are no way around the ten', async () => {
  const { loginFrom, addUser } = await start()
  const person = await addUser()

  const replies = await Promise.all(Array.from({ length: 30 }, () => loginFrom('10.0.0.1', person.username, 'wrong')))

  expect(replies.filter((reply) => reply.statusCode === 400)).toHaveLength(10)
  expect(replies.filter((reply) => reply.statusCode === 429)).toHaveLength(20)
})

test('right passwords never count', async () => {
  const { loginFrom, addUser } = await start()
  const person = await addUser()

  const replies = await Promise.all(Array.from({ length: 20 }, () => loginFrom('10.0.0.1', person.username, password)))

  expect(replies.every((reply) => reply.statusCode === 200)).toBe(true)
})

test('very many wrong passwords in a row lock the account except for known networks', async () => {
  const { loginFrom, addUser, db } = await start('0.1')
  const person = await addUser()
  await loginFrom('10.9.0.1', person.username, password)
  for (const name of [person.username, 'nobody']) {
    await Promise.all(Array.from({ length: 10 }, (_, n) => loginFrom(`10.0.${n}.1`, name, 'wrong')))
  }

  const refusals = [
    await loginFrom('10.8.0.1', 'nobody', 'wrong'),
    await loginFrom('10.8.0.1', person.username, password),
  ]
  for (const refused of refusals) {
    expect(refused.statusCode).toBe(429)
    expect(refused.json().error).toContain('Set a new one with “Forgot password?”')
  }
  expect((await loginFrom('10.9.0.1', person.username, password)).statusCode).toBe(200)
  expect((await loginFrom('10.8.0.1', person.username, password)).statusCode).toBe(200)
  expect(JSON.stringify((await db.pool.query('SELECT * FROM login_networks')).rows)).not.toContain('10.9.0.1')
})

test('registering reveals only a few times a minute that an email has an account', async () => {
  const { visitor, addUser } = await start()
  await addUser({ email: 'one@example.com' })
  const form = (n: number) => ({
    username: `prober${n}`,
    password,
    password2: password,
    first_name: 'A',
    last_name: 'B',
    birth_date: '1990-05-15',
    phone_number: '0812345678',
    email: n < 20 ? 'one@example.com' : 'free@example.com',
  })
  for (let n = 0; n < 20; n++) {
    expect((await visitor.post('/api/users/register', form(n))).json().code).toBe('account_exists')
  }

  expect((await visitor.post('/api/users/register', form(20))).statusCode).toBe(429)
})

test('one customer of a network provider is one network', () => {
  expect(networkOf('10.1.2.3')).toBe('10.1.2.3')
  expect(networkOf('::ffff:10.1.2.3')).toBe('10.1.2.3')
  expect(networkOf('::ffff:a01:203')).toBe('10.1.2.3')
  expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2'))
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::9'))
  expect(networkOf('2001:db8::1')).not.toBe(networkOf('2001:db8:0:1::1'))
})
