import { expect, test } from 'vitest'
import type { Figure, FigureName } from '#contract/tickets/overview.ts'
import { start } from '#server/features/accounts/sessions.service.ts'
import { type Person, startApp } from '#server/testing/app.ts'
import { startDoor } from '#server/testing/door.ts'

const browser = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'

/** An app with an event, whose owner reads the figures, and browsers that open the event's page. */
async function startOverview(fields: object = {}) {
  const app = await startApp()
  const event = await app.addEvent(fields)
  const url = `/api/events/${event.id}/overview`
  /** Calls with a new session, because moving the clock expires the old one. */
  const as = async (person: Person) => app.as({ ...person, ...(await start(app.ctx, person.id, undefined)) })
  return {
    ...app,
    as,
    event,
    url,
    async view(body: object = {}, headers: Record<string, string> = {}) {
      const reply = await app.app.inject({
        method: 'POST',
        url: `/api/events/${event.id}/visits`,
        payload: body,
        headers: { 'user-agent': browser, host: 'ruam.example', ...headers },
      })
      return reply.statusCode
    },
    async figure(name: FigureName): Promise<Figure | undefined> {
      const { figures } = (await (await as(event.owner)).get(url)).json() as { figures: Figure[] }
      return figures.find((one) => one.name === name)
    },
    apply: async (body: object = {}) => {
      const person = await app.addUser()
      const ticket = await (await as(person)).post(`/api/tickets/event/${event.id}/register`, body)
      return { person, ticket: ticket.json() }
    },
  }
}

test("views are counted by the link's label, else by the referring host", async () => {
  const { view, figure } = await startOverview()

  for (const body of [
    { from: 'poster' },
    { from: ' poster ', referrer: 'www.facebook.com' },
    { referrer: 'www.facebook.com' },
    { referrer: 'm.facebook.com:443' },
    { referrer: 'ruam.example' },
    {},
    { from: '\u202e\n', referrer: '<script>' },
  ]) {
    expect(await view(body)).toBe(204)
  }

  const sources = await figure('sources')
  expect(sources?.rows).toEqual([
    ['Typed, or from an app', 2],
    ['Link “poster”', 2],
    ['facebook.com', 1],
    ['m.facebook.com', 1],
    ['Pages of this site', 1],
  ])
  expect((await figure('funnel'))?.rows[0]).toEqual(['Page views', 7])
})

test('robots and the owner are not counted, but get the same response', async () => {
  const { as, event, view, figure, addUser } = await startOverview()
  const owner = { authorization: `Bearer ${event.owner.access}` }
  const other = { authorization: `Bearer ${(await addUser()).access}` }

  expect(
    await view({}, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }),
  ).toBe(204)
  expect(await view({}, { 'user-agent': 'facebookexternalhit/1.1' })).toBe(204)
  expect(await view({}, { 'user-agent': '' })).toBe(204)
  expect(await view({}, owner)).toBe(204)
  expect(await view({}, other)).toBe(204)
  expect((await (await as(event.owner)).post('/api/events/999999/visits', {})).statusCode).toBe(204)

  expect((await figure('funnel'))?.rows[0]).toEqual(['Page views', 1])
})

test('a day has at most thirty named sources, the most frequent and those known before', async () => {
  const { view, figure, clock, db } = await startOverview()

  await view({ from: 'early' })
  await figure('sources')
  for (let n = 0; n < 40; n++) await view({ from: `label ${n}` })
  await view({ from: 'label 39' })
  await view({ from: 'early' })

  const rows = (await figure('sources'))?.rows ?? []
  expect(rows).toHaveLength(31)
  expect(rows).toContainEqual(['Link “early”', 2])
  expect(rows).toContainEqual(['Link “label 39”', 2])
  expect(rows).toContainEqual(['Other sources', 11])
  clock.now = new Date(clock.now.getTime() + 24 * 3_600_000)
  await view({ from: 'a new day' })
  expect((await figure('sources'))?.rows).toContainEqual(['Link “a new day”', 1])
  const { rows: days } = await db.pool.query('SELECT DISTINCT day FROM event_visits')
  expect(days).toHaveLength(2)
})

test('a label is one short line', async () => {
  const { view, figure } = await startOverview()

  await view({ from: `  =cmd|' /C calc'!A0\r\n${'ก'.repeat(600)}` })

  const name = String((await figure('sources'))?.rows[0]?.[0])
  expect(name).toMatch(/^Link “=cmd\|' \/C calc'!A0 ก+”$/)
  expect(name.length).toBe('Link “”'.length + 40)
})

