import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { composeTicketMail } from '#server/features/tickets/mails/notifications.service.ts'
import { type MailedTicket, selectMailedTicket } from '#server/features/tickets/store/tickets.repository.ts'
import { collectUnpaid } from '#server/features/tickets/waiting-list/deadlines.service.ts'
import { selectMailsTo } from '#server/lib/mail/outbox.ts'
import { type Person, password, startApp } from '#server/testing/app.ts'
import { registerUrl, soon } from '#server/testing/applications/waiting-list.ts'

const names = ['Mali', 'Somchai', 'Nok', 'Prasit', 'Dao', 'Lek', 'Ploy', 'Chai', 'Wan', 'Boon']

/** An event with parties of up to four; `apply` is a new person's application for a party of this size. */
async function startParties(event: object = {}) {
  const app = await startApp()
  const { id, owner } = await app.addEvent({ max_attendee: 10, max_party: 4, ...event })
  const apply = async (size: number, more: object = {}, person?: Person) => {
    const by = person ?? (await app.addUser())
    const guests = names.slice(0, size - 1).map((name) => ({ name }))
    const reply = await app.as(by).post(registerUrl(id), { guests, ...more })
    return { by, statusCode: reply.statusCode, ...reply.json() }
  }
  const ticketsOf = async (by: Person): Promise<Ticket[]> => (await app.as(by).get(`/api/tickets/user/${by.id}`)).json()
  return {
    ...app,
    id,
    owner: app.as(owner),
    apply,
    join: (size: number) => apply(size, { wait: true }),
    ticketsOf,
    /** The states of a person's seats, the application first. */
    states: async (by: Person) => (await ticketsOf(by)).map(({ status }) => status),
    leave: (by: Person, ticketId: number) => app.as(by).delete(`/api/tickets/${ticketId}/cancel`),
    seen: async () => (await app.as(owner).get(`/api/events/${id}`)).json(),
    edit: (change: object) => app.as(owner).patch(`/api/events/${id}/edit`, change),
    decide: (action: string, applications: number[], more: object = {}) =>
      app.as(owner).post(`/api/events/${id}/applications/${action}`, { applications, ...more }),
  }
}

test('a party takes a seat for each, and each seat is a ticket with its own number and code', async () => {
  const { apply, ticketsOf, seen } = await startParties()

  const applied = await apply(3)

  expect(applied).toMatchObject({ statusCode: 201, status: 'ACTIVE', seats: 3, party_of: null })
  const tickets = await ticketsOf(applied.by)
  expect(tickets.map(({ fullname, party_of }) => [fullname, party_of])).toEqual([
    [applied.fullname, null],
    ['Mali', applied.id],
    ['Somchai', applied.id],
  ])
  expect(new Set(tickets.flatMap(({ ticket_id, ticket_number }) => [ticket_id, ticket_number])).size).toBe(6)
  expect(await seen()).toMatchObject({ current_attendees: 3 })
})

test('guests are named unless the organizer allows otherwise, and are no more than the event allows', async () => {
  const { apply, edit, ticketsOf, as, id, owner } = await startParties()

  const unnamed = await apply(2, { guests: [{ name: ' ' }] })
  const many = await apply(5)
  const tooMany = await apply(11, { guests: Array(10).fill({ name: 'Mali' }) })
  await edit({ guest_names_optional: true })
  const later = await apply(2, { guests: [{}] })

  expect([unnamed.statusCode, unnamed.code]).toEqual([422, 'guest_name_missing'])
  expect([many.statusCode, many.code]).toEqual([409, 'party_too_large'])
  expect([tooMany.statusCode, tooMany.code]).toEqual([422, 'invalid_fields'])
  expect(later.statusCode).toBe(201)
  const [, guest] = await ticketsOf(later.by)
  expect(guest?.fullname).toBe(`Guest of ${later.fullname}`)
  const inThai = `เพื่อนของ ${later.fullname}`
  const shown = await as(later.by).get(`/th/api/tickets/user/${later.by.id}`)
  expect(shown.json()[1].fullname).toBe(inThai)
  expect((await owner.get(`/th/api/events/${id}/attendee-list.csv`)).body).toContain(inThai)
})

