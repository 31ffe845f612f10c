import { expect, test } from 'vitest'
import type { Applicant } from '#contract/tickets/applicants.ts'
import type { DoorTicket } from '#contract/tickets/door.ts'
import type { Person } from '#server/testing/app.ts'
import { registerUrl } from '#server/testing/applications/waiting-list.ts'
import { startWithMail } from '#server/testing/mail-server.ts'
import { forgetOldInvitations } from './invitations.service.ts'

const day = 24 * 3_600_000
const start = '2026-11-28T03:00:00.000Z'

/** An event of somebody with a verified email, and its invitations. */
async function startInviting(fields: object = {}) {
  const product = await startWithMail()
  const { as, addHolder, addEvent, mail, visitor, clock } = product
  const owner = await addHolder()
  const profile = { email: 'team@example.com', organization_type: 'COMPANY' }
  await as(owner).post('/api/organizers/apply-organizer', { organizer_name: 'Siam Jazz', ...profile })
  const event = await addEvent({ max_attendee: 3, ...fields }, owner)
  const url = `/api/events/${event.id}`
  const inDays = (days: number) => new Date(clock.now.getTime() + days * day).toISOString()
  const tokenIn = (text = '') => /\/invitation\/([\w-]{43})/.exec(text)?.[1] ?? ''
  return {
    ...product,
    owner,
    event,
    url,
    inDays,
    invite: (people: object[], more: object = {}) => as(owner).post(`${url}/invitations`, { people, ...more }),
    upload: (csv: string, more: object = {}) => as(owner).post(`${url}/invitations/import`, { csv, ...more }),
    link: async (email: string, count = 1) => tokenIn((await mail.mailTo(email, count)).text),
    read: async (token: string) => (await visitor.get(`/api/invitations/${token}`)).json(),
    claim: (person: Person, token: string, body?: object) => as(person).post(`/api/invitations/${token}/claim`, body),
    decline: (token: string) => visitor.post(`/api/invitations/${token}/decline`),
    apply: async (person: Person, body: object = {}) => as(person).post(registerUrl(event.id), body),
    seats: async (): Promise<number> => (await visitor.get(url)).json().current_attendees,
    list: async (query = '') => (await as(owner).get(`${url}/attendee-list${query}`)).json() as Applicant[],
    ticketOf: async (person: Person) => (await as(person).get(`/api/tickets/user/${person.id}`)).json()[0],
  }
}

const mali = { name: 'Mali Suksan', email: 'mali@example.com' }
const nok = { name: 'Nok Jaidee', email: 'nok@example.com' }

test('an invitation holds a seat from the moment it is made, and its link makes it the ticket of the person who claims it', async () => {
  const { invite, link, read, claim, addHolder, seats, list, ticketOf, mail, event } = await startInviting()

  const invited = await invite([mali])
  const seatsBefore = await seats()
  const [before] = await list()
  const token = await link(mali.email)
  const shown = await read(token)
  const person = await addHolder({ first_name: 'Malee', last_name: 'Suksan' })
  const claimed = await claim(person, token)
  const again = await claim(person, token)

  expect([invited.statusCode, invited.json()]).toEqual([201, { invited: 1, known: 0 }])
  expect(before).toMatchObject({ state: 'INVITED', status: 'pending', first_name: 'Mali Suksan', email: mali.email })
  expect(shown).toMatchObject({
    state: 'open',
    fullname: 'Mali Suksan',
    event_name: event.event_name,
    organizer_name: 'Siam Jazz',
    claim_by: start,
  })
  expect([claimed.statusCode, again.json()]).toEqual([200, claimed.json()])
  expect(await ticketOf(person)).toMatchObject({
    id: claimed.json().application_id,
    status: 'ACTIVE',
    fullname: 'Malee Suksan',
    price_satang: 0,
  })
  expect([seatsBefore, await seats()]).toEqual([1, 1])
  expect(await list()).toMatchObject([{ id: person.id, state: 'ACTIVE', claim_by: start }])
  expect(await read(token)).toMatchObject({ state: 'claimed', fullname: '', application_id: null })
  expect((await mail.mailTo(`${person.username}@example.com`)).subject).toMatch(/^Your ticket for /)
})

