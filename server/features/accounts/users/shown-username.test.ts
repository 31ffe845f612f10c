import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { addComment, readComments } from '#server/testing/comments.ts'

const phone_number = '0897654321'

async function startWith(username: string) {
  const product = await startApp()
  const { as, addUser, addEvent } = product
  const event = await addEvent()
  const person = await addUser({ username, email: 'nok@example.com', phone_number })
  const fellow = await addUser()
  for (const one of [person, fellow]) await as(one).post(`/api/tickets/event/${event.id}/register`)
  await addComment(as(person), event.id)
  const list = (query = '', reader = fellow) => as(reader).get(`/api/events/${event.id}/attendee-list${query}`)
  return { ...product, event, person, list }
}

test.each(['nok@example.com', 'NOK@example.com', phone_number, '+66-89-765-4321', 'nok0897654321'])(
  'others read a guest where the username %s tells an email or a phone number',
  async (username) => {
    const { event, person, visitor, as, list } = await startWith(username)
    const guest = `guest ${person.id}`
    const named = expect.objectContaining({ id: person.id, username: guest })

    await as(event.owner).put(`/api/organizers/blocked/${person.id}`)

    expect((await readComments(visitor, event.id))[0]?.user).toEqual(named)
    expect((await as(event.owner).get('/api/organizers/blocked')).json()).toEqual([named])
    expect((await list()).json()).toContainEqual(named)
    expect((await list('?search=guest')).json()).toEqual([named])
    for (const word of ['nok', 'example', '654321']) {
      const found = await list(`?search=${word}`)
      expect([found.json(), found.headers['x-total-count']]).toEqual([[], '0'])
    }
  },
)

test('whoever it is, and the owner of the event that they applied for, read the username as it is', async () => {
  const { event, person, as, list } = await startWith('nok@example.com')

  expect((await as(person).get('/api/users/profile')).json().username).toBe('nok@example.com')
  expect((await list('?search=nok', event.owner)).json()).toEqual([
    expect.objectContaining({ id: person.id, username: 'nok@example.com' }),
  ])
})

test.each(['nok', 'nok@home', 'nok.2533', '0811111111'])('the username %s is read by everybody', async (username) => {
  const { event, visitor } = await startWith(username)

  expect((await readComments(visitor, event.id))[0]?.user.username).toBe(username)
})
