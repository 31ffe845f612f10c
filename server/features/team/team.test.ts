import { expect, test } from 'vitest'
import type { LogEntry, TeamMember, TeamRole } from '#contract/tickets/team.ts'
import { type Person, startApp } from '#server/testing/app.ts'
import { startWithMail } from '#server/testing/mail-server.ts'

type Product = Pick<Awaited<ReturnType<typeof startApp>>, 'as'>

const teamOf = (eventId: number) => `/api/events/${eventId}/team`

/** Invites by a copied link, and joins. */
async function join({ as }: Product, owner: Person, person: Person, eventId: number, role: TeamRole): Promise<number> {
  const { id, secret } = (await as(owner).post(teamOf(eventId), { role })).json()
  expect((await as(person).post(`/api/team-invitations/${secret}`)).json()).toEqual({ event_id: eventId, role })
  return id
}

async function startWithOwner(env: Record<string, string> = {}) {
  const product = await startWithMail(env)
  const owner = await product.addHolder()
  const organizer = { organizer_name: 'Club', email: 'team@example.com', organization_type: 'COMPANY' }
  await product.as(owner).post('/api/organizers/apply-organizer', organizer)
  return { ...product, owner, id: (await product.addEvent({}, owner)).id }
}

async function logOf({ as }: Product, person: Person, eventId: number, query = ''): Promise<LogEntry[]> {
  return (await as(person).get(`/api/events/${eventId}/log${query}`)).json().entries
}

test('a copied link lets one person join, with their role from the next call on', async () => {
  const product = await startApp()
  const { as, visitor, addUser, addOrganizer, addEvent } = product
  const [owner, nok, late] = [await addOrganizer(), await addUser(), await addUser()]
  const { id } = await addEvent({ visibility: 'PRIVATE' }, owner)
  const invited = await as(owner).post(teamOf(id), { role: 'desk' })
  const url = `/api/team-invitations/${invited.json().secret}`

  expect(invited.statusCode).toBe(201)
  expect((await as(nok).get(`/api/events/${id}`)).statusCode).toBe(404)
  expect((await visitor.get(url)).json()).toMatchObject({ role: 'desk', event_id: id })
  expect((await visitor.post(url)).statusCode).toBe(401)
  expect((await as(owner).post(url)).json().code).toBe('already_member')
  expect((await as(nok).post(url)).statusCode).toBe(200)
  expect((await as(late).post(url)).json().code).toBe('invitation_invalid')
  expect((await visitor.get(url)).statusCode).toBe(404)

  expect((await as(nok).get(`/api/events/${id}`)).json().role).toBe('desk')
  expect((await as(nok).get(`/api/events/${id}/attendee-list`)).statusCode).toBe(200)
  expect((await as(nok).patch(`/api/events/${id}/edit`, { description: 'Mine.' })).json().code).toBe('role_missing')
  expect((await as(nok).post(`/api/tickets/event/${id}/register`)).statusCode).toBe(201)
  const [listed] = (await as(nok).get('/api/events/team-events')).json()
  expect(listed).toMatchObject({ role: 'desk', event: { id, link_key: '' } })
})

test('removing, leaving and another role take effect at the next call', async () => {
  const product = await startApp()
  const { as, addUser, addOrganizer, addEvent } = product
  const [owner, nok, mali] = [await addOrganizer(), await addUser(), await addUser()]
  const { id } = await addEvent({}, owner)
  const [of, ofMali] = [await join(product, owner, nok, id, 'co_host'), await join(product, owner, mali, id, 'co_host')]
  const overview = (person: Person) => as(person).get(`/api/events/${id}/overview`)

  expect((await overview(nok)).statusCode).toBe(200)
  expect((await as(owner).patch(`${teamOf(id)}/${of}`, { role: 'door' })).json().role).toBe('door')
  expect((await overview(nok)).json().code).toBe('role_missing')
  expect((await as(nok).get(`/api/events/${id}/door`)).json().role).toBe('door')
  expect((await as(owner).delete(`${teamOf(id)}/${of}`)).statusCode).toBe(204)
  expect((await as(nok).get(`/api/events/${id}/door`)).json().code).toBe('not_your_event')
  expect((await as(mali).delete(`${teamOf(id)}/${ofMali}`)).json().code).toBe('role_missing')
  expect((await as(mali).delete(teamOf(id))).statusCode).toBe(204)
  expect((await overview(mali)).json().code).toBe('not_your_event')
  expect((await as(owner).delete(teamOf(id))).json().code).toBe('member_not_found')
  expect((await as(owner).get(teamOf(id))).json()).toEqual([])
  const details = (await logOf(product, owner, id, '?action=team')).map(({ detail }) => detail)
  expect(details).toEqual([
    ...['left', 'removed', 'role door', 'joined co_host', 'invited co_host', 'joined co_host', 'invited co_host'],
  ])
})

