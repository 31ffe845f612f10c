import { existsSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'

const url = '/api/organizers/apply-organizer'
const application = { organizer_name: 'บ้านนักเขียน', email: 'team@example.com', organization_type: 'NONPROFIT' }

test('an applicant becomes an organizer at once', async () => {
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

test('an organizer name is unique regardless of case, even in a race', async () => {
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

test('a user becomes an organizer only once', async () => {
  const { as, addOrganizer } = await startApp()

  const reply = await as(await addOrganizer()).post(url, application)

  expect(reply.json().code).toBe('already_organizer')
})

test.each([
  ['email', { email: 'nonsense' }],
  ['organizer_name', { organizer_name: '  ' }],
  ['organization_type', { organization_type: 'CLUB' }],
])('an application with an invalid %s is refused with the field', async (field, change) => {
  const { as, addUser } = await startApp()

  const reply = await as(await addUser()).post(url, { ...application, ...change })

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toEqual([{ loc: ['body', field], msg: reply.json().error, type: expect.any(String) }])
})

test('only sent fields of an organizer profile change, and never read-only ones', async () => {
  const { as, addOrganizer } = await startApp()
  const organizer = await addOrganizer()
  const before = (await as(organizer).get('/api/organizers/view-organizer')).json()

  const reply = await as(organizer).patch('/api/organizers/update-organizer/', {
    ...before,
    organizer_name: 'บ้านนักเขียน',
    organization_type: 'NONPROFIT',
    id: 99,
    logo: '/pictures/other.webp',
    is_verified: true,
    user_id: 99,
  })

  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({ ...before, organizer_name: 'บ้านนักเขียน', organization_type: 'NONPROFIT' })
  expect((await as(organizer).patch('/api/organizers/update-organizer', {})).json()).toEqual(reply.json())
  expect((await as(organizer).get('/api/organizers/view-organizer')).json()).toEqual(reply.json())
})

test('an organizer name must be unique regardless of case, but you may change the case of your own', async () => {
  const { as, addOrganizer } = await startApp()
  const [one, two] = [await addOrganizer(), await addOrganizer()]
  const name = (person: { id: number }) => ({ organizer_name: `ORGANIZER ${person.id}` })

  const taken = await as(one).patch('/api/organizers/update-organizer', name(two))
  const own = await as(one).patch('/api/organizers/update-organizer', name(one))

  expect(taken.statusCode).toBe(400)
  expect(taken.json().error).toBe('Organizer name is already taken')
  expect(own.json()).toMatchObject(name(one))
})

test.each([
  ['email', { email: '' }],
  ['organizer_name', { organizer_name: ' ' }],
  ['organization_type', { organization_type: 'CLUB' }],
])('a change to an invalid %s is refused with the field', async (field, change) => {
  const { as, addOrganizer } = await startApp()

  const reply = await as(await addOrganizer()).patch('/api/organizers/update-organizer', change)

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail[0].loc).toEqual(['body', field])
})

test('a logo is shown with every event and replaces the previous one', async () => {
  const { app, ctx, as, visitor, addOrganizer, addEvent, clock } = await startApp({}, { worker: true })
  const organizer = await addOrganizer()
  const event = await addEvent({}, organizer)
  const { id } = (await as(organizer).get('/api/organizers/view-organizer')).json()
  const upload = async (content: Blob) => {
    const form = new FormData()
    form.append('logo', content, 'logo.png')
    const encoded = new Response(form)
    return app.inject({
      method: 'POST',
      url: `/api/organizers/${id}/upload/logo/`,
      headers: {
        authorization: `Bearer ${organizer.access}`,
        'content-type': encoded.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
  }
  const stored = (address: string) => existsSync(path.join(ctx.settings.DATA_DIR, address))

  const first = (await upload(await png())).json()
  const second = (await upload(await png())).json()
  const refused = await upload(new Blob(['no image']))

  expect(first).toEqual({
    file_url: expect.stringMatching(/^\/pictures\//),
    message: expect.any(String),
    file_name: 'logo.png',
    uploaded_at: clock.now.toISOString(),
  })
  await expect.poll(() => stored(first.file_url)).toBe(false)
  expect(stored(second.file_url)).toBe(true)
  expect(refused.json().error).toBe('Only JPEG and PNG files are allowed.')
  expect((await visitor.get(`/api/events/${event.id}`)).json().organizer.logo).toBe(second.file_url)
})

test('only its owner can change an organizer profile', async () => {
  const { as, visitor, addUser, addOrganizer } = await startApp()
  const [attendee, organizer, other] = [await addUser(), await addOrganizer(), await addOrganizer()]
  const { id } = (await as(other).get('/api/organizers/view-organizer')).json()

  for (const make of [
    (caller: typeof visitor) => caller.patch('/api/organizers/update-organizer', { email: 'new@example.com' }),
    (caller: typeof visitor) => caller.post(`/api/organizers/${id}/upload/logo/`),
  ]) {
    expect((await make(visitor)).statusCode).toBe(401)
    expect((await make(as(attendee))).json().code).toBe('organizers_only')
  }
  expect((await as(organizer).post(`/api/organizers/${id}/upload/logo`)).json().code).toBe('not_your_organizer')
  expect((await as(other).post(`/api/organizers/${id}/upload/logo`)).json().detail[0].loc).toEqual(['body', 'logo'])
})

async function png(): Promise<Blob> {
  const content = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#336' } })
    .png()
    .toBuffer()
  return new Blob([new Uint8Array(content)], { type: 'image/png' })
}
