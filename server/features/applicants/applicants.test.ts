import { expect, test } from 'vitest'
import { Applicant, FellowApplicant } from '#contract/tickets/applicants.ts'
import { type Person, startApp } from '#server/testing/app.ts'
import { startDoor } from '#server/testing/door.ts'

const listUrl = (id: number) => `/api/events/${id}/attendee-list`
const csvUrl = (id: number) => `/api/events/${id}/attendee-list.csv`
const apply = (id: number) => `/api/tickets/event/${id}/register`

test('the owner reads everything about each applicant, once per person', async () => {
  const { as, addEvent, addUser, clock } = await startApp()
  const event = await addEvent()
  const [keeper, quitter] = [await addUser({ first_name: 'สมหญิง', last_name: 'รักไทย' }), await addUser()]
  await as(keeper).post(apply(event.id))
  for (const _ of [1, 2]) {
    clock.now = new Date(clock.now.getTime() + 60_000)
    const ticket = (await as(quitter).post(apply(event.id))).json()
    await as(quitter).delete(`/api/tickets/${ticket.id}/cancel`)
  }

  const reply = await as(event.owner).get(`${listUrl(event.id)}/`)

  expect(reply.headers['x-total-count']).toBe('2')
  expect(reply.json()).toEqual([
    expect.objectContaining({ id: quitter.id, status: 'cancelled', cancelled_events_count: 2 }),
    {
      id: keeper.id,
      username: keeper.username,
      first_name: 'สมหญิง',
      last_name: 'รักไทย',
      email: `${keeper.username}@example.com`,
      phone_number: '0812345678',
      company: '',
      address: '',
      nationality: '',
      birth_date: '1990-05-15',
      profile_picture: '',
      attended_events_count: 0,
      cancelled_events_count: 0,
      status: 'approved',
      created_at: '2026-11-21T03:00:00.000Z',
      application_id: expect.any(Number),
      state: 'ACTIVE',
      position: null,
      pay_by: null,
      claim_by: null,
      walk_in: null,
      ticket_number: expect.any(String),
      seat_price_satang: 0,
      price_satang: 0,
      ticket_type: '',
      guests: [],
      code: '',
      cancel_reason: null,
      organizer_word: '',
      slip: null,
      answers: [],
    },
  ])
  expect(Object.keys(reply.json()[1]).sort()).toEqual(Object.keys(Applicant.shape).sort())
})

test("a ticket holder reads, and searches, only the others' usernames and pictures", async () => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const [one, two] = [await addUser(), await addUser({ email: 'secret@example.org', first_name: 'Hidden' })]
  for (const person of [one, two]) await as(person).post(apply(event.id))
  const found = async (search: string) => (await as(one).get(`${listUrl(event.id)}?search=${search}`)).json().length

  const reply = await as(one).get(listUrl(event.id))

  expect(reply.json()).toEqual([
    { id: two.id, username: two.username, profile_picture: '', status: 'approved' },
    { id: one.id, username: one.username, profile_picture: '', status: 'approved' },
  ])
  expect(Object.keys(reply.json()[0]).sort()).toEqual(Object.keys(FellowApplicant.shape).sort())
  expect(await found(two.username)).toBe(1)
  for (const secret of ['secret', 'Hidden', '0812345678']) expect(await found(secret)).toBe(0)
})

test('names are sorted as in a Thai dictionary, first names before last names, regardless of case', async () => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const names = ['กานต์ ทอง', 'เกษม ใจดี', 'เกษม แสง', 'แก้ว มณี', 'ไก่ ดำ', 'ขวัญ ดี', 'ใจ งาม', 'Ann Zed', 'anna Bee']
  for (const name of names.toReversed()) {
    const [first_name = '', last_name = ''] = name.split(' ')
    await as(await addUser({ first_name, last_name })).post(apply(event.id))
  }

  const list = await as(event.owner).get(`${listUrl(event.id)}?sort=name`)

  expect(
    list.json().map((one: { first_name: string; last_name: string }) => `${one.first_name} ${one.last_name}`),
  ).toEqual(names)
})