test('an invitation is claimed by one person only, and only by its link', async () => {
  const { invite, link, claim, visitor, addHolder, as, owner } = await startInviting()
  await invite([mali])
  const token = await link(mali.email)
  const people = await Promise.all(Array.from({ length: 8 }, () => addHolder()))

  const signedOut = await visitor.post(`/api/invitations/${token}/claim`)
  const byOwner = await claim(owner, token)
  const unknown = await as(owner).post(`/api/invitations/${'x'.repeat(43)}/claim`)
  const replies = await Promise.all(people.map((person) => claim(person, token)))

  expect([signedOut.statusCode, byOwner.json().code, unknown.json().code]).toEqual([
    401,
    'own_event',
    'invitation_not_found',
  ])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)])
})

test('a seat that is not claimed in time goes to the first in line', async () => {
  const { invite, link, claim, read, apply, addHolder, ticketOf, clock, inDays, visitor } = await startInviting({
    max_attendee: 1,
  })
  await invite([mali], { claim_by: inDays(1) })
  const token = await link(mali.email)
  const [first, second, late] = [await addHolder(), await addHolder(), await addHolder()]
  await apply(first, { wait: true })
  await apply(second, { wait: true })

  clock.now = new Date(inDays(1))
  // Somebody new to sign in at this time.
  const { access } = (await visitor.post('/api/token/refresh', { refresh: first.refresh })).json()
  const firstLater = { ...first, access }

  await expect.poll(async () => (await ticketOf(firstLater)).status, { timeout: 10_000 }).toBe('ACTIVE')
  expect(await read(token)).toMatchObject({ state: 'not_claimed' })
  const lateAccess = (await visitor.post('/api/token/refresh', { refresh: late.refresh })).json().access
  expect((await claim({ ...late, access: lateAccess }, token)).json().code).toBe('invitation_ended')
})

test('a declined invitation frees its seat for the line, and the address is not invited again', async () => {
  const { invite, link, decline, read, apply, addHolder, ticketOf, list } = await startInviting({ max_attendee: 1 })
  await invite([mali])
  const waiting = await addHolder()
  await apply(waiting, { wait: true })
  const token = await link(mali.email)

  const declined = await decline(token)
  const again = await decline(token)

  expect([declined.statusCode, again.statusCode, (await read(token)).state]).toEqual([204, 204, 'declined'])
  expect((await ticketOf(waiting)).status).toBe('ACTIVE')
  expect((await invite([{ ...mali, email: 'MALI@example.com' }])).json()).toEqual({ invited: 0, known: 1 })
  expect(await list('?status=cancelled')).toMatchObject([{ first_name: 'Mali Suksan', cancel_reason: 'by_holder' }])
})

test('the owner takes an invitation back, and may invite the person again', async () => {
  const { invite, link, claim, read, as, owner, url, list, addHolder, seats } = await startInviting()
  await invite([mali, nok])
  const token = await link(mali.email)
  const [found] = await list('?search=mali@example&state=INVITED')

  const refused = await as(owner).post(`${url}/applications/refuse`, { applications: [found?.application_id] })
  const claimed = await claim(await addHolder(), token)
  const seatsAfter = await seats()
  const again = await invite([mali])

  expect(refused.statusCode).toBe(200)
  expect([claimed.json().code, (await read(token)).state, seatsAfter]).toEqual(['invitation_ended', 'taken_back', 1])
  expect(again.json()).toEqual({ invited: 1, known: 0 })
})

test('a new mail ends the link of the one before', async () => {
  const { invite, link, read, as, owner, url, list, addHolder } = await startInviting()
  await invite([mali])
  const [old, [found]] = [await link(mali.email), await list()]

  const sent = await as(owner).post(`${url}/invitations/${found?.application_id}/resend`)
  const next = await link(mali.email, 2)
  const byOther = await as(await addHolder()).post(`${url}/invitations/${found?.application_id}/resend`)

  expect([sent.statusCode, byOther.statusCode]).toEqual([204, 403])
  expect([(await read(next)).state, (await read(old)).code]).toEqual(['open', 'invitation_not_found'])
})

