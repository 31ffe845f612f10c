import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { type Person, startApp } from '#server/testing/app.ts'
import { startFixture } from '#server/testing/callers/fixture.ts'
import { leaksIn } from '#server/testing/callers/leaks.ts'
import { addComment } from '#server/testing/comments.ts'
import { picture, startWithPictures } from '#server/testing/pictures.ts'
import { impersonalTables } from '#server/testing/stored-data/personal-columns.ts'
import { columnsLeftOut, otherSections, tablesLeftOut } from './export.service.ts'
import { sections } from './export-sections.ts'

type Product = Pick<Awaited<ReturnType<typeof startApp>>, 'app'>

/** The files of somebody's export by their names, as texts. */
async function exportOf({ app }: Product, { access }: Person, prefix = ''): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${access}` }
  const reply = await app.inject({ url: `${prefix}/api/users/export`, headers })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip'])
  const zip = await fromBufferPromise(reply.rawPayload, { lazyEntries: true })
  const files: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) files[entry.fileName] = await text(await zip.openReadStreamPromise(entry))
  return files
}

const dataOf = async (product: Product, person: Person) =>
  JSON.parse((await exportOf(product, person))['data.json'] ?? '')

test('every personal column is exported, or left out for a reason', async () => {
  const { db } = await startApp()
  const { rows } = await db.pool.query<{ table_name: string; column_name: string }>(
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'",
  )
  const name = (table: string, column: string) => `${table}.${column}`
  const others = await otherSections(db)
  const exported = [...sections, ...others].flatMap(({ table, columns }) =>
    columns.map((column) => name(table, column)),
  )
  const leftOut = Object.entries(columnsLeftOut).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => name(table, column)),
  )

  const stored = rows.filter(
    ({ table_name }) => !impersonalTables.includes(table_name) && !tablesLeftOut.some((table) => table === table_name),
  )

  const covered = [...exported, ...leftOut, ...others.map(({ table }) => name(table, 'user_id'))]
  expect(stored.map(({ table_name, column_name }) => name(table_name, column_name)).sort()).toEqual(
    [...new Set(covered)].sort(),
  )
  expect(leftOut.filter((column) => exported.includes(column))).toEqual([])
  expect(covered.filter((column) => /hash|secret/.test(column))).toEqual(
    leftOut.filter((column) => /hash|secret/.test(column)),
  )
})

test('an unlisted table is exported without its secrets', async () => {
  const product = await startApp({}, { forOnceOnly: true })
  const person = await product.addUser()
  await product.db.pool.query(`
    CREATE TABLE hats (
      number integer NOT NULL, user_id integer NOT NULL REFERENCES users ON DELETE CASCADE, colour text, secret text,
      PRIMARY KEY (user_id, number))`)
  await product.db.pool.query("INSERT INTO hats VALUES (1, $1, 'green', 'hush')", [person.id])

  const files = await exportOf(product, person)

  expect(JSON.parse(files['data.json'] ?? '').hats).toEqual([{ number: 1, colour: 'green' }])
  expect(files['README.txt']).toContain('- hats: ')
})

test('an export contains everything a user did and organized, with explanations', async () => {
  const fixture = await startFixture()
  const { applicant, owner, blocked, event, ticket, thread } = fixture

  const files = await exportOf(fixture, applicant)
  const data = JSON.parse(files['data.json'] ?? '')

  expect(Object.keys(data)).toEqual([
    'exported_at',
    ...[...sections, ...(await otherSections(fixture.db))].map((section) => section.name),
    'mails_waiting',
    'pictures',
  ])
  for (const { name } of sections) expect(files['README.txt']).toContain(`- ${name}: `)
  const inThai = await exportOf(fixture, applicant, '/th')
  expect(inThai['README.txt']).toMatch(/^นี่คือทุกอย่างที่ Ruam เก็บเกี่ยวกับคุณ\n/)
  expect(inThai['README.txt']).not.toMatch(/[a-z]{2,} [a-z]{2,}/)
  expect(data.account).toMatchObject({ id: applicant.id, username: applicant.username, birth_date: '1913-05-17' })
  expect(data.sessions.length).toBeGreaterThan(0)
  expect(data.tickets).toContainEqual(
    expect.objectContaining({ id: ticket, event_id: event, event_name: 'Bangkok JavaScript Night', status: 'USED' }),
  )
  expect(data.check_ins).toHaveLength(2)
  expect(data.bookmarks).toMatchObject([{ event_id: event }])
  expect(data.following).toMatchObject([{ organizer_name: 'Club of owner' }])
  expect(data.comments[0]).toMatchObject({ id: thread, event_id: event, content: 'See you there!' })
  expect(data.organizer).toBeNull()

  const organized = await dataOf(fixture, owner)
  expect(organized.organizer).toMatchObject({ organizer_name: 'Club of owner' })
  expect(organized.events).toContainEqual(
    expect.objectContaining({
      id: event,
      contact_email: 'ask@example.com',
      applicants: 9,
      ticket_holders: 5,
      checked_in: 1,
    }),
  )
  expect(organized.door_links).toMatchObject([{ name: 'Front gate' }, { name: 'Back gate' }])
  expect(organized.people_you_blocked).toMatchObject([{ user_id: blocked.id }])
  expect((await dataOf(fixture, blocked)).blocked_by).toMatchObject([{ organizer_name: 'Club of owner' }])
})

test('an export contains no secrets and nothing private about others', async () => {
  const fixture = await startFixture()

  for (const name of ['owner', 'applicant', 'blocked', 'former', 'rival', 'stranger'] as const) {
    const all = Object.values(await exportOf(fixture, fixture[name])).join('\n')
    expect(leaksIn('The export', name, all)).toEqual([])
    expect(all).not.toContain(fixture[name].refresh)
  }
})

test('an export contains all pictures, and names missing ones', async () => {
  const product = await startWithPictures()
  const { app, as, person, upload, addEvent, addOrganizer, db } = product
  const content = await picture(300, 300).png().toBuffer()
  const address = (await upload(person, content)).json().file_url
  const event = await addEvent()
  await addComment(as(person), event.id, 'First')
  await db.pool.query(
    `INSERT INTO comments (event_id, user_id, content, created_at)
     SELECT $1, $2, n::text, now() FROM generate_series(1, 1200) n`,
    [event.id, person.id],
  )
  const other = await addOrganizer()
  const lost = '/pictures/00000000-0000-0000-0000-000000000000-1600.webp'
  await db.pool.query('UPDATE organizers SET logo = $1 WHERE user_id = $2', [lost, other.id])

  const files = await exportOf({ app }, person)

  expect(Object.keys(files)).toEqual(['README.txt', `pictures/${address.split('/').at(-1)}`, 'data.json'])
  const data = JSON.parse(files['data.json'] ?? '')
  expect(data.pictures).toEqual({ exported: [address], missing: [] })
  expect(new Set(data.comments.map(({ id }: { id: number }) => id)).size).toBe(1201)
  expect((await dataOf(product, other)).pictures).toEqual({ exported: [], missing: [lost] })
})

test('an export contains waiting mails to the user only', async () => {
  const product = await startApp()
  const [one, other] = [await product.addUser(), await product.addUser()]
  const fresh = 'a new horse battery'
  const change = { current_password: 'correct horse battery', new_password: fresh, confirm_password: fresh }
  for (const person of [one, other]) await product.as(person).post('/api/users/change-password', change)

  const { mails_waiting } = await dataOf(product, one)

  expect(mails_waiting).toEqual([{ subject: 'Your Ruam password was changed', text: expect.any(String) }])
  expect(mails_waiting[0].text).toContain(`Hello ${one.username},`)
})

test('exports are limited per person', async () => {
  const { as, addUser } = await startApp({ RATE_LIMIT_SCALE: '1' })
  const [person, other] = [await addUser(), await addUser()]

  const statuses: number[] = []
  for (let times = 0; times < 11; times++) statuses.push((await as(person).get('/api/users/export')).statusCode)

  expect(statuses).toEqual([...Array(10).fill(200), 429])
  expect((await as(other).get('/api/users/export')).statusCode).toBe(200)
})
