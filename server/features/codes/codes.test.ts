import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { registerUrl } from '#server/testing/applications/waiting-list.ts'
import { endEvent } from '#server/testing/insert-events.ts'

async function startOwn(event: object = {}) {
  const app = await startApp()
  const { id, owner } = await app.addEvent({ is_free: false, ticket_price: 100, ...event })
  const url = `/api/events/${id}/codes`
  const by = app.as(owner)
  return {
    ...app,
    id,
    url,
    by,
    list: async (query = '') => (await by.get(`${url}${query}`)).json(),
    upload: (lines: string[]) => by.post(`${url}/import`, { csv: lines.join('\r\n') }),
  }
}

test('a code has 3 to 40 letters, digits, - and _, once in an event, without regard to case', async () => {
  const { by, url, addEvent, as } = await startOwn()
  const other = await addEvent()
  const add = async (code: string) => (await by.post(url, { code, percent: 10 })).json()

  expect(await add('Early_bird-26')).toMatchObject({ code: 'EARLY_BIRD-26', percent: 10, baht: null, type_ids: [] })
  expect((await add('EARLY_BIRD-26')).code).toBe('code_taken')
  for (const wrong of ['AB', 'A'.repeat(41), 'TWO WORDS', 'เพื่อน', '']) {
    expect((await add(wrong)).code).toBe('invalid_fields')
  }
  const theirs = await as(other.owner).post(`/api/events/${other.id}/codes`, { code: 'early_bird-26', percent: 5 })
  expect(theirs.statusCode).toBe(201)
})

test('a code does one thing to the price, or opens a hidden type', async () => {
  const { by, url, id } = await startOwn({
    ticket_types: [
      { name: 'Regular', price: 100 },
      { name: 'Press', is_hidden: true },
    ],
  })
  const types = (await by.get(`/api/events/${id}`)).json().ticket_types
  const add = async (terms: object) => (await by.post(url, { code: 'FRIENDS', ...terms })).json()

  expect((await add({})).message).toContain('Give a percentage or an amount')
  expect((await add({ percent: 10, baht: 5 })).message).toBe('Give either a percentage or an amount, not both.')
  expect((await add({ percent: 101 })).message).toBe('Give a whole number from 1 to 100.')
  expect((await add({ baht: 0 })).message).toBe('Must be more than 0.')
  expect((await add({ type_ids: [types[0].id] })).message).toContain('This code would do nothing')
  expect((await add({ percent: 5, type_ids: [999_999] })).code).toBe('ticket_type_not_found')
  expect(
    (await add({ percent: 5, valid_from: '2026-12-02T00:00:00Z', valid_until: '2026-12-01T00:00:00Z' })).code,
  ).toBe('invalid_fields')
  expect(await add({ type_ids: [types[1].id] })).toMatchObject({ type_ids: [types[1].id], percent: null })
})

test('a code that was used is stopped, not deleted', async () => {
  const { by, url, as, addUser, id, list } = await startOwn()
  const [used, unused] = [
    (await by.post(url, { code: 'USED', percent: 10 })).json(),
    (await by.post(url, { code: 'UNUSED', percent: 10 })).json(),
  ]
  const person = await addUser()
  const ticket = (await as(person).post(registerUrl(id), { code: 'USED' })).json()
  await as(person).delete(`/api/tickets/${ticket.id}/cancel`)

  const refused = await by.delete(`${url}/${used.id}`)
  const removed = await by.delete(`${url}/${unused.id}`)
  const stopped = await by.put(`${url}/${used.id}`, { code: 'USED', percent: 10, is_stopped: true })

  expect([refused.statusCode, refused.json().code]).toEqual([409, 'code_was_used'])
  expect(removed.statusCode).toBe(204)
  expect((await by.delete(`${url}/${unused.id}`)).json().code).toBe('code_gone')
  expect(stopped.json()).toMatchObject({ is_stopped: true, used: 0 })
  expect(await list()).toHaveLength(1)
})

test('the event says whether it has codes that can be used', async () => {
  const { by, url, id, visitor } = await startOwn()
  const has = async () => (await visitor.get(`/api/events/${id}`)).json().has_codes

  const before = await has()
  const code = (await by.post(url, { code: 'FRIENDS', percent: 10 })).json()
  const during = await has()
  await by.put(`${url}/${code.id}`, { code: 'FRIENDS', percent: 10, is_stopped: true })

  expect([before, during, await has()]).toEqual([false, true, false])
})