test('an invitation that cannot be claimed any more is not mailed again, and the organizer reads why', async () => {
  const { invite, link, claim, decline, list, as, owner, url, clock, addHolder, addEvent } = await startInviting()
  const idOf = async (email: string) => (await list(`?search=${email}`))[0]?.application_id
  const resend = async (id: number | undefined, from = url) => as(owner).post(`${from}/invitations/${id}/resend`)
  const ann = { name: 'Ann Jaidee', email: 'ann@example.com' }
  await invite([mali, nok])
  await invite([ann], { claim_by: new Date(clock.now.getTime() + 60_000).toISOString() })
  const [claimed, declined, late] = [await idOf(mali.email), await idOf(nok.email), await idOf(ann.email)]
  const other = await addEvent({}, owner)

  await claim(await addHolder(), await link(mali.email))
  await decline(await link(nok.email))
  await link(ann.email)
  clock.now = new Date(clock.now.getTime() + 60_000)
  const replies = [await resend(claimed), await resend(declined), await resend(late)]
  const elsewhere = await resend(declined, `/api/events/${other.id}`)

  expect(replies.map((reply) => reply.json().code)).toEqual(Array(3).fill('application_decided'))
  expect(replies[0]?.json().error).toContain('The list shows their current state.')
  expect(elsewhere.json().code).toBe('ticket_not_found')
})

test('a table is read by its headings, and invites everybody in it or says what is wrong with each row', async () => {
  const { upload, list, seats } = await startInviting()

  const wrong = await upload('Email;Name\nmali@example.com;Mali\nnot an email;Nok\nMALI@example.com;\n;')
  const without = await upload('Who,Email\nMali,mali@example.com')
  const nobody = await upload('Name,Email\n')
  const tooMany = await upload(`name,email\n${[1, 2, 3, 4].map((n) => `Guest ${n},g${n}@example.com`).join('\n')}`)
  // 'ชื่อ' of a spreadsheet that did not save UTF-8, as browsers read it.
  const garbled = await upload('Name,Email\n\uFFFD\uFFFD\uFFFD\uFFFD,mali@example.com')
  const before = await seats()
  const good = await upload('\uFEFFPhone,Email,Name\r\n1,mali@example.com,"Suksan, Mali"\r\n2,nok@example.com,Nok')
  const more = await upload('Name,Email\nNok,NOK@example.com\nTon,ton@example.com')

  expect(wrong.json().detail.map(({ msg }: { msg: string }) => msg)).toEqual([
    'Row 3, Email: Enter a valid email address.',
    'Row 4, Name: Name is required.',
    'Row 5, Name: Name is required.',
    'Row 5, Email: Email is required.',
  ])
  expect(without.json().error).toBe('The first row must have the headings Name and Email.')
  expect(nobody.json().error).toBe('This file has no people below its headings.')
  expect(garbled.json().error).toBe('This file could not be read. Save it as CSV (UTF-8) and try again.')
  expect(tooMany.json()).toMatchObject({ code: 'seats_not_enough', seats_free: 3 })
  expect(before).toBe(0)
  expect([good.json(), more.json()]).toEqual([
    { invited: 2, known: 0 },
    { invited: 1, known: 1 },
  ])
  expect((await list('?sort=name')).map(({ first_name }) => first_name)).toEqual(['Nok', 'Suksan, Mali', 'Ton'])
})

test('where releasing seats set aside for the door would make room for invitations, the refusal says so', async () => {
  const { invite, as, owner, visitor, url } = await startInviting({
    max_attendee: 5,
    ticket_types: [{ name: 'VIP', capacity: 1 }, { name: 'Regular' }],
  })
  const [vip, regular] = (await visitor.get(url)).json().ticket_types
  await as(owner).put(`${url}/door/seats`, { seats: 4, ticket_type_id: regular.id })
  const people = [mali, nok]

  const short = await invite(people, { ticket_type_id: regular.id })
  const inThai = await as(owner).post(`/th${url}/invitations`, { people, ticket_type_id: regular.id })
  const smallType = await invite(people, { ticket_type_id: vip.id })
  await as(owner).put(`${url}/door/seats`, { seats: 5, ticket_type_id: regular.id })
  const none = await invite([mali], { ticket_type_id: regular.id })

  expect(short.json()).toMatchObject({
    code: 'seats_not_enough',
    seats_free: 1,
    error:
      'There are not enough free seats to invite 2 people. Invite at most 1, release seats set aside for the door (4) on the Check in page, or raise the limit.',
  })
  expect(inThai.json().error).toMatch(/^ที่ว่างไม่พอเชิญ 2 คน เชิญได้ไม่เกิน 1 คน ปล่อยที่กันไว้ขายหน้างาน \(4 ที่\)/)
  expect(smallType.json().error).toBe(
    'There are not enough free seats to invite 2 people. Invite at most 1, or raise the limit.',
  )
  expect(none.json().error).toBe(
    'No seat is free for invitations. Raise the limit, or release seats set aside for the door (5) on the Check in page.',
  )
})