test('views of two processes add up, and a stopping process stores its own', async () => {
  const { event, view, figure, addServer, db } = await startOverview()
  const { app: other } = await addServer()
  const url = `/api/events/${event.id}/visits`
  const headers = { 'user-agent': browser }

  await view({ from: 'poster' })
  await other.inject({ method: 'POST', url, payload: { from: 'poster' }, headers })
  await other.inject({ method: 'POST', url, payload: {}, headers })
  const before = await db.pool.query('SELECT FROM event_visits')
  await other.close()

  expect(before.rowCount).toBe(0)
  expect((await figure('sources'))?.rows).toEqual([
    ['Link “poster”', 2],
    ['Typed, or from an app', 1],
  ])
})

test('views are deleted with their event, and late views of a deleted event are ignored', async () => {
  const { as, event, view, figure, db, addEvent, app } = await startOverview()
  const other = await addEvent({}, event.owner)
  const headers = { 'user-agent': browser }
  await app.inject({ method: 'POST', url: `/api/events/${other.id}/visits`, payload: {}, headers })
  await figure('sources')

  await app.inject({ method: 'POST', url: `/api/events/${other.id}/visits`, payload: {}, headers })
  await (await as(event.owner)).delete(`/api/organizers/delete-event/${other.id}`)
  await view()

  expect((await figure('funnel'))?.rows[0]).toEqual(['Page views', 1])
  const { rows } = await db.pool.query('SELECT DISTINCT event_id FROM event_visits')
  expect(rows).toEqual([{ event_id: event.id }])
})

test('applications, seats and cancellations are counted by Bangkok day', async () => {
  const { as, apply, figure, clock } = await startOverview({ max_attendee: 5 })
  const start = new Date('2026-11-21T16:59:00Z')
  clock.now = start
  const { person, ticket } = await apply()
  clock.now = new Date('2026-11-21T17:00:00Z')
  await apply()
  await apply()
  clock.now = new Date('2026-11-23T03:00:00Z')
  await (await as(person)).delete(`/api/tickets/${ticket.id}/cancel`)

  const { title, summary, columns, rows } = (await figure('applications')) ?? {}
  expect({ title, summary }).toEqual({ title: 'Applications per day', summary: '3 applications, 2 of 5 seats taken.' })
  expect(columns).toEqual(['Day', 'Page views', 'Applications', 'Seats taken at the end'])
  expect(rows).toEqual([
    ['2026-11-21', 0, 1, 1],
    ['2026-11-22', 0, 2, 3],
    ['2026-11-23', 0, 0, 2],
  ])
})

test('money that is expected, received and to be refunded is in baht', async () => {
  const { as, event, apply, figure } = await startOverview({
    is_free: false,
    ticket_price: 250.5,
    promptpay_id: '0812345678',
  })
  const [first, second] = [await apply(), await apply()]
  await apply()
  const applications = [first.ticket.id, second.ticket.id]
  await (await as(event.owner)).post(`/api/events/${event.id}/applications/paid`, { applications })
  await (await as(second.person)).delete(`/api/tickets/${second.ticket.id}/cancel`)

  expect(await figure('money')).toMatchObject({
    summary: '501.00 baht expected, 501.00 received before refunds, 250.50 to be refunded.',
    rows: [
      ['Expected', '501.00'],
      ['Received, before refunds', '501.00'],
      ['To be refunded', '250.50'],
    ],
  })
  await (await as(event.owner)).post(`/api/events/${event.id}/refunds/done`, { applications: [second.ticket.id] })
  expect(await figure('money')).toMatchObject({
    summary: '501.00 baht expected, 501.00 received before refunds, 0.00 to be refunded. 250.50 baht refunded.',
    rows: [
      ['Expected', '501.00'],
      ['Received, before refunds', '501.00'],
      ['To be refunded', '0.00'],
      ['Refunded', '250.50'],
    ],
  })
})

test('free events have no money figure, and events without check-ins no entries', async () => {
  const { figure } = await startOverview()

  expect(await figure('money')).toBeUndefined()
  expect(await figure('entries')).toBeUndefined()
})