test('a thousand codes are made at once, each different, and listed by page and search', async () => {
  const { by, url, list } = await startOwn()

  const made = (await by.post(`${url}/make`, { count: 1000, prefix: 'crew', percent: 50, capacity: 1 })).json().codes
  const page = await by.get(`${url}?limit=2`)

  expect(new Set(made).size).toBe(1000)
  expect(made[0]).toMatch(/^CREW-[A-Z0-9]{8}$/)
  expect(page.headers['x-total-count']).toBe('1000')
  expect(await list('?cursor=999')).toMatchObject([{ percent: 50, capacity: 1, used: 0 }])
  expect(await list(`?search=${made[500].toLowerCase()}`)).toMatchObject([{ code: made[500] }])
  expect((await by.post(`${url}/make`, { count: 1001, percent: 5 })).json().message).toBe('Make at most 1000 at once.')
})

test('an event has at most 5,000 codes', async () => {
  const { by, url, list } = await startOwn()
  for (let n = 0; n < 5; n++) await by.post(`${url}/make`, { count: 1000, percent: 50 })

  expect((await by.post(url, { code: 'ONEMORE', percent: 5 })).json().code).toBe('too_many_codes')
  expect(await list('?search=onemore')).toEqual([])
})

test('the table comes down and goes up again unchanged', async () => {
  const { by, url, id, list, upload } = await startOwn({
    ticket_types: [
      { name: 'Regular', price: 100 },
      { name: 'Press, radio', is_hidden: true },
    ],
  })
  const [regular, press] = (await by.get(`/api/events/${id}`)).json().ticket_types
  const terms = { capacity: 3, per_person: 2, valid_from: '2026-11-21T03:00:00Z', valid_until: '2026-12-01T16:59:00Z' }
  await by.post(url, { code: '-DASH', baht: 12.5, type_ids: [regular.id, press.id], ...terms })
  await by.post(url, { code: 'HALF', percent: 50, is_stopped: true })
  const before = await list()

  const table = (await by.get(`${url}.csv`)).body
  const again = await upload([table])

  expect(table.split('\r\n').slice(0, 3)).toEqual([
    '\uFEFFCode,Percent off,Baht off,Ticket types,Seats,Seats per person,Valid from,Valid until,Stopped,Used,Baht brought',
    'HALF,50,,,,,,,yes,0,0.00',
    `'-DASH,,12.5,"Regular; Press, radio",3,2,2026-11-21 10:00,2026-12-01 23:59,,0,0.00`,
  ])
  expect(again.json()).toEqual({ added: 0, changed: 2 })
  expect(await list()).toEqual(before)
})

test('an upload keeps what it has no column for, and ticket types that were removed', async () => {
  const { by, url, id, list, upload } = await startOwn({
    ticket_types: [
      { name: 'Regular', price: 100 },
      { name: 'Early', price: 50 },
    ],
  })
  const [regular, early] = (await by.get(`/api/events/${id}`)).json().ticket_types
  const terms = {
    capacity: 3,
    per_person: 2,
    valid_from: '2026-11-21T03:00:00.000Z',
    valid_until: '2026-12-01T16:59:00.000Z',
  }
  await by.post(url, { code: 'FRIENDS', percent: 10, type_ids: [early.id], is_stopped: true, ...terms })
  await by.patch(`/api/events/${id}/edit`, { ticket_types: [regular] })
  const [before] = await list()

  const table = (await by.get(`${url}.csv`)).body
  await upload([table])
  const unchanged = await list()
  await upload(['Code', 'friends'])
  const named = await list()
  await upload(['Code,Percent off', 'FRIENDS,20'])
  const discounted = await list()
  await upload(['Code,Ticket types,Stopped', 'FRIENDS,,'])
  const opened = await list()
  const unknown = await upload(['Code,Percent off,Ticket types', `OTHER,5,#${early.id}`])

  expect(before).toMatchObject({ type_ids: [early.id], is_stopped: true, ...terms })
  expect(unchanged).toEqual([before])
  expect(named).toEqual([before])
  expect(discounted).toEqual([{ ...before, percent: 20 }])
  expect(opened).toEqual([{ ...before, percent: 20, type_ids: [], is_stopped: false }])
  expect(unknown.json().message).toContain(`no ticket type '#${early.id}'`)
})

