import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'

const url = '/api/organizers/apply-organizer'
const application = { organizer_name: 'บ้านนักเขียน', email: 'team@example.com', organization_type: 'NONPROFIT' }

test('whoever applies is an organizer at once', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser()

  const before = await as(person).get('/api/organizers/view-organizer')
  const reply = await as(person).post(url, { ...application, is_verified: true, id: 99 })
  const profile = await as(person).get('/api/users/profile')

  expect(before.statusCode).toBe(403)
  expect(reply.statusCode).toBe(201)
  expect(reply.json()).toMatchObject({ ...application, is_verified: false, logo: '' })
  expect(profile.json().status).toBe('Organizer')
  expect((await as(person).get('/api/organizers/view-organizer')).json()).toEqual(reply.json())
})

test('an organizer name is taken once, without regard to case, even in a race', async () => {
  const { as, addUser } = await startApp()
  const people = await Promise.all(Array.from({ length: 20 }, () => addUser()))

  const replies = await Promise.all(
    people.map((person, n) =>
      as(person).post(url, { ...application, organizer_name: n % 2 ? 'Writers House' : 'WRITERS house' }),
    ),
  )

  expect(replies.filter((reply) => reply.statusCode === 201)).toHaveLength(1)
  const refused = replies.filter((reply) => reply.statusCode === 400)
  expect(refused).toHaveLength(19)
  expect(refused[0]?.json().error).toBe('Organizer name is already taken')
})

test('one is an organizer only once', async () => {
  const { as, addOrganizer } = await startApp()

  const reply = await as(await addOrganizer()).post(url, application)

  expect(reply.json().code).toBe('already_organizer')
})

test.each([
  ['email', { email: 'nonsense' }],
  ['organizer_name', { organizer_name: '  ' }],
  ['organization_type', { organization_type: 'CLUB' }],
])('an application with a bad %s says which field it is', async (field, change) => {
  const { as, addUser } = await startApp()

  const reply = await as(await addUser()).post(url, { ...application, ...change })

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toEqual([{ loc: ['body', field], msg: reply.json().error, type: expect.any(String) }])
})