test('an invitation takes neither a seat that others wait for nor one of a full ticket type', async () => {
  const { invite, apply, addHolder, event, visitor, url, as } = await startInviting({
    max_attendee: 4,
    ticket_types: [{ name: 'VIP', capacity: 1 }, { name: 'Regular' }],
  })
  const [vip, regular] = (await visitor.get(url)).json().ticket_types
  const [holder, waiting] = [await addHolder(), await addHolder()]

  await apply(holder, { ticket_type_id: vip.id })
  const taken = await invite([mali], { ticket_type_id: vip.id })
  await apply(waiting, { ticket_type_id: vip.id, wait: true })
  const full = await invite([mali], { ticket_type_id: vip.id })
  const other = await invite([mali], { ticket_type_id: regular.id })
  const none = await invite([nok])
  const past = await invite([nok], { ticket_type_id: regular.id, claim_by: '2026-11-01T00:00:00Z' })

  expect(taken.json().error).toBe('No seat is free for invitations. Raise the limit.')
  expect(full.json()).toMatchObject({
    code: 'seats_not_enough',
    seats_free: 0,
    error: 'Free seats go to the waiting list first. Raise the limit to invite people.',
  })
  expect(other.json()).toEqual({ invited: 1, known: 0 })
  expect(none.json().code).toBe('ticket_type_not_found')
  expect(past.json().detail[0].loc).toEqual(['body', 'claim_by'])
  expect((await as(holder).get(`/api/events/${event.id}`)).json().ticket_types).toMatchObject([
    { name: 'VIP', seats_left: 0 },
    { name: 'Regular', state: 'on_sale' },
  ])
})

test('claiming replaces an application that waits, and nobody gets a second ticket', async () => {
  const { invite, link, claim, apply, addHolder, ticketOf, as, owner, url, seats } = await startInviting({
    max_attendee: 2,
    needs_approval: true,
  })
  const [asked, approved] = [await addHolder(), await addHolder()]
  await apply(asked)
  const { id } = (await apply(approved)).json()
  await as(owner).post(`${url}/applications/approve`, { applications: [id] })
  await invite([mali])
  const token = await link(mali.email)

  const refused = await claim(approved, token)
  const claimed = await claim(asked, token)

  expect(refused.json().code).toBe('already_applied')
  expect(claimed.statusCode).toBe(200)
  expect(await ticketOf(asked)).toMatchObject({ id: claimed.json().application_id, status: 'ACTIVE' })
  expect(await seats()).toBe(2)
})

test('the person who claims answers the event’s questions like an applicant, also once registration has closed', async () => {
  const rules = { id: 'rules', kind: 'must_tick', text: 'I accept the rules.', required: true, choices: [] }
  const meal = { id: 'meal', kind: 'one_of', text: 'Which meal?', required: false, choices: ['Rice', 'Noodles'] }
  const { invite, link, read, claim, addHolder, as, clock } = await startInviting({ questions: [rules, meal] })
  await invite([mali])
  const token = await link(mali.email)
  clock.now = new Date(Date.parse(start) - 1)
  const person = await addHolder()

  const asked = (await read(token)).questions
  const missing = await claim(person, token)
  const outdated = await claim(person, token, { answers: { rules: true }, asked: { rules: 'I like rules.' } })
  const claimed = await claim(person, token, { answers: { rules: true, meal: 'Rice' }, asked: { rules: rules.text } })
  const ticket = (await as(person).get(`/api/tickets/${claimed.json().application_id}`)).json()

  // Once it is claimed, the link tells nothing about them.
  expect([asked, (await read(token)).questions]).toEqual([[rules, meal], []])
  expect(missing.json()).toMatchObject({
    code: 'answers_invalid',
    detail: [{ loc: ['body', 'answers', 'rules'], type: 'must_tick' }],
  })
  expect(outdated.json()).toMatchObject({ code: 'answers_invalid', detail: [{ type: 'question_changed' }] })
  expect(ticket.answers.given).toMatchObject([{ answer: true }, { question: 'Which meal?', answer: 'Rice' }])
})