test('entries that were not undone are still counted when the event is called off', async () => {
  const { as, event, addHolder, scanOf, send, show, undo, clock, ownerLater } = await startDoor()
  const undone = scanOf((await addHolder()).code)
  await show((await addHolder()).code)
  await send([undone])
  await undo(undone.scan_id)
  await as(event.owner).delete(`/api/organizers/delete-event/${event.id}`)
  const read = async (): Promise<Figure[]> =>
    (await (await ownerLater()).get(`/api/events/${event.id}/overview`)).json().figures

  const figures = await read()
  clock.now = new Date(clock.now.getTime() + 10 * 24 * 3_600_000)
  const later = (await read()).map(({ name }) => name)

  expect(figures.find(({ name }) => name === 'funnel')?.rows.slice(-2)).toEqual([
    ['Tickets', 0],
    ['Entries', 1],
  ])
  expect(figures.find(({ name }) => name === 'entries')?.summary).toContain('1 entry from')
  expect(later).not.toContain('attendance')
  expect(later).not.toContain('feedback')
})

test('the chart of entries leaves out the time of the last minute where it would overlap that of the first', async () => {
  const { event, addHolder, scanOf, send, clock, ownerLater } = await startDoor()
  const enterAfter = async (minutes: number) => {
    clock.now = new Date(Date.parse('2026-11-21T06:24:00Z') + minutes * 60_000)
    await send([scanOf((await addHolder()).code)], await ownerLater())
  }
  const times = async (language: '' | '/th') => {
    const { figures } = (await (await ownerLater()).get(`${language}/api/events/${event.id}/overview`)).json()
    const { svg } = figures.find(({ name }: Figure) => name === 'entries')
    return [...svg.matchAll(/>(13[^<]+)<\/text>/g)].map(([, time]) => time)
  }

  await enterAfter(0)
  await enterAfter(2)
  const soon = [await times(''), await times('/th')]
  await enterAfter(14)
  const later = [await times(''), await times('/th')]

  expect(soon).toEqual([['13:24', '13:26'], ['13.24\u00a0น.']])
  expect(later).toEqual([
    ['13:24', '13:38'],
    ['13.24\u00a0น.', '13.38\u00a0น.'],
  ])
})

test('the busiest minute is one of the six hours shown, and the file has every entry', async () => {
  const { event, addHolder, scanOf, send, clock, ownerLater } = await startDoor()
  for (const hours of [0, 0, 7]) {
    clock.now = new Date(Date.parse('2026-11-21T06:24:00Z') + hours * 3_600_000)
    await send([scanOf((await addHolder()).code)], await ownerLater())
  }
  clock.now = new Date(clock.now.getTime() + 10 * 24 * 3_600_000)

  const { figures } = (await (await ownerLater()).get(`/api/events/${event.id}/overview`)).json()
  const summaryOf = (name: FigureName) => figures.find((one: Figure) => one.name === name)?.summary

  expect(summaryOf('attendance')).toBe('3 of 3 ticket holders came (100 %).')
  expect(summaryOf('entries')).toBe('1 entry from 14:25. The busiest minute at the door was 20:24: 1.')
  const file = await (await ownerLater()).get(`/api/events/${event.id}/overview.csv?figure=entries`)
  expect(file.body).toBe('\uFEFFMinute,Entries\r\n2026-11-21 13:24,2\r\n2026-11-21 20:24,1\r\n')
})

const meals = { id: 'meal', kind: 'any_of', text: 'Meals?', choices: ['ปกติ', 'เจ', 'ฮาลาล'] }
const wish = { id: 'wish', kind: 'short', text: 'A wish?' }

test('choices of as many people are named together', async () => {
  const { apply, figure } = await startOverview({ questions: [meals] })
  await apply({ answers: { meal: ['ปกติ', 'เจ'] } })

  const answers = await figure('answers')

  expect(answers?.summary).toBe('Most chosen: ปกติ and เจ (1 each).')
})

test('choices are counted, texts listed without names, and cancelled applications’ answers left out', async () => {
  const { as, apply, figure, event, url } = await startOverview({ questions: [meals, wish] })
  await apply({ answers: { meal: ['ปกติ', 'เจ'], wish: '=1+1' } })
  await apply({ answers: { meal: ['เจ'], wish: '<script>alert(1)</script>' } })
  const left = await apply({ answers: { meal: ['ฮาลาล'], wish: 'gone' } })
  await (await as(left.person)).delete(`/api/tickets/${left.ticket.id}/cancel`)

  const { figures } = (await (await as(event.owner)).get(url)).json() as { figures: Figure[] }
  const csv = await (await as(event.owner)).get(`${url}.csv?figure=answers`)

  expect(figures.filter(({ name }) => name === 'answers')).toMatchObject([
    {
      title: 'Meals?',
      summary: 'Most chosen: เจ (2).',
      rows: [
        ['เจ', 2],
        ['ปกติ', 1],
        ['ฮาลาล', 0],
      ],
    },
    { title: 'A wish?', summary: '2 answers.', svg: '', rows: [['<script>alert(1)</script>'], ['=1+1']] },
  ])
  expect(csv.headers['content-disposition']).toBe(`attachment; filename="event-${event.id}-answers.csv"`)
  expect(csv.body).toBe(
    "\uFEFFQuestion,Answer,People\r\nMeals?,เจ,2\r\nMeals?,ปกติ,1\r\nMeals?,ฮาลาล,0\r\nA wish?,<script>alert(1)</script>,1\r\nA wish?,'=1+1,1\r\n",
  )
  expect(await figure('answers')).not.toHaveProperty('username')
})