test('an upload names every wrong row and then changes nothing', async () => {
  const { upload, list, by, url } = await startOwn()
  await by.post(url, { code: 'KNOWN', percent: 10 })

  const refused = await upload([
    'Code;Percent off;Ticket types;Valid from',
    'GOOD;10',
    'A B;10',
    'OTHER;200',
    'good;5',
    'X12;5;VIP',
    'KNOWN;5;;21/11/2026',
  ])
  const headless = await upload(['FRIENDS,10'])
  const fine = await upload(['code\tPERCENT OFF', 'good\t10', 'known\t20'])

  expect(refused.statusCode).toBe(422)
  expect(refused.json().detail.map(({ msg }: { msg: string }) => msg)).toEqual([
    'Row 3, Code: Use 3 to 40 letters from A to Z, digits, - and _.',
    'Row 4, Percent off: Give a whole number from 1 to 100.',
    'Row 5, Code: row 2 has the same code.',
    "Row 6, Ticket types: this event has no ticket type 'VIP'.",
    'Row 7, Valid from: Must be a date and time.',
  ])
  expect(headless.json().message).toBe('The first row must be headings. One of them must be Code.')
  expect(fine.json()).toEqual({ added: 1, changed: 1 })
  expect(await list()).toMatchObject([
    { code: 'GOOD', percent: 10 },
    { code: 'KNOWN', percent: 20 },
  ])
})

test('an upload makes no code do nothing, but takes one that did nothing before', async () => {
  const { by, url, id, upload } = await startOwn({
    ticket_types: [
      { name: 'Standard', price: 100 },
      { name: 'Press', is_hidden: true },
    ],
  })
  const [standard, press] = (await by.get(`/api/events/${id}`)).json().ticket_types

  const refused = await upload(['Code,Ticket types', 'PAPERS,Press', 'FRIENDS,Standard'])
  const added = await upload(['Code,Ticket types,Stopped', 'PAPERS,Press,', 'FRIENDS,Standard,yes'])
  await by.patch(`/api/events/${id}/edit`, { ticket_types: [standard, { ...press, is_hidden: false }] })
  const again = await upload([(await by.get(`${url}.csv`)).body])
  await by.post(url, { code: 'TENTH', percent: 10, type_ids: [standard.id] })
  const emptied = await upload(['Code,Percent off,Ticket types', 'TENTH,,Standard'])

  expect(refused.json().detail.map(({ msg }: { msg: string }) => msg)).toEqual([
    'Row 3, Percent off: This code would do nothing: give a percentage or an amount, or choose a hidden ticket type.',
  ])
  expect(added.json()).toEqual({ added: 2, changed: 0 })
  expect(again.json()).toEqual({ added: 0, changed: 2 })
  expect(emptied.json().detail).toMatchObject([
    { msg: expect.stringContaining('Row 2, Percent off: This code would do') },
  ])
})

test('nobody but the owner reads or changes codes, and none of an event that is called off', async () => {
  const { by, url, as, addOrganizer, id, visitor, addUser } = await startOwn()
  await by.post(url, { code: 'FRIENDS', percent: 10 })
  const rival = as(await addOrganizer())
  await as(await addUser()).post(registerUrl(id))

  expect((await rival.get(url)).statusCode).toBe(403)
  expect((await visitor.get(url)).statusCode).toBe(401)
  expect((await rival.post(url, { code: 'MINE', percent: 100 })).statusCode).toBe(403)
  await by.delete(`/api/organizers/delete-event/${id}`)
  expect((await by.post(url, { code: 'LATE', percent: 10 })).json().code).toBe('event_called_off')
})

test('a past event that was deleted takes no codes', async () => {
  const { by, url, as, db, id, addUser } = await startOwn()
  await as(await addUser()).post(registerUrl(id))
  await endEvent(db, id)
  await by.delete(`/api/organizers/delete-event/${id}`)

  expect((await by.post(url, { code: 'LATE', percent: 10 })).json().code).toBe('event_deleted')
})