test('blocked or too young people cannot claim, and claiming lets a person see an unlisted event', async () => {
  const { invite, link, read, claim, addHolder, as, owner, url, apply, event } = await startInviting({
    visibility: 'PRIVATE',
    min_age_requirement: 20,
  })
  await invite([mali])
  const token = await link(mali.email)
  const young = await addHolder({ birth_date: '2012-01-01' })
  const grown = await addHolder()

  const tooYoung = await claim(young, token)
  const unseen = await apply(grown)
  const before = await read(token)
  const claimed = await claim(grown, token)
  await as(owner).put(`/api/organizers/blocked/${grown.id}`)
  await invite([nok])
  const blocked = await claim(grown, await link(nok.email))

  expect([tooYoung.json().code, unseen.statusCode, claimed.statusCode]).toEqual(['too_young', 404, 200])
  expect((await as(grown).get(`/api/events/${event.id}`)).statusCode).toBe(200)
  expect([before.sees_event, (await as(grown).get(`/api/invitations/${token}`)).json().sees_event]).toEqual([
    false,
    true,
  ])
  expect((await as(young).get(url)).statusCode).toBe(404)
  expect(blocked.json().code).toBe('blocked_by_organizer')
})

test('only the owner of the event, with a verified email, invites', async () => {
  const { as, url, addHolder, addUser, addOrganizer, addEvent } = await startInviting()
  const unverified = await addOrganizer()
  const own = await addEvent({}, unverified)

  const reply = await as(await addHolder()).post(`${url}/invitations`, { people: [mali] })
  const other = await as(await addUser()).post(`${url}/invitations/import`, { csv: 'Name,Email\na,a@example.com' })
  const early = await as(unverified).post(`/api/events/${own.id}/invitations`, { people: [mali] })

  expect([reply.json().code, other.json().code]).toEqual(['not_your_event', 'not_your_event'])
  expect(early.json().code).toBe('email_not_verified')
})

test('invited people are told when the event is called off, and are forgotten 30 days after it', async () => {
  const { invite, link, read, as, owner, event, mail, db, ctx, clock, addEvent } = await startInviting()
  await invite([mali])
  const token = await link(mali.email)
  const other = await addEvent({}, owner)
  await as(owner).post(`/api/events/${other.id}/invitations`, { people: [nok] })
  await as(owner).delete(`/api/organizers/delete-event/${event.id}`)

  expect((await mail.mailTo(mali.email, 2)).text).toMatch(/has been called off.*Your invitation has ended/s)
  expect((await read(token)).state).toBe('called_off')
  clock.now = new Date(Date.parse(start) + 29 * day)
  await forgetOldInvitations(ctx)
  const kept = await db.pool.query('SELECT email FROM invitations ORDER BY email')
  clock.now = new Date(Date.parse(start) + 31 * day)
  await forgetOldInvitations(ctx)

  expect(kept.rows).toEqual([{ email: mali.email }, { email: nok.email }])
  expect((await db.pool.query('SELECT FROM invitations')).rowCount).toBe(0)
  expect((await db.pool.query('SELECT DISTINCT fullname FROM tickets')).rows).toEqual([{ fullname: 'Invited guest' }])
})

test('invited people are told once when the event is moved, with a new link to claim the same seat', async () => {
  const { invite, link, read, as, owner, url, mail, clock, event, visitor } = await startInviting()
  await invite([mali, nok])
  const [first, declined] = [await link(mali.email), await link(nok.email)]
  await visitor.post(`/api/invitations/${declined}/decline`)
  await as(owner).patch(`${url}/edit`, { start_date_event: '2026-11-28T04:00:00Z', change_note: 'The boat is late.' })
  await as(owner).patch(`${url}/edit`, { address: 'Wat Saket' })
  clock.now = new Date(clock.now.getTime() + 10 * 60_000)

  const moved = await mail.mailTo(mali.email, 2)
  const second = await link(mali.email, 2)

  expect(moved.subject).toBe(`New time and place: ${event.event_name}`)
  for (const words of [
    'Your seat is still held for you.',
    'The organizer writes: The boat is late.',
    'Before: Saturday, November 28, 2026 at 10:00 AM',
    'Now: Saturday, November 28, 2026 at 11:00 AM',
    'Place now: Wat Saket',
  ]) {
    expect(moved.text).toContain(words)
  }
  expect((await read(first)).code).toBe('invitation_not_found')
  expect(await read(second)).toMatchObject({ state: 'open', address: 'Wat Saket' })
  expect(mail.mails.filter(({ to }) => to?.[0]?.address === nok.email)).toHaveLength(1)
})

