import { expect, test } from 'vitest'
import { networkOf } from '#server/lib/security/addresses.ts'
import { password, startApp } from '#server/testing/app.ts'

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

test('ten wrong passwords hold up one account at one network, and nobody else', async () => {
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

test('the names of an account share the ten, however they are written', async () => {
  const { loginFrom, addUser } = await start()
  const person = await addUser({ username: 'İpek', email: 'ipek@example.com' })
  for (let n = 0; n < 5; n++) {
    await loginFrom('10.0.0.1', 'İPEK', 'wrong')
    await loginFrom('10.0.0.1', 'Ipek@Example.com', 'wrong')
  }

  expect((await loginFrom('10.0.0.1', person.username, password)).statusCode).toBe(429)
  expect((await loginFrom('10.0.0.1', 'ipek@example.com', password)).statusCode).toBe(429)
})

test('thirty wrong passwords at once are no way around the ten', async () => {
  const { loginFrom, addUser } = await start()
  const person = await addUser()

  const replies = await Promise.all(Array.from({ length: 30 }, () => loginFrom('10.0.0.1', person.username, 'wrong')))

  expect(replies.filter((reply) => reply.statusCode === 400)).toHaveLength(10)
  expect(replies.filter((reply) => reply.statusCode === 429)).toHaveLength(20)
})

test('right passwords never count, however many come at once', async () => {
  const { loginFrom, addUser } = await start()
  const person = await addUser()

  const replies = await Promise.all(Array.from({ length: 20 }, () => loginFrom('10.0.0.1', person.username, password)))

  expect(replies.every((reply) => reply.statusCode === 200)).toBe(true)
})

test('very many wrong passwords in a row from everywhere leave the account to networks it knows', async () => {
  const { loginFrom, addUser, db } = await start('0.1')
  const person = await addUser()
  await loginFrom('10.9.0.1', person.username, password)
  for (const name of [person.username, 'nobody']) {
    await Promise.all(Array.from({ length: 10 }, (_, n) => loginFrom(`10.0.${n}.1`, name, 'wrong')))
  }

  expect((await loginFrom('10.8.0.1', 'nobody', 'wrong')).statusCode).toBe(429)
  expect((await loginFrom('10.8.0.1', person.username, password)).statusCode).toBe(429)
  expect((await loginFrom('10.9.0.1', person.username, password)).statusCode).toBe(200)
  expect((await loginFrom('10.8.0.1', person.username, password)).statusCode).toBe(200)
  expect(JSON.stringify((await db.pool.query('SELECT * FROM login_networks')).rows)).not.toContain('10.9.0.1')
})

test('an email that has an account can be found out by registering only a few times a minute', async () => {
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
