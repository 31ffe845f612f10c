import { createHmac, randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import type { EventFieldsInput } from '#contract/events/event-fields.ts'
import { paths } from '#contract/paths.ts'
import { addDoorLink } from '../support/door.ts'
import { type Makers, makersOf, type Person } from '../support/fixtures.ts'
import { tokenSecret } from '../support/product.ts'
import { longest, ordinary, questions } from './events.ts'

const week = 7 * 24 * 3_600_000

export type Fixtures = Awaited<ReturnType<typeof fill>>

/** Adds the data for the screens to an empty product, through its API. */
export async function fill(request: APIRequestContext) {
  const makers = makersOf(request)
  const owner = await makers.addOrganizer()
  const newcomer = await makers.addOrganizer()
  const attendee = await makers.addAttendee({ first_name: 'Anan', last_name: 'Thongdee' })
  const beginner = await makers.addAttendee()
  for (const event of ordinary) await makers.addEvent(event, owner)
  const events = await addEvents(makers, owner)
  const { popular, calledOff } = events
  const tickets = {
    active: await makers.addTicket(popular.id, attendee),
    used: await makers.addTicket(events.door.id, attendee),
    cancelled: await makers.addTicket(events.another.id, attendee),
    calledOff: await makers.addTicket(calledOff.id, attendee),
    long: await makers.addTicket(events.longest.id, attendee, false, { meal: 'เจ', note: 'ไม่ใส่ถั่ว\nค่ะ' }),
    full: await makers.addTicket(events.full.id, beginner),
    waiting: await makers.addTicket(events.full.id, attendee, true),
    pending: await makers.addTicket(events.decided.id, attendee),
    unpaid: await makers.addTicket(events.toPay.id, attendee),
    paid: await makers.addTicket(events.paid.id, attendee),
  }
  await makers.cancelTicket(tickets.cancelled.id, attendee)
  const send = caller(request)
  const paid = { applications: [tickets.paid.id] }
  await send('post', `/api/events/${events.paid.id}/applications/paid`, owner, paid)
  await send('delete', `/api/organizers/delete-event/${calledOff.id}`, owner)
  for (const event of [popular, events.longest, events.full]) {
    await send('put', `/api/bookmarks/${event.id}/toggle-bookmark`, attendee)
    await send('put', `/api/likes/${event.id}/toggle-like`, attendee)
  }
  const scan = { scan_id: randomUUID(), code: tickets.used.ticket_number, scanned_at: new Date().toISOString() }
  const body = { device: 'Front gate', scans: [{ ...scan, let_in: false }] }
  await send('post', `/api/events/${events.door.id}/check-ins`, owner, body)
  await send('post', '/api/events/drafts', owner, { event_name: 'Lanterns on the canal' })
  for (const id of [events.paid.id, events.door.id]) {
    await send('put', `/api/events/${id}/door/seats`, owner, { seats: 25 })
  }
  const types: { id: number }[] = (await send('get', `/api/events/${events.typed.id}`, owner)).ticket_types
  for (const { id } of types.slice(0, 2)) {
    await send('put', `/api/events/${events.typed.id}/door/seats`, owner, { seats: 12, ticket_type_id: id })
  }
  const { start_date_event } = await send('get', `/api/events/${events.series.id}`, owner)
  await send('post', `/api/events/${events.series.id}/dates`, owner, {
    starts: Array.from({ length: 12 }, (_, n) => new Date(Date.parse(start_date_event) + (n + 1) * week).toISOString()),
  })
  const invitation = await addInvitations(request, send, events.deciding.id, owner)
  const guests = await addGuests(makers, events)
  for (const { person } of guests.slice(0, 2)) await makers.addRefund(events.paid.id, owner, person)
  await addMessages(send, popular.id, owner)
  await addViews(request, popular.id)
  await addComments(makers, popular.id, { owner, attendee, guests })
  const { helper, invitation: teamInvitation } = await addTeam(makers, send, owner, events)
  const { id: organizer }: { id: number } = await send('get', '/api/organizers/view-organizer', owner)
  await send('put', `/api/organizers/${organizer}/toggle-follow`, attendee)
  return {
    organizer,
    people: { owner, newcomer, attendee, beginner, helper },
    invitation,
    events,
    tickets,
    feedback: paths.feedback(`${tickets.used.id}-${sealOf(tickets.used.id)}`),
    teamInvitation,
    guest: guests[0]?.ticket.ticket_number ?? '',
    doorLink: await addDoorLink(request, events.door.id, owner),
  }
}

/** As the product signs the link in its mail the day after. */
function sealOf(ticketId: number): string {
  return createHmac('sha256', tokenSecret).update(`feedback ${ticketId}`).digest('base64url')
}

async function addEvents(makers: Makers, owner: Person) {
  const now = new Date()
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
  const add = (given: Partial<EventFieldsInput>) => makers.addEvent(given, owner)
  const soon = { end_date_register: inHours(0.001), start_date_event: inHours(0.001), end_date_event: inHours(0.002) }
  return {
    popular: await add({ event_name: 'Riverside Night Market', category: 'CONCERT', max_attendee: 40 }),
    door: await add({ event_name: 'Night of the open doors', category: 'NETWORKING' }),
    another: await add({ event_name: 'ค่ำคืนหนังกลางแปลง', category: 'OTHER' }),
    calledOff: await add({ event_name: 'Full moon picnic' }),
    full: await add({ event_name: 'Supper for one', max_attendee: 1, is_free: false, ticket_price: 1250.5 }),
    asking: await add({ event_name: 'Cooking together', questions }),
    decided: await add({ event_name: 'Chefs’ table', needs_approval: true }),
    toPay: await add({
      event_name: 'Pottery for two',
      is_free: false,
      ticket_price: 1250.5,
      promptpay_id: '0812345678',
    }),
    paid: await add({
      event_name: 'Ink and paper',
      is_free: false,
      ticket_price: 1250.5,
      promptpay_id: '1234567890123',
    }),
    over: await add({ event_name: 'Breakfast talk', ...soon }),
    early: await add({ event_name: 'Summer school', start_date_register: inHours(30), end_date_register: inHours(60) }),
    toApplyFor: await add({ event_name: 'Morning run in the park', max_attendee: 800, tags: 'sport,park' }),
    adults: await add({ event_name: 'Wine evening', min_age_requirement: 50 }),
    unlisted: await add({ event_name: 'Surprise party', visibility: 'PRIVATE' }),
    deciding: await add({ event_name: 'Supper club', max_attendee: 12, needs_approval: true }),
    typed: await add({
      event_name: 'Songkran by the sea',
      promptpay_id: '0812345678',
      ticket_types: [
        { name: 'Day ticket', price: 450, capacity: 60 },
        { name: 'Weekend with camping and breakfast for two on the beach', price: 1790.5, capacity: 20 },
        { name: 'Volunteer' },
      ],
    }),
    series: await add({ event_name: 'Choir practice', max_attendee: 30 }),
    longest: await add(longest),
  }
}

async function addGuests(makers: Makers, { popular, door, deciding }: Awaited<ReturnType<typeof addEvents>>) {
  const names = ['สมหญิง', 'Kanokwan', 'Prasert', 'ณัฐวุฒิ', 'Malai', 'Wichai', 'อรอนงค์', 'Somsak', 'Ploy', 'Niran', 'Dao']
  const guests = []
  for (const first_name of names) {
    const person = await makers.addAttendee({ first_name, last_name: 'ศรีสุวรรณภูมิพิพัฒน์พงษ์' })
    await makers.addTicket(popular.id, person)
    await makers.addTicket(deciding.id, person)
    guests.push({ person, ticket: await makers.addTicket(door.id, person) })
  }
  return guests
}

/** Returns the path of one of them, from its mail. */
async function addInvitations(
  request: APIRequestContext,
  send: ReturnType<typeof caller>,
  eventId: number,
  owner: Person,
): Promise<string> {
  const people = [
    { name: 'Mali Suksan', email: 'mali@example.com' },
    { name: 'สมชาย ใจดี', email: 'somchai.jaidee.with.a.long.address@mail.example.com' },
  ]
  await send('post', `/api/events/${eventId}/invitations`, owner, { people })
  for (;;) {
    const list = await (await request.get('/operator/mails')).text()
    for (const [, name] of list.matchAll(/href="(\/operator\/mails\/[^"]+)"/g)) {
      const mail = await (await request.get(name ?? '')).text()
      const [path] = /\/invitation\/[\w-]{43}/.exec(mail) ?? []
      if (path) return path
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function addMessages(send: ReturnType<typeof caller>, eventId: number, owner: Person) {
  const write = (subject: string, timing: string) =>
    send('post', `/api/events/${eventId}/messages`, owner, {
      ...{ client_key: randomUUID(), audience: 'tickets', subject, timing },
      text: 'Dear {name},\n\nthe **back gate** is open from noon.\n\n{ticket}',
    })
  await write('Where to park', 'now')
  await write('See you in an hour at the pier', 'before_start')
}

/** Teams of two events, what they did, and the secret of another invitation. */
async function addTeam(
  makers: Makers,
  send: ReturnType<typeof caller>,
  owner: Person,
  { deciding, paid, popular }: Awaited<ReturnType<typeof addEvents>>,
) {
  const invite = async (eventId: number, role: string): Promise<string> =>
    (await send('post', `/api/events/${eventId}/team`, owner, { role })).secret
  const [helper, coHost] = [
    await makers.addAttendee({ first_name: 'ปิยะพงษ์', last_name: 'ศรีสุวรรณภูมิพิพัฒน์พงษ์' }),
    await makers.addAttendee({ first_name: 'Nok', last_name: 'Dee' }),
  ]
  await send('post', `/api/team-invitations/${await invite(deciding.id, 'desk')}`, helper)
  await send('post', `/api/team-invitations/${await invite(paid.id, 'co_host')}`, helper)
  await send('post', `/api/team-invitations/${await invite(deciding.id, 'co_host')}`, coHost)
  await send('post', `/api/events/${deciding.id}/team`, owner, {
    role: 'door',
    email: 'a.very.long.address@volunteers.example.org',
  })
  const applicants: { application_id: number }[] = await send('get', `/api/events/${deciding.id}/attendee-list`, owner)
  const [one = 0, ...others] = applicants.slice(0, 6).map(({ application_id }) => application_id)
  await send('post', `/api/events/${deciding.id}/applications/refuse`, coHost, { applications: [one] })
  await send('post', `/api/events/${deciding.id}/applications/approve`, helper, { applications: others })
  return { helper, invitation: await invite(popular.id, 'door') }
}

async function addViews(request: APIRequestContext, eventId: number) {
  const sources = [
    {},
    { from: 'poster' },
    { from: 'จดหมายข่าว' },
    { referrer: 'www.facebook.com' },
    { referrer: 'lin.ee' },
  ]
  for (const [place, data] of sources.entries()) {
    const headers = { 'user-agent': 'Mozilla/5.0' }
    for (let view = 0; view < 12 - 2 * place; view++) {
      await request.post(`/api/events/${eventId}/visits`, { data, headers })
    }
  }
}

type Guests = Awaited<ReturnType<typeof addGuests>>

async function addComments(
  makers: Makers,
  eventId: number,
  { owner, attendee, guests }: { owner: Person; attendee: Person; guests: Guests },
) {
  for (const { person } of guests.slice(0, 4))
    await makers.addComment(eventId, person, 'มีที่จอดรถไหมคะ และเปิดประตูกี่โมง ขอบคุณค่ะ\n\nเจอกันที่งานนะคะ')
  await makers.addComment(eventId, attendee, 'Looking forward to it. Is there something for vegetarians?')
  const thread = await makers.addComment(eventId, attendee, 'Who comes by boat?')
  for (const { person } of guests.slice(0, 5))
    await makers.addComment(eventId, person, 'I do, from Sathorn.', thread.id)
  await makers.addComment(eventId, owner, 'There is a pier right beside it.', thread.id)
}

function caller(request: APIRequestContext) {
  return async (method: 'get' | 'put' | 'post' | 'delete', url: string, person: Person, data?: object) => {
    const headers = { authorization: `Bearer ${person.access_token}` }
    const reply = await request[method](url, { headers, ...(data && { data }) })
    if (!reply.ok()) throw new Error(`${url}: ${await reply.text()}`)
    return reply.json()
  }
}