test('a mailed invitation is valid for seven days, and the inviter learns nothing about the address', async () => {
  const { as, addHolder, clock, mail, visitor, owner, id } = await startWithOwner()
  const nok = await addHolder({ email: 'nok@example.com' })

  const [known, unknown] = [
    await as(owner).post(teamOf(id), { role: 'door', email: 'nok@example.com' }),
    await as(owner).post(teamOf(id), { role: 'door', email: 'nobody@example.com' }),
  ]
  const [path] = /\/team-invitation\/[\w-]+/.exec((await mail.mailTo('nok@example.com')).text ?? '') ?? []
  const [elsewhere] = /\/team-invitation\/[\w-]+/.exec((await mail.mailTo('nobody@example.com')).text ?? '') ?? []
  const url = (found: string | undefined) => `/api${found?.replace('invitation', 'invitations')}`

  const answer = ({ id: _, email: __, ...rest }: TeamMember) => rest
  expect(answer(known.json())).toEqual(answer(unknown.json()))
  expect(known.json()).toMatchObject({ person: null, secret: '', email: 'nok@example.com' })
  expect((await as(nok).post(url(path))).statusCode).toBe(200)
  expect((await as(owner).get(teamOf(id))).json()).toMatchObject([
    { person: { id: nok.id }, email: '' },
    { person: null },
  ])
  clock.now = new Date(clock.now.getTime() + 7 * 24 * 3_600_000)
  expect((await visitor.get(url(elsewhere))).json().code).toBe('invitation_invalid')
})

test('a fourth invitation an hour to one address is refused, and none holds back a reset link', async () => {
  const { as, addHolder, mail, visitor, owner, id } = await startWithOwner({ RATE_LIMIT_SCALE: '1' })
  await addHolder({ email: 'nok@example.com' })
  const invite = (email: string) => as(owner).post(teamOf(id), { role: 'door', email })

  for (const _ of [1, 2, 3]) expect((await invite('nok@example.com')).statusCode).toBe(201)
  const refused = await invite('NOK@example.com')
  await mail.mailTo('nok@example.com', 3)
  await visitor.post('/api/users/forgot-password', { email: 'nok@example.com' })

  expect(refused.json().code).toBe('too_many_requests')
  expect((await as(owner).get(teamOf(id))).json()).toHaveLength(3)
  expect((await mail.mailTo('nok@example.com', 4)).text).toContain('/reset-password')
})

test('a person has one role at an event, and a team has at most twenty people', async () => {
  const product = await startApp()
  const { as, addUser, addOrganizer, addEvent } = product
  const [owner, nok] = [await addOrganizer(), await addUser()]
  const { id } = await addEvent({}, owner)
  await join(product, owner, nok, id, 'door')
  const { secret } = (await as(owner).post(teamOf(id), { role: 'co_host' })).json()

  const more = await Promise.all(Array.from({ length: 20 }, () => as(owner).post(teamOf(id), { role: 'door' })))

  expect((await as(nok).post(`/api/team-invitations/${secret}`)).json().code).toBe('already_member')
  expect(more.filter(({ statusCode }) => statusCode === 201)).toHaveLength(18)
  expect(more.find(({ statusCode }) => statusCode !== 201)?.json().code).toBe('too_many_members')
})

test('a co-host edits everything but the receiver of the money', async () => {
  const product = await startApp()
  const { as, addUser, addOrganizer, addEvent } = product
  const [owner, nok] = [await addOrganizer(), await addUser()]
  const paid = { is_free: false, ticket_price: 90, promptpay_id: '0812345678', promptpay_name: 'Club' }
  const { id } = await addEvent(paid, owner)
  await join(product, owner, nok, id, 'co_host')
  const edit = async (change: object) => (await as(nok).patch(`/api/events/${id}/edit`, change)).json()

  const whole = (await as(nok).get(`/api/events/${id}`)).json()
  expect(whole).toMatchObject({ promptpay_id: '0812345678', role: 'co_host' })
  expect(await edit({ ...whole, ticket_price: 100 })).toMatchObject({ ticket_price: 100, promptpay_id: '0812345678' })
  for (const change of [
    { promptpay_id: '0899999999' },
    { promptpay_name: 'Me' },
    { is_free: true },
    { payment_words: 'To me' },
  ])
    expect((await edit(change)).code).toBe('receiver_is_owners')
  expect(
    (await as(nok).post('/api/events/preview-markdown', { field: 'detailed_description', text: '*a*' })).statusCode,
  ).toBe(200)
  expect((await as(nok).delete(`/api/organizers/delete-event/${id}`)).json().code).toBe('role_missing')
  expect(await logOf(product, nok, id, '?action=edited')).toMatchObject([
    { detail: 'ticket_price', person: { id: nok.id } },
  ])
})

test('the log says who did what to whom, by person and action, also after they have gone', async () => {
  const product = await startApp()
  const { as, addUser, addOrganizer, addEvent } = product
  const [owner, nok, applicant] = [await addOrganizer(), await addUser(), await addUser()]
  const { id } = await addEvent({ needs_approval: true }, owner)
  await join(product, owner, nok, id, 'co_host')
  const { id: application } = (await as(applicant).post(`/api/tickets/event/${id}/register`)).json()
  const url = `/api/events/${id}/applications`

  await as(nok).post(`${url}/approve`, { applications: [application] })
  await as(nok).post(`${url}/approve`, { applications: [application] })
  await as(owner).get(`/api/events/${id}/attendee-list.csv`)

  const approved = await logOf(product, owner, id, '?action=approved')
  expect(approved).toMatchObject([{ person: { id: nok.id }, total: 1, names: [expect.any(String)] }])
  expect((await logOf(product, owner, id, `?person=${owner.id}`)).map(({ action }) => action)).toEqual([
    'exported',
    'team',
  ])
  const page = await as(owner).get(`/api/events/${id}/log?limit=2&cursor=2`)
  expect(page.headers['x-total-count']).toBe('4')
  expect(page.json().people).toHaveLength(2)
  await as(nok).post('/api/users/deletion', { current_password: 'correct horse battery' })
  expect(await logOf(product, owner, id, '?action=approved')).toMatchObject([{ person: null, total: 1 }])
  expect((await as(owner).get(teamOf(id))).json()).toEqual([])
})