test('an invitation is claimed until the event ends, also if it was moved to an earlier day since', async () => {
  const { invite, link, read, claim, apply, list, addHolder, as, owner, url, mail, clock, visitor } =
    await startInviting({ needs_approval: true })
  const asked = await addHolder()
  await apply(asked)
  await invite([mali])
  await link(mali.email)
  const end_date_event = '2026-11-24T06:00:00.000Z'
  const earlier = {
    end_date_register: '2026-11-24T03:00:00Z',
    start_date_event: '2026-11-24T03:00:00Z',
    end_date_event,
  }
  await as(owner).patch(`${url}/edit`, earlier)
  clock.now = new Date(clock.now.getTime() + 10 * 60_000)

  const moved = await mail.mailTo(mali.email, 2)
  const token = await link(mali.email, 2)
  const [open, listed] = [await read(token), await list('?state=INVITED')]
  clock.now = new Date(end_date_event)
  const { access } = (await visitor.post('/api/token/refresh', { refresh: asked.refresh })).json()
  const late = await claim({ ...asked, access }, token)

  expect(moved.text).toContain('by Tuesday, November 24, 2026 at 1:00 PM')
  expect(open).toMatchObject({ state: 'open', claim_by: end_date_event })
  expect(listed).toMatchObject([{ claim_by: end_date_event }])
  expect([late.statusCode, late.json().code, (await read(token)).state]).toEqual([
    409,
    'invitation_ended',
    'not_claimed',
  ])
})

test('the list, its counts and its table name the invited', async () => {
  const { invite, as, owner, url, inDays } = await startInviting()
  await invite([mali], { claim_by: inDays(2) })

  const counts = (await as(owner).get(`${url}/applications/counts`)).json()
  const [head = '', row = ''] = (await as(owner).get(`${url}/attendee-list.csv`)).body.split('\r\n')
  const door = (await as(owner).get(`${url}/door`)).json()
  const figures = (await as(owner).get(`${url}/overview`)).json().figures

  expect(counts).toMatchObject({ all: 1, invited: 1, approved: 0 })
  expect(head).toMatch(/,"?Invited, to claim until"?$/)
  expect(row).toMatch(/^Mali Suksan,.*mali@example.com.*,invited,.*2026-11-23 10:00$/)
  expect(door).toMatchObject({ held: 0, tickets: [{ fullname: 'Mali Suksan', status: 'INVITED' }] })
  expect(figures[0].summary).toContain('0 applications, 1 still invited')
})

test('an invitation is no ticket at the door, whether open or ended, and phones know that too', async () => {
  const { invite, link, decline, claim, addHolder, as, owner, url, ticketOf } = await startInviting()
  const ann = { name: 'Ann Jaidee', email: 'ann@example.com' }
  await invite([mali, nok, ann])
  await decline(await link(nok.email))
  const person = await addHolder()
  await claim(person, await link(ann.email))
  await as(person).delete(`/api/tickets/${(await ticketOf(person)).id}/cancel`)

  const tickets: DoorTicket[] = (await as(owner).get(`${url}/door`)).json().tickets
  const scans = tickets.map(({ ticket_number }) => {
    return { scan_id: crypto.randomUUID(), code: ticket_number, scanned_at: start, let_in: false }
  })
  const { results } = (await as(owner).post(`${url}/check-ins`, { device: 'Gate', scans })).json()

  const answers = tickets.map(({ status, was_issued }, n) => [status, was_issued, results[n].verdict])
  expect(answers.sort()).toEqual([
    ['CANCELLED', false, 'unknown'],
    ['CANCELLED', true, 'cancelled'],
    ['INVITED', false, 'unknown'],
  ])
})