test('an application has one seat unless it names guests, also where an event allows only one', async () => {
  const { addEvent, as, addUser } = await startApp()
  const { id } = await addEvent()

  const alone = await as(await addUser()).post(registerUrl(id))
  const couple = await as(await addUser()).post(registerUrl(id), { guests: [{ name: 'Mali' }] })

  expect(alone.json()).toMatchObject({ seats: 1, party_of: null })
  expect([couple.statusCode, couple.json().code]).toEqual([409, 'party_too_large'])
})

test('a party gets all of its seats or none, or waits for all of them together', async () => {
  const { id, visitor, apply, join, leave, states, seen } = await startParties({ max_attendee: 4 })
  const first = await apply(3)

  const refused = await apply(2)
  const waiting = await join(2)
  const behind = await join(1)

  expect([refused.statusCode, refused.code]).toEqual([409, 'too_few_seats'])
  expect(waiting).toMatchObject({ status: 'WAITING', position: 1, seats: 2 })
  expect(behind).toMatchObject({ status: 'WAITING', position: 2 })
  // The free seat is kept for the party in line.
  expect(await seen()).toMatchObject({ current_attendees: 3, seats_left: 0, waiting: 2 })
  const embedded = await visitor.get(`/events/${id}/embed`)
  expect(embedded.body).toContain('>Full<')

  await leave(first.by, first.id + 1)

  expect(await states(waiting.by)).toEqual(['ACTIVE', 'ACTIVE'])
  expect(await states(behind.by)).toEqual(['WAITING'])
})

test('a party that leaves the waiting list releases the seats reserved for it', async () => {
  const { apply, join, leave, states, decide } = await startParties({ max_attendee: 4 })
  await apply(2)
  const four = await join(4)
  const three = await join(3)
  const single = await join(1)

  await leave(four.by, four.id)
  const between = await states(single.by)
  await decide('refuse', [three.id])

  expect([between, await states(single.by)]).toEqual([['WAITING'], ['ACTIVE']])
})

