import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Username } from '#contract/accounts/auth.ts'
import { startApp } from '#server/testing/app.ts'
import { startGoogle } from '#server/testing/google.ts'

async function startWithGoogle() {
  const google = await startGoogle()
  const started = await startApp(google.env)
  let made = 0
  /** Somebody new, who is signed in. */
  const come = async (claims: Record<string, unknown>) => {
    made += 1
    const token = await google.tokenFor(
      { sub: String(made), email: `address${made}@example.com`, ...claims },
      started.clock.now,
    )
    const session = (await started.visitor.post('/api/users/auth/google', { token })).json()
    return { ...session, access: session.access_token }
  }
  const rename = (person: { id: number; access: string }, username: string) =>
    started.as(person as never).patch(`/api/users/edit-profile/${person.id}`, { username })
  return { ...started, come, rename }
}

test.each([
  ['the letters of the name', { given_name: 'Malee', family_name: 'Srisuk' }, /^maleesrisuk$/],
  ['letters without accents', { given_name: 'Renée', family_name: "D'Ål" }, /^reneedal$/],
  ['a neutral word and digits for a Thai name', { given_name: 'มาลี', family_name: 'ศรีสุข' }, /^guest\d{4,}$/],
  ['the same for a name of two letters', { given_name: 'Li', family_name: '' }, /^guest\d{4,}$/],
  ['the same where there is no name', { given_name: undefined, family_name: undefined }, /^guest\d{4,}$/],
  [
    'the given name where the whole is the address',
    { given_name: 'Malee', family_name: 'Srisuk', email: 'malee.srisuk1990@example.com' },
    /^malee$/,
  ],
  ['nothing of the address', { given_name: 'malee.s', family_name: '', email: 'malee.s@example.com' }, /^guest\d{4,}$/],
  ['no more than fits', { given_name: 'Ma'.repeat(140), family_name: 'X' }, /^(ma){50}$/],
])('whoever comes with Google gets a username made of %s', async (_, claims, username) => {
  const { come } = await startWithGoogle()

  const person = await come(claims)

  expect(person.username).toMatch(username)
  expect(Username.safeParse(person.username).success).toBe(true)
})

test('people of one name get different usernames', async () => {
  const { come } = await startWithGoogle()

  const people = await Promise.all(Array.from({ length: 8 }, () => come({})))

  const usernames = people.map(({ username }) => username)
  expect(new Set(usernames).size).toBe(8)
  for (const username of usernames) expect(username).toMatch(/^maleesrisuk\d*$/)
})

test('a username that was made is changed once, to one that nobody has', async () => {
  const { as, come, rename, addUser } = await startWithGoogle()
  await addUser({ username: 'Taken' })
  const person = await come({})
  const profile = async () => (await as(person).get('/api/users/profile')).json()

  const taken = await rename(person, 'tAKEN')
  const signs = await rename(person, 'ma lee')
  const same = await rename(person, 'maleesrisuk')
  expect([taken, signs, same].map(({ statusCode }) => statusCode)).toEqual([400, 422, 200])
  expect((await profile()).username_changes_left).toBe(1)

  const first = await rename(person, 'malee.s')
  const second = await rename(person, 'malee.t')

  expect(first.json()).toMatchObject({ username: 'malee.s', username_changes_left: 0 })
  expect([second.statusCode, second.json().code]).toEqual([409, 'username_fixed'])
  expect((await profile()).username).toBe('malee.s')
  expect((await as(person).patch(`/api/users/edit-profile/${person.id}`, await profile())).statusCode).toBe(200)
})

test('of many changes at once one counts', async () => {
  const { come, rename } = await startWithGoogle()
  const person = await come({})

  const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => rename(person, `malee${n}`)))

  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(7)
})

test('whoever chose their username themselves may change it again', async () => {
  const { as, addUser, rename } = await startWithGoogle()
  const person = await addUser()

  for (const username of ['somchai', 'somsak', 'somchai']) expect((await rename(person, username)).statusCode).toBe(200)
  expect((await as(person).get('/api/users/profile')).json().username_changes_left).toBeNull()
})

test('an account whose username is the address from older versions may choose another one once', async () => {
  const { as, come, rename, addUser, db } = await startWithGoogle()
  const [old, own] = [await come({ email: 'old@example.com' }), await addUser()]
  await db.pool.query('UPDATE users SET username = email WHERE id = $1', [old.id])
  await db.pool.query('UPDATE users SET username_changes_left = NULL')

  const migration = readFileSync(
    new URL('../../../migrations/045-usernames-of-google-accounts.sql', import.meta.url),
    'utf8',
  )
  await db.pool.query(migration.slice(migration.indexOf('UPDATE')))

  expect((await rename(old, 'malee')).json()).toMatchObject({ username: 'malee', username_changes_left: 0 })
  expect((await rename(old, 'old@example.com')).json().code).toBe('username_fixed')
  expect((await as(own).get('/api/users/profile')).json().username_changes_left).toBeNull()
})