test('the list is searched, filtered, sorted and paged in the database', async () => {
  const { as, addEvent, addUser, clock } = await startApp()
  const event = await addEvent()
  const chai = await addUser({ first_name: 'ชัยวัฒน์', email: 'chai_100%@example.com' })
  const anan = await addUser({ first_name: 'Anan', phone_number: '0899999999' })
  const boon = await addUser({ first_name: 'boon' })
  for (const person of [chai, boon, anan]) {
    clock.now = new Date(clock.now.getTime() + 1_000)
    await as(person).post(apply(event.id))
  }
  const [ticket] = (await as(boon).get(`/api/tickets/user/${boon.id}`)).json()
  await as(boon).delete(`/api/tickets/${ticket.id}/cancel`)
  const ids = async (query: string) =>
    (await as(event.owner).get(`${listUrl(event.id)}?${query}`)).json().map((person: Person) => person.id)

  expect(await ids('search=ANAN')).toEqual([anan.id])
  expect(await ids(`search=${encodeURIComponent('วัฒน์')}`)).toEqual([chai.id])
  expect(await ids(`search=${encodeURIComponent('วั่ฒน')}`)).toEqual([chai.id])
  expect(await ids('search=0%25@')).toEqual([chai.id])
  expect(await ids('search=jaidee%200899')).toEqual([anan.id])
  expect(await ids('search=%25')).toEqual([chai.id])
  expect(await ids('status=cancelled')).toEqual([boon.id])
  expect(await ids('sort=newest')).toEqual([anan.id, boon.id, chai.id])
  expect(await ids('sort=oldest')).toEqual([chai.id, boon.id, anan.id])
  expect(await ids('sort=name')).toEqual([chai.id, anan.id, boon.id])
  expect(await ids('sort=status')).toEqual([anan.id, chai.id, boon.id])

  const page = await as(event.owner).get(`${listUrl(event.id)}?sort=oldest&limit=2&search=jaidee`)
  const next = /<(.+)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? ''
  expect(page.headers['x-total-count']).toBe('3')
  expect((await as(event.owner).get(next)).json().map((person: Person) => person.id)).toEqual([anan.id])
  for (const query of ['sort=random', 'limit=0', 'status=ACTIVE']) {
    expect((await as(event.owner).get(`${listUrl(event.id)}?${query}`)).statusCode).toBe(422)
  }
})

test('the export suits spreadsheets: byte order mark, Thai, quotes, leading zeros, no formulas', async () => {
  const { as, addEvent, addUser, clock } = await startApp()
  const event = await addEvent()
  const people = [
    await addUser({ first_name: 'สมหญิง', last_name: 'รักไทย, ณ "บ้าน"' }),
    await addUser({ first_name: '=HYPERLINK("https://evil.example","x")', last_name: '+1' }),
    await addUser({ first_name: '@SUM(A1)', last_name: '\t-2\r\n3' }),
    await addUser({ first_name: ' =1+1', last_name: '\n＝2' }),
  ]
  for (const person of people) {
    await as(person).post(apply(event.id))
    clock.now = new Date(clock.now.getTime() + 60_000)
  }

  const reply = await as(event.owner).get(`${csvUrl(event.id)}?sort=oldest`)

  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.headers['content-disposition']).toBe(`attachment; filename="applicants-${event.id}.csv"`)
  expect([...reply.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = reply.rawPayload.toString('utf8').slice(1).split('\r\n')
  expect(lines[0]).toBe(
    'First name,Last name,Username,Email,Phone number,Company,Address,Nationality,Birth date,Status,Applied,Attended events,Cancelled events,State,Place in line,To pay until',
  )
  expect(lines[1]).toBe(
    'สมหญิง,"รักไทย, ณ ""บ้าน""",person2,person2@example.com,081-234-5678,,,,1990-05-15,approved,2026-11-21 10:00,0,0,active,,',
  )
  expect(lines[2]).toMatch(/^"'=HYPERLINK\(""https:\/\/evil\.example"",""x""\)",'\+1,/)
  expect(lines[3]).toBe(`'@SUM(A1),"'\t-2`)
  expect(lines[5]).toMatch(/^'=1\+1,'＝2,/)
  expect(lines.at(-1)).toBe('')
})

test('the export follows the search and is owner only', async () => {
  const { as, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const [anan, boon] = [await addUser({ first_name: 'Anan' }), await addUser({ first_name: 'Boon' })]
  for (const person of [anan, boon]) await as(person).post(apply(event.id))

  const found = await as(event.owner).get(`${csvUrl(event.id)}/?search=anan`)

  expect(found.body.trim().split('\r\n')).toHaveLength(2)
  expect((await as(anan).get(csvUrl(event.id))).json().code).toBe('not_your_event')
  expect((await visitor.get(csvUrl(event.id))).statusCode).toBe(401)
})

test('after an event was called off its owner still sees the applicants', async () => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const holder = await addUser()
  await as(holder).post(apply(event.id))
  await as(event.owner).delete(`/api/organizers/delete-event/${event.id}`)

  expect((await as(event.owner).get(listUrl(event.id))).json()).toMatchObject([{ id: holder.id, status: 'cancelled' }])
  expect((await as(holder).get(listUrl(event.id))).json().code).toBe('applicants_only')
})

test('an applicant has attended where they were checked in, or held a ticket to the end if nobody was', async () => {
  const { as, event, addEvent, addHolder, show, clock, ownerLater } = await startDoor()
  const absent = await addHolder()
  await show((await addHolder()).code)
  const [unchecked, calledOff] = [await addEvent(), await addEvent()]
  for (const one of [unchecked, calledOff]) await as(absent.person).post(apply(one.id))
  await as(calledOff.owner).delete(`/api/organizers/delete-event/${calledOff.id}`)
  clock.now = new Date(clock.now.getTime() + 10 * 24 * 3_600_000)

  const applicants = (await (await ownerLater()).get(listUrl(event.id))).json()

  expect(applicants.find(({ id }: { id: number }) => id === absent.person.id)).toMatchObject({
    attended_events_count: 1,
    cancelled_events_count: 0,
  })
})