test('seats reserved for a party of one type are not given as another', async () => {
  const { apply, leave, seen, states } = await startParties({
    max_attendee: 4,
    ticket_types: [{ name: 'VIP', capacity: 2 }, { name: 'Regular' }],
  })
  const [vip, regular] = (await seen()).ticket_types.map((type: { id: number }) => ({ ticket_type_id: type.id }))
  const first = await apply(1, vip)
  const couple = await apply(2, { ...vip, wait: true })

  const allowed = [await apply(1, regular), await apply(1, regular)]
  const refused = await apply(1, regular)
  await leave(first.by, first.id)

  expect(couple).toMatchObject({ status: 'WAITING', seats: 2 })
  expect(allowed.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect([refused.statusCode, refused.code]).toEqual([409, 'event_full'])
  expect(await states(couple.by)).toEqual(['ACTIVE', 'ACTIVE'])
})

test('nobody waits for more seats than there are, and the limit is not lowered below a waiting party', async () => {
  const { apply, join, edit } = await startParties({ max_attendee: 3 })
  await apply(1)

  const four = await join(4)
  const three = await join(3)
  const lowered = await edit({ max_attendee: 2 })

  expect([four.statusCode, four.code]).toEqual([409, 'party_too_large'])
  expect(three.status).toBe('WAITING')
  expect([lowered.statusCode, lowered.json().code]).toEqual([409, 'party_in_line'])
})

test('a party is approved as one, and not with fewer seats than it has', async () => {
  const { apply, decide, states } = await startParties({ max_attendee: 4, needs_approval: true })
  const [three, two] = [await apply(3), await apply(2)]

  const both = await decide('approve', [three.id, two.id])
  const guest = await decide('approve', [three.id + 1])
  const first = await decide('approve', [three.id, two.id], { first: true })

  expect(both.statusCode).toBe(409)
  expect(both.json()).toMatchObject({ code: 'seats_not_enough', seats_free: 4, applications_fit: 1 })
  expect(guest.json().code).toBe('ticket_not_found')
  expect(first.json()).toEqual({ applications: [three.id] })
  expect(await states(three.by)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE'])
  expect(await states(two.by)).toEqual(['PENDING', 'PENDING'])
  const last = await decide('approve', [two.id])
  expect(last.json()).toMatchObject({ code: 'seats_not_enough', seats_free: 1, applications_fit: 0 })
})

test('a chosen party that does not fit holds up those behind it, who fit when chosen alone', async () => {
  const { apply, decide } = await startParties({ max_attendee: 4, needs_approval: true })
  const [four, one] = [await apply(4), await apply(1)]
  const before = await apply(1)

  expect((await decide('approve', [before.id])).json()).toEqual({ applications: [before.id] })
  const both = await decide('approve', [four.id, one.id], { first: true })
  expect(both.json()).toMatchObject({ code: 'seats_not_enough', seats_free: 3, applications_fit: 0 })
  expect((await decide('approve', [one.id])).json()).toEqual({ applications: [one.id] })
})

const paid = { is_free: false, ticket_price: 90.25, promptpay_id: '0812345678', payment_minutes: 10 }

test('a party pays once for all of its seats, and loses all of them at the deadline', async () => {
  const { apply, as, decide, states, ctx, clock, seen, owner, id } = await startParties({ ...paid, ...soon })
  const [couple, other] = [await apply(2), await apply(3)]

  const payment = (await as(couple.by).get(`/api/tickets/${couple.id}/payment`)).json()
  const ofGuest = await as(couple.by).get(`/api/tickets/${couple.id + 1}/payment`)
  const [listed] = (await owner.get(`/api/events/${id}/attendee-list?sort=oldest`)).json()
  await decide('paid', [couple.id])
  clock.now = new Date('2026-11-21T03:11:00Z')
  await collectUnpaid(ctx)

  expect(couple).toMatchObject({ status: 'UNPAID', price_satang: 9025, total_satang: 18_050 })
  expect(payment).toMatchObject({ seats: 2, seat_price_satang: 9025, amount_satang: 18_050 })
  expect(listed).toMatchObject({ application_id: couple.id, price_satang: 18_050 })
  expect(ofGuest.statusCode).toBe(404)
  expect(await states(couple.by)).toEqual(['ACTIVE', 'ACTIVE'])
  expect(await states(other.by)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED'])
  expect(await seen()).toMatchObject({ current_attendees: 2 })
})

test('one seat of a paid party can be given back, and its price is due', async () => {
  const { apply, decide, leave, owner, id, states, as } = await startParties(paid)
  const party = await apply(3)
  const early = await leave(party.by, party.id + 1)
  await decide('paid', [party.id])

  const given = await leave(party.by, party.id + 1)
  const refunds = (await owner.get(`/api/events/${id}/refunds`)).json()
  const table = (await owner.get(`/api/events/${id}/refunds.csv`)).body

  expect([early.statusCode, early.json().code]).toEqual([409, 'ticket_not_active'])
  expect(given.json()).toMatchObject({ status: 'CANCELLED', refund: 'due' })
  expect(refunds).toMatchObject([
    { application_id: party.id + 1, fullname: 'Mali', paid_by: party.fullname, amount_satang: 9025 },
  ])
  expect(table).toMatch(new RegExp(`,Paid by\\r\\n.*,${party.fullname}\\r\\n`))
  expect(await states(party.by)).toEqual(['ACTIVE', 'CANCELLED', 'ACTIVE'])

  await owner.post(`/api/events/${id}/refunds/done`, { applications: [party.id + 1] })
  expect((await owner.get(`/api/events/${id}/log`)).json().entries[0]).toMatchObject({
    action: 'refunded',
    names: [party.fullname],
  })

  await as(party.by).delete(`/api/tickets/${party.id}/cancel`)

  expect((await owner.get(`/api/events/${id}/refunds`)).json()).toHaveLength(3)
  expect(await states(party.by)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED'])
})

test('the applicant gives back their own seat, and the application goes on with the guests', async () => {
  const { apply, decide, owner, id, as, ticketsOf, seen, join, clock } = await startParties({
    ...paid,
    max_attendee: 3,
  })
  const party = await apply(3)
  await decide('paid', [party.id])
  const next = await join(1)
  const before = await ticketsOf(party.by)
  const scan = async (code: string | undefined) => {
    const scans = [{ scan_id: randomUUID(), code, scanned_at: clock.now.toISOString(), let_in: false }]
    return (await owner.post(`/api/events/${id}/check-ins`, { device: 'Gate', scans })).json().results[0].verdict
  }
  const giveBack = async (ticketId: number) =>
    (await as(party.by).delete(`/api/tickets/${ticketId}/cancel?state=ACTIVE&one_seat=true`)).json()
  const own = (ticket: Ticket | undefined) => [ticket?.ticket_number, ticket?.ticket_id, ticket?.fullname]

  const given = await giveBack(party.id)
  const after = await ticketsOf(party.by)
  const refunds = (await owner.get(`/api/events/${id}/refunds`)).json()

  expect(given).toMatchObject({ status: 'CANCELLED', refund: 'due', party_of: party.id })
  expect(own(given)).toEqual(own(before[0]))
  expect(after.map(({ status }) => status)).toEqual(['ACTIVE', 'CANCELLED', 'ACTIVE'])
  expect(after.map(own)).toEqual([own(before[1]), own(before[0]), own(before[2])])
  expect(refunds).toMatchObject([{ fullname: party.fullname, paid_by: null, amount_satang: 9025 }])
  expect((await ticketsOf(next.by))[0]?.status).toBe('UNPAID')
  expect([await scan(before[0]?.ticket_number), await scan(before[1]?.ticket_number)]).toEqual([
    'cancelled',
    'checked_in',
  ])
  expect((await giveBack(party.id)).code).toBe('ticket_not_active')
  expect(await giveBack(party.id + 2)).toMatchObject({ status: 'CANCELLED' })
  expect(await seen()).toMatchObject({ current_attendees: 2 })
})

test('an own seat is given back also when the guest is in already, and the last seat ends the application', async () => {
  const { apply, owner, id, as, states, clock, ticketsOf, seen, addUser } = await startParties()
  const couple = await apply(2)
  const [, guest] = await ticketsOf(couple.by)
  const scan = { scan_id: randomUUID(), code: guest?.ticket_number, scanned_at: clock.now.toISOString(), let_in: false }
  await owner.post(`/api/events/${id}/check-ins`, { device: 'Gate', scans: [scan] })
  const giveBack = (by: Person, ticketId: number) => as(by).delete(`/api/tickets/${ticketId}/cancel?one_seat=true`)

  const whole = await as(couple.by).delete(`/api/tickets/${couple.id}/cancel`)
  const theirs = await giveBack(await addUser(), couple.id)
  const given = await giveBack(couple.by, couple.id)
  const [entry] = (await owner.get(`/api/events/${id}/door/entries`)).json()
  const alone = await apply(1)
  const last = await giveBack(alone.by, alone.id)

  expect([whole.json().code, theirs.json().code]).toEqual(['ticket_not_active', 'ticket_not_found'])
  expect(given.json()).toMatchObject({ status: 'CANCELLED', fullname: couple.fullname })
  expect(await states(couple.by)).toEqual(['USED', 'CANCELLED'])
  expect(entry).toMatchObject({ scan_id: scan.scan_id, ticket_number: guest?.ticket_number, fullname: 'Mali' })
  expect(last.json()).toMatchObject({ id: alone.id, status: 'CANCELLED' })
  expect(await seen()).toMatchObject({ current_attendees: 1 })
})

test('a single seat is given back only as a valid ticket: a party that has none yet ends as a whole', async () => {
  const { apply, join, as, states } = await startParties({ ...paid, max_attendee: 3 })
  const unpaid = await apply(3)
  const waiting = await join(2)
  const giveBack = ({ by, id }: typeof unpaid) => as(by).delete(`/api/tickets/${id}/cancel?one_seat=true`)

  const refused = [await giveBack(unpaid), await giveBack(waiting)]

  expect(refused.map((reply) => reply.json().code)).toEqual(['ticket_not_active', 'ticket_not_active'])
  expect(await states(unpaid.by)).toEqual(['UNPAID', 'UNPAID', 'UNPAID'])
  expect(await states(waiting.by)).toEqual(['WAITING', 'WAITING'])
})

test('the answers of a guest stay with their ticket when the applicant gives back their own', async () => {
  const questions = [{ id: 'meal', kind: 'short', text: 'What do you eat?', required: true }]
  const { apply, as } = await startParties({ questions, questions_per_guest: true })
  const guests = [{ name: 'Mali', answers: { meal: 'Noodles' } }]
  const couple = await apply(2, { answers: { meal: 'Rice' }, guests })

  await as(couple.by).delete(`/api/tickets/${couple.id}/cancel?one_seat=true`)

  const left = (await as(couple.by).get(`/api/tickets/${couple.id}`)).json()
  expect(left).toMatchObject({ fullname: 'Mali', answers: { given: [{ answer: 'Noodles' }] } })
})

test('a party counts as one person in the lists and counts of its organizer', async () => {
  const { apply, owner, id } = await startParties()
  await apply(3)
  await apply(1)

  const counts = (await owner.get(`/api/events/${id}/applications/counts`)).json()
  const list = (await owner.get(`/api/events/${id}/attendee-list?sort=oldest`)).json()
  const csv = (await owner.get(`/api/events/${id}/attendee-list.csv?sort=oldest`)).body.trim().split('\r\n')

  expect(counts).toMatchObject({ all: 2, approved: 2, seats_held: 4 })
  expect(list.map(({ guests }: { guests: { fullname: string }[] }) => guests.map((guest) => guest.fullname))).toEqual([
    ['Mali', 'Somchai'],
    [],
  ])
  expect(csv[0]).toContain('Seat,Guest,Ticket number')
  expect(csv.slice(1).map((row: string) => /(applicant|guest),(\w*),/.exec(row)?.slice(1))).toEqual([
    ['applicant', ''],
    ['guest', 'Mali'],
    ['guest', 'Somchai'],
    ['applicant', ''],
  ])
})

test('the table of applicants has a row for each seat, with its own price, status and number', async () => {
  const { apply, decide, leave, owner, id, ticketsOf } = await startParties(paid)
  const party = await apply(3)
  await decide('paid', [party.id])
  await leave(party.by, party.id + 1)
  const numbers = (await ticketsOf(party.by)).map(({ ticket_number }) => ticket_number)

  const csv = (await owner.get(`/api/events/${id}/attendee-list.csv`)).body.replace('\uFEFF', '').trim().split('\r\n')

  const columns = csv[0]?.split(',') ?? []
  const shown = ['Status', 'State', 'Price', 'Guest', 'Ticket number'].map((column) => columns.indexOf(column))
  expect(csv.slice(1).map((row: string) => shown.map((place) => row.split(',')[place]))).toEqual([
    ['approved', 'active', '90.25', '', numbers[0]],
    ['cancelled', 'cancelled', '90.25', 'Mali', numbers[1]],
    ['approved', 'active', '90.25', 'Somchai', numbers[2]],
  ])
})

test('an account that is deleted gives back all seats of its parties', async () => {
  const { apply, join, as, states, seen } = await startParties({ max_attendee: 4 })
  const party = await apply(3)
  const next = await join(4)

  const deleted = await as(party.by).post('/api/users/deletion', { current_password: password })

  expect(deleted.statusCode).toBe(200)
  expect(await states(next.by)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE'])
  expect(await seen()).toMatchObject({ current_attendees: 4, waiting: 0 })
})

test('a ticket that is passed on has a new name, number and code, and the old ones are cancelled at the door', async () => {
  const { apply, as, id, owner, ticketsOf } = await startParties()
  const party = await apply(2)
  const [, before] = await ticketsOf(party.by)
  const scan = async (code: string | undefined) => {
    const scans = [{ scan_id: randomUUID(), code, scanned_at: '2026-11-21T03:00:00Z', let_in: false }]
    return (await owner.post(`/api/events/${id}/check-ins`, { device: 'Gate', scans })).json().results[0].verdict
  }

  const passed = await as(party.by).put(`/api/tickets/${before?.id}/name`, { name: 'Prasit' })
  const mine = await as(party.by).put(`/api/tickets/${party.id}/name`, { name: 'Dao' })

  expect(passed.json()).toMatchObject({ id: before?.id, fullname: 'Prasit', party_of: party.id, status: 'ACTIVE' })
  expect([passed.json().ticket_number, passed.json().ticket_id]).not.toEqual([before?.ticket_number, before?.ticket_id])
  expect(mine.json()).toMatchObject({ id: party.id, fullname: 'Dao', seats: 2 })
  expect((await ticketsOf(party.by)).map(({ fullname }) => fullname)).toEqual(['Dao', 'Prasit'])
  const door = (await owner.get(`/api/events/${id}/door`)).json()
  const known = door.tickets.find((ticket: Ticket) => ticket.ticket_number === before?.ticket_number)
  expect(known).toMatchObject({ status: 'CANCELLED', fullname: 'Mali' })
  expect(door.held).toBe(2)
  expect(await scan(before?.ticket_number)).toBe('cancelled')
  expect(await scan(party.ticket_number)).toBe('cancelled')
  expect(await scan(passed.json().ticket_number)).toBe('checked_in')
  expect(await scan(mine.json().ticket_number)).toBe('checked_in')
})

test('tickets are passed on until the time that the organizer sets, and only where parties are allowed', async () => {
  const { apply, as, addUser, edit, clock } = await startParties({ pass_on_until: '2026-11-21T03:05:00Z' })
  const party = await apply(2)
  const pass = (by: Person) => as(by).put(`/api/tickets/${party.id + 1}/name`, { name: 'Prasit' })

  const theirs = await pass(await addUser())
  clock.now = new Date('2026-11-21T03:05:00Z')
  const late = await pass(party.by)
  await edit({ pass_on_until: null })
  const allowed = await pass(party.by)
  await as(party.by).delete(`/api/tickets/${party.id + 1}/cancel`)
  const ended = await pass(party.by)

  expect([theirs.json().code, late.json().code]).toEqual(['ticket_not_found', 'passing_on_closed'])
  expect([allowed.statusCode, ended.json().code]).toEqual([200, 'ticket_not_active'])
})

test('the link of a seat shows that ticket alone, until it is passed on', async () => {
  const { apply, as, visitor, ticketsOf, addEvent, addUser } = await startParties({
    is_online: true,
    meeting_link: 'https://meet.example.com/abc',
  })
  const party = await apply(3)
  const [, guest] = await ticketsOf(party.by)
  const open = (code: string | undefined) => visitor.get(`/api/guest-tickets/${code}`)
  const alone = await addEvent()
  const single = await as(await addUser()).post(registerUrl(alone.id))

  const shown = await open(guest?.ticket_id)
  await as(party.by).put(`/api/tickets/${guest?.id}/name`, { name: 'Prasit' })

  expect(shown.json()).toMatchObject({
    ticket: { ticket_number: guest?.ticket_number, fullname: 'Mali', status: 'ACTIVE' },
    event: { meeting_link: 'https://meet.example.com/abc' },
  })
  expect(shown.headers['cache-control']).toBe('no-store')
  expect(shown.body).not.toContain(party.fullname)
  expect(shown.body).not.toContain('Somchai')
  for (const code of [guest?.ticket_id, single.json().ticket_id, randomUUID(), 'nothing', party.ticket_number]) {
    expect((await open(code)).statusCode).toBe(404)
  }
})

test('the applicant is mailed all codes, and a guest who is sent a ticket only theirs', async () => {
  const { ctx, apply, as, ticketsOf, addUser } = await startParties()
  const party = await apply(2)
  const [, guest] = await ticketsOf(party.by)
  const theirs = await as(await addUser()).post(`/api/tickets/${guest?.id}/send`, { email: 'mali@example.com' })

  const sent = await as(party.by).post(`/api/tickets/${guest?.id}/send`, { email: 'mali@example.com' })
  const toGuest = await selectMailsTo(ctx.db, 'mali@example.com')
  const mailed = await selectMailedTicket(ctx.db, party.id, ctx.now(), 'all')
  const toApplicant = await composeTicketMail(ctx, 'confirmed', mailed as MailedTicket)

  expect([theirs.statusCode, sent.statusCode]).toEqual([404, 204])
  expect(toGuest).toHaveLength(1)
  expect(toGuest[0]?.text).toContain(`/guest-ticket/${guest?.ticket_id}`)
  expect(toGuest[0]?.text).not.toContain(party.fullname)
  expect(toGuest[0]?.text).not.toContain(party.ticket_number)
  expect(toApplicant.text).toContain(`Mali: ${guest?.ticket_number}`)
  expect(toApplicant.attachments?.map(({ filename }) => filename)).toEqual([
    `${party.ticket_number}.png`,
    `${guest?.ticket_number}.png`,
    `${party.ticket_number}.ics`,
  ])
})

test('a call that names a ticket given back is refused, also when another ticket has its id', async () => {
  const { ctx, apply, as, ticketsOf } = await startParties()
  const party = await apply(3)
  const [own, first, second] = await ticketsOf(party.by)
  const holder = as(party.by)
  const email = 'mali@example.com'
  const attempts = (id: number | undefined, ticket_id: string | undefined) =>
    Promise.all([
      holder.post(`/api/tickets/${id}/send`, { email, ticket_id }),
      holder.put(`/api/tickets/${id}/name`, { name: 'Prasit', ticket_id }),
      holder.delete(`/api/tickets/${id}/cancel?one_seat=true&ticket_id=${ticket_id}`),
    ])
  await holder.delete(`/api/tickets/${second?.id}/cancel?one_seat=true`)
  // Its row goes on as the ticket of the first guest.
  await holder.delete(`/api/tickets/${own?.id}/cancel?one_seat=true&ticket_id=${own?.ticket_id}`)

  const refused = [...(await attempts(second?.id, second?.ticket_id)), ...(await attempts(own?.id, own?.ticket_id))]

  expect(refused.map((reply) => reply.json().code)).toEqual(Array(6).fill('ticket_not_active'))
  expect(await selectMailsTo(ctx.db, email)).toEqual([])
  expect(await ticketsOf(party.by)).toMatchObject([
    { id: own?.id, ticket_id: first?.ticket_id, fullname: first?.fullname, status: 'ACTIVE' },
    { status: 'CANCELLED' },
    { status: 'CANCELLED' },
  ])
  const valid = await holder.post(`/api/tickets/${own?.id}/send`, { email, ticket_id: first?.ticket_id })
  expect(valid.statusCode).toBe(204)
})

test('the receipt of a party says what was paid for how many seats, and what was paid back', async () => {
  const { apply, decide, leave, owner, id, as } = await startParties(paid)
  const party = await apply(3)
  await decide('paid', [party.id])
  await leave(party.by, party.id + 1)
  await owner.post(`/api/events/${id}/refunds/done`, { applications: [party.id + 1] })

  const receipt = (await as(party.by).get(`/api/tickets/${party.id}/receipt`)).json()

  expect(receipt).toMatchObject({ seats: 3, amount_satang: 27_075, refunded_satang: 9025 })
  expect((await as(party.by).get(`/api/tickets/${party.id + 1}/receipt`)).statusCode).toBe(404)
})

test('the receipt names who paid, also after they gave their own seat back, and says what is due', async () => {
  const { apply, decide, owner, id, as, ticketsOf } = await startParties(paid)
  const couple = await apply(2)
  await decide('paid', [couple.id])
  const [own, guest] = await ticketsOf(couple.by)
  await as(couple.by).delete(`/api/tickets/${couple.id}/cancel?state=ACTIVE&one_seat=true`)
  const receiptOf = async () => (await as(couple.by).get(`/api/tickets/${couple.id}/receipt`)).json()

  const due = await receiptOf()
  await owner.post(`/api/events/${id}/refunds/done`, { applications: [guest?.id] })
  const done = await receiptOf()

  const both = { fullname: couple.fullname, ticket_numbers: [guest?.ticket_number, own?.ticket_number] }
  expect(due).toMatchObject({ ...both, amount_satang: 18_050, refund_due_satang: 9025, refunded_satang: 0 })
  expect(done).toMatchObject({ ...both, amount_satang: 18_050, refund_due_satang: 0, refunded_satang: 9025 })
})

test('the questions are asked once, or of each guest too', async () => {
  const questions = [{ id: 'meal', kind: 'short', text: 'What do you eat?', required: true }]
  const { apply, edit, ticketsOf, as } = await startParties({ questions })
  const mine = { answers: { meal: 'Rice' } }
  const answersOf = async (by: Person) => {
    const tickets = await Promise.all((await ticketsOf(by)).map(({ id }) => as(by).get(`/api/tickets/${id}`)))
    return tickets.map((reply) => reply.json().answers?.given.map(({ answer }: { answer: unknown }) => answer))
  }

  const once = await apply(2, mine)
  await edit({ questions_per_guest: true })
  const missing = await apply(2, mine)
  const each = await apply(2, { ...mine, guests: [{ name: 'Mali', answers: { meal: 'Noodles' } }] })

  expect(await answersOf(once.by)).toEqual([['Rice'], []])
  expect([missing.statusCode, missing.code, missing.detail[0].loc]).toEqual([
    422,
    'answers_invalid',
    ['body', 'guests', '0', 'answers', 'meal'],
  ])
  expect(await answersOf(each.by)).toEqual([['Rice'], ['Noodles']])
})

test('the holder sees the seats of a party and until when they may be passed on, nobody else does', async () => {
  const { apply, as, owner, addEvent, addUser } = await startParties()
  const party = await apply(2)
  const alone = await addEvent()
  const single = await addUser()
  const { id } = (await as(single).post(registerUrl(alone.id))).json()

  const mine = (await as(party.by).get(`/api/tickets/${party.id + 1}`)).json()

  expect(mine.party).toEqual({ seats: [party.id, party.id + 1], pass_on_until: '2026-11-28T03:00:00.000Z' })
  expect((await owner.get(`/api/tickets/${party.id}`)).json()).not.toHaveProperty('party')
  expect((await as(single).get(`/api/tickets/${id}`)).json()).not.toHaveProperty('party')
})

test('a party uses a code once for each seat, or not at all if that exceeds the limit', async () => {
  const { apply, owner, id, leave } = await startParties({ is_free: false, ticket_price: 100 })
  await owner.post(`/api/events/${id}/codes`, { code: 'FRIENDS', percent: 50, capacity: 4 })
  const used = async () => (await owner.get(`/api/events/${id}/codes`)).json()[0].used

  const three = await apply(3, { code: 'friends' })
  const two = await apply(2, { code: 'friends' })
  const usedThen = await used()
  await leave(three.by, three.id + 1)

  expect(three).toMatchObject({ statusCode: 201, price_satang: 5_000, total_satang: 15_000 })
  expect(two.statusCode).toBe(409)
  expect([usedThen, await used()]).toEqual([3, 2])
})

test('the mail about a called off event names the tickets of the guests, too', async () => {
  const { apply, owner, id, ctx } = await startParties()
  const party = await apply(2)

  await owner.delete(`/api/organizers/delete-event/${id}`)

  const [mail] = await selectMailsTo(ctx.db, `${party.by.username}@example.com`)
  expect(mail?.text).toContain(`Hello ${party.fullname},`)
  expect(mail?.text).toContain(`Your ticket ${party.ticket_number} and those of your guests are cancelled.`)
})
