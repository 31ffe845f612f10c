import type { APIRequestContext, APIResponse } from '@playwright/test'
import { fieldsIn, marksOf, type Private, read } from '#server/testing/callers/private-texts.ts'
import { expect, type Person, test } from '../../support/fixtures.ts'

/** The addresses of pages with parameters; other pages are opened by their path in the route table. */
const opened: Record<string, (ids: { event: number; ticket: number; organizer: number }) => string> = {
  '/organizers/:organizerId': ({ organizer }) => `/organizers/${organizer}`,
  '/sign-in/:link': () => '/sign-in/nothing',
  '/stop-following/:link': () => '/stop-following/nothing',
  '/how-was-it/:link': () => '/how-was-it/nothing',
  '/stop-messages/:link': () => '/stop-messages/nothing',
  '/discover': () => '/discover?search=Bangkok',
  '/events/:eventId': ({ event }) => `/events/${event}`,
  '/events/:eventId/check-in': ({ event }) => `/events/${event}/check-in`,
  '/events/:eventId/manage': ({ event }) => `/events/${event}/manage`,
  '/events/:eventId/edit': ({ event }) => `/events/${event}/edit`,
  '/events/:eventId/applicants': ({ event }) => `/events/${event}/applicants`,
  '/events/:eventId/refunds': ({ event }) => `/events/${event}/refunds`,
  '/events/:eventId/codes': ({ event }) => `/events/${event}/codes`,
  '/events/:eventId/team': ({ event }) => `/events/${event}/team`,
  '/team-invitation/:secret': () => '/team-invitation/nothing',
  '/events/:eventId/messages': ({ event }) => `/events/${event}/messages`,
  '/events/:eventId/dates': ({ event }) => `/events/${event}/dates`,
  '/events/:eventId/share': ({ event }) => `/events/${event}/share`,
  '/virtual-ticket/:ticketId': ({ ticket }) => `/virtual-ticket/${ticket}`,
  '/guest-ticket/:code': () => '/guest-ticket/nothing',
  '/invitation/:token': () => '/invitation/nothing',
  '/pay/:ticketId': ({ ticket }) => `/pay/${ticket}`,
  '/receipt/:ticketId': ({ ticket }) => `/receipt/${ticket}`,
  '/ticket/:ticketId': ({ ticket }) => `/ticket/${ticket}`,
  '/verify-email/:user_id/:token': () => '/verify-email/1/nothing',
  '/reset-password/:userId?/:token?': () => '/reset-password/1/nothing',
  '/*': () => '/no-such-page',
}

test('no rendered page reveals private data of an event', async ({ request, makers }) => {
  const people = [marksOf(31), marksOf(32), marksOf(33)]
  const [organizer, holder, emailNamed] = await Promise.all([
    addPerson(request, makers.uniqueName(), marksOf(31)),
    addPerson(request, makers.uniqueName(), marksOf(32)),
    addPerson(request, marksOf(33).email, marksOf(33)),
  ])
  const application = { email: 'team@example.com', organization_type: 'COMPANY' }
  const profile = await post(request, '/api/organizers/apply-organizer', organizer, {
    organizer_name: `House of ${organizer.username}`,
    ...application,
  })
  const { id } = await makers.addEvent({}, organizer)
  const ticket = await makers.addTicket(id, holder)
  const thread = await makers.addComment(id, holder, 'Who comes along?')
  for (const person of [emailNamed, organizer]) await makers.addComment(id, person, 'I do.', thread.id)
  const leaks: string[] = []
  const patterns = await patternsOf(request)
  expect(patterns).toEqual(expect.arrayContaining(Object.keys(opened)))
  for (const pattern of patterns) {
    const path = opened[pattern]?.({ event: id, ticket: ticket.id, organizer: profile.id }) ?? pattern
    expect(path, `${pattern} needs a line in the table of this journey`).not.toContain(':')
    for (const address of [path, dataOf(path)]) {
      const reply = await request.get(address)
      expect(reply.status(), address).toBeLessThan(500)
      const text = await textOf(reply)
      // The Content-Security-Policy forbids inline styles.
      if (/<[^>]+\sstyle=/.test(text)) leaks.push(`${address} has an inline style`)
      const answer = read(text)
      for (const person of people) {
        leaks.push(...fieldsIn(answer, person).map((field) => `${address} shows the ${field} of ${person.email}`))
      }
    }
  }

  expect(leaks).toEqual([])
  expect(await (await request.get(`/events/${id}`)).text()).toContain('Who comes along?')
})

/** Every page in the route table that the browser loads with the first page: '/events/:eventId/edit'. */
async function patternsOf(request: APIRequestContext): Promise<string[]> {
  const home = await (await request.get('/')).text()
  const file = /\/assets\/manifest-[\w-]+\.js/.exec(home)?.[0] ?? ''
  const table = /=(\{.*\})/s.exec(await (await request.get(file)).text())?.[1] ?? ''
  const routes: Record<string, { path?: string; parentId?: string }> = JSON.parse(table).routes
  const pathTo = (id = ''): string => {
    const { path, parentId } = routes[id] ?? {}
    return `${parentId ? pathTo(parentId) : ''}${path ? `/${path}` : ''}`
  }
  return [...new Set(Object.keys(routes).map((id) => pathTo(id) || '/'))]
}

/** The address from which the browser loads a page's data when following a link. */
function dataOf(path: string): string {
  const [page = '', query] = path.split('?')
  return `${page === '/' ? '/_root' : page}.data${query ? `?${query}` : ''}`
}

async function textOf(reply: APIResponse): Promise<string> {
  return `${JSON.stringify(reply.headersArray())}\n${await reply.text()}`
}

async function addPerson(request: APIRequestContext, username: string, mine: Private): Promise<Person> {
  const password = 'correct horse battery'
  const names = { first_name: 'Malee', last_name: 'Suksan' }
  const { google_sub: _, line_sub: __, ...profile } = mine
  await post(request, '/api/users/register', null, { username, password, password2: password, ...names, ...mine })
  const person: Person = { ...(await post(request, '/api/users/login', null, { username, password })), password }
  const reply = await request.patch(`/api/users/edit-profile/${person.id}`, { data: profile, headers: bearer(person) })
  expect(fieldsIn(read(await reply.text()), mine)).toHaveLength(Object.keys(profile).length)
  return person
}

async function post(request: APIRequestContext, url: string, person: Person | null, data: object) {
  const reply = await request.post(url, { data, headers: person ? bearer(person) : {} })
  expect(reply.ok(), await reply.text()).toBe(true)
  return reply.json()
}

const bearer = ({ access_token }: Person) => ({ authorization: `Bearer ${access_token}` })