test('answers to a former wording or kind of a question are shown on their own', async () => {
  const { as, apply, event, url } = await startOverview({ questions: [{ ...wish, kind: 'long' }] })
  const owner = await as(event.owner)
  const ask = (question: object) => owner.patch(`/api/events/${event.id}/edit`, { questions: [question] })
  await apply({ answers: { wish: 'rain' } })
  await ask(wish)
  await apply({ answers: { wish: 'wind' } })
  await ask({ ...wish, kind: 'one_of', choices: ['sun', 'snow'] })
  await apply({ answers: { wish: 'sun' } })
  await ask({ ...wish, text: 'Any wish at all?' })
  await apply({ answers: { wish: 'none' } })

  const { figures } = (await owner.get(url)).json() as { figures: Figure[] }

  expect(figures.filter(({ name }) => name === 'answers').map(({ title, rows }) => [title, rows])).toEqual([
    ['Any wish at all?', [['none']]],
    ['A wish?', [['sun', 1]]],
    ['A wish?', [['wind'], ['rain']]],
  ])
})

test('a chart has a title and a description, and escapes hostile texts', async () => {
  const { apply, figure } = await startOverview({
    questions: [{ ...meals, text: 'Which </title><script>?', choices: ['<b>', '"&'] }],
  })
  await apply({ answers: { meal: ['<b>'] } })

  const { svg = '' } = (await figure('answers')) ?? {}

  expect(svg).toMatch(/^<svg [^>]*role="img" aria-labelledby="answers-0-title answers-0-text"/)
  expect(svg).toContain('<title id="answers-0-title">Which &lt;/title&gt;&lt;script&gt;?</title>')
  expect(svg).toContain('<desc id="answers-0-text">Most chosen: &lt;b&gt; (1).</desc>')
  expect(svg).not.toMatch(/<script|<b>|style=/)
})

test.each(['funnel', 'applications', 'sources', 'money', 'entries', 'answers'])(
  '%s can be downloaded as CSV',
  async (name) => {
    const { as, event, apply, view, url } = await startOverview()
    await apply()
    await view({ from: '=HYPERLINK("http://evil.example")' })

    const { statusCode, headers, body } = await (await as(event.owner)).get(`${url}.csv?figure=${name}`)

    expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(body.startsWith('\uFEFF')).toBe(true)
    expect(body).not.toMatch(/^[=+@-]/m)
  },
)

test('below /th the figures are in Thai', async () => {
  const { as, event, apply, view, url } = await startOverview({ questions: [meals], max_attendee: 20 })
  await apply({ answers: { meal: ['ปกติ', 'เจ'] } })
  await view({ from: 'poster' })
  const owner = await as(event.owner)

  const { figures } = (await owner.get(`/th${url}`)).json() as { figures: Figure[] }
  const csv = await owner.get(`/th${url}.csv?figure=funnel`)

  const shown = figures.flatMap(({ title, summary, svg, columns, rows }) => [title, summary, svg, columns, rows])
  const texts = JSON.stringify(shown).replace(/<svg.*?<title|<\/?\w+[^>]*>/g, ' ')
  expect(texts.replace(/Meals|poster/g, '')).not.toMatch(/[a-z]{2,} [a-z]{2,}/i)
  expect(figures.map(({ summary }) => summary)).toEqual([
    'เข้าชม 1 ครั้ง การสมัคร 1 รายการ บัตร 1 ใบ เข้างาน 0 คน',
    'มีการสมัคร 1 รายการ จองแล้ว 1 จาก 20 ที่',
    'เข้าชม 1 ครั้ง ที่มาอันดับ 1: ลิงก์ “poster” (1 ครั้ง)',
    'เลือกมากที่สุด: ปกติ และ เจ (อย่างละ 1)',
  ])
  expect(csv.body).toContain('ขั้นตอน,จำนวน\r\nยอดเข้าชม,1\r\n')
})
