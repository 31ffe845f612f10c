import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { login, register } from '#contract/accounts/auth.schemas.ts'
import type { NewAccount } from '#contract/accounts/auth.ts'
import { writeComment } from '#contract/comments/comments.schemas.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { toggleLike } from '#contract/engagement/engagement.schemas.ts'
import { createEvent } from '#contract/events/own-events.ts'
import { applyOrganizer } from '#contract/organizers.ts'
import { addCode } from '#contract/tickets/codes.schemas.ts'
import { applyToEvent } from '#contract/tickets/tickets.schemas.ts'
import { start } from '#server/features/accounts/sessions.service.ts'
import type { Context } from '#server/lib/context.ts'
import { sql } from '#server/lib/postgres/database.ts'
import { type SampleEvent, sampleEvents } from './sample-events.ts'

export interface SampleAccount {
  username: string
  password: string
}

const accounts = [
  { username: 'organizer', first_name: 'Malee', last_name: 'Srisuk' },
  { username: 'attendee', first_name: 'Anan', last_name: 'Thongdee' },
] as const

/** Fills an empty product with two accounts, some events and people who attend them, through its own API so that every rule
 *  applies. Call it before the server listens and before jobs start. Does nothing if there are users. First deletes what a
 *  killed attempt left, unless someone else has signed up since. */
export async function seedSampleData(
  app: FastifyInstance,
  ctx: Context,
  report: (accounts: SampleAccount[]) => void,
): Promise<void> {
  const unfinished = join(ctx.settings.DATA_DIR, 'sample-data.unfinished')
  if (existsSync(unfinished)) await removeSamples(ctx)
  if ((await ctx.db.maybeOne(sql`SELECT FROM users LIMIT 1`)) !== null) return rmSync(unfinished, { force: true })
  writeFileSync(unfinished, '')

  const [organizer, attendee] = [await addAccount(app, accounts[0]), await addAccount(app, accounts[1])]
  await send(app, applyOrganizer, organizer.token, {
    organizer_name: 'Ruam Community',
    email: 'hello@example.com',
    organization_type: 'NONPROFIT',
  })
  const people = await addPeople(ctx)
  for (const [index, sample] of sampleEvents(ctx.now()).entries()) {
    const { id } = await send(app, createEvent, organizer.token, sample.fields)
    // Each event starts with another person, so that not everybody attends the same events.
    const crowd = people.map((_, place) => people[(place + index * 11) % people.length] ?? '')
    await fill(app, String(id), sample, { people, crowd, organizer: organizer.token })
  }
  await ctx.db.run(sql`DELETE FROM sessions WHERE user_id IN (SELECT id FROM users WHERE password_hash IS NULL)`)
  // Their tickets are not mailed.
  await ctx.db.run(sql`DELETE FROM unconfirmed_tickets`)

  report([organizer.account, attendee.account])
  rmSync(unfinished)
}

async function removeSamples(ctx: Context): Promise<void> {
  const names = [...accounts, ...samplePeople].map(({ username }) => username)
  const other = await ctx.db.maybeOne(sql`SELECT FROM users WHERE username <> ALL (${names}) LIMIT 1`)
  if (other === null) await ctx.db.run(sql`TRUNCATE users RESTART IDENTITY CASCADE`)
}

/** Access tokens of the people. */
async function addPeople(ctx: Context): Promise<string[]> {
  const column = (name: keyof (typeof samplePeople)[number]) => samplePeople.map((person) => person[name])
  const added = await ctx.db.many<{ id: number }>(sql`
    INSERT INTO users (username, email, first_name, last_name, phone_number, birth_date)
    SELECT username, username || '@example.com', first_name, last_name, '', birth_date
    FROM unnest(${column('username')}::text[], ${column('first_name')}::text[], ${column('last_name')}::text[],
                ${column('birth_date')}::date[]) AS person (username, first_name, last_name, birth_date)
    RETURNING id`)
  const sessions = await Promise.all(added.map(({ id }) => start(ctx, id, undefined)))
  return sessions.map(({ access }) => access)
}

interface Tokens {
  people: string[]
  /** The same people in the order in which they apply and like. */
  crowd: string[]
  organizer: string
}

async function fill(
  app: FastifyInstance,
  eventId: string,
  { fields, attending, likes, comments, code }: SampleEvent,
  { people, crowd, organizer }: Tokens,
): Promise<void> {
  const to = ({ method, url }: Endpoint) => ({ method, url: url.replace(':eventId', eventId) })
  if (code) await send(app, to(addCode), organizer, code)
  const codeOf = (place: number) => (code && place < 3 ? { code: code.code } : {})
  await Promise.all(
    crowd.slice(0, attending).map((token, place) => {
      const guests = guestsOf(Math.min(place % 4, Number(fields.max_party ?? 1) - 1), place)
      return send(app, to(applyToEvent), token, { ...codeOf(place), guests })
    }),
  )
  await Promise.all(crowd.slice(-likes).map((token) => send(app, to(toggleLike), token, {})))
  for (const { by, text, answer } of comments) {
    const { id } = await send(app, to(writeComment), people[by] ?? organizer, { content: text })
    if (answer) await send(app, to(writeComment), organizer, { content: answer, parent_id: id })
  }
}

/** The names of a sample person's guests. */
function guestsOf(count: number, place: number): { name: string }[] {
  return Array.from({ length: count }, (_, guest) => {
    const { first_name = '', last_name = '' } = samplePeople[(place * 5 + guest + 7) % samplePeople.length] ?? {}
    return { name: `${first_name} ${last_name}` }
  })
}

async function addAccount(
  app: FastifyInstance,
  person: Pick<NewAccount, 'username' | 'first_name' | 'last_name'>,
): Promise<{ account: SampleAccount; token: string }> {
  const account = { username: person.username, password: randomBytes(9).toString('base64url') }
  await send(app, register, null, {
    ...person,
    password: account.password,
    password2: account.password,
    email: `${person.username}@example.com`,
    phone_number: '0812345678',
    birth_date: '1990-05-15',
  })
  const signedIn = await send(app, login, null, account)
  return { account, token: signedIn.access_token }
}

async function send(
  app: FastifyInstance,
  { method, url }: { method: Endpoint['method']; url: string },
  token: string | null,
  body: object,
) {
  const reply = await app.inject({
    method,
    url,
    payload: body,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  })
  if (reply.statusCode >= 300) throw new Error(`The sample data was refused: ${url} answered ${reply.body}`)
  return reply.json()
}

/** The people of a new product, so that its events are not empty. They have no password, so nobody can log in as them. */
const samplePeople: readonly { username: string; first_name: string; last_name: string; birth_date: string }[] = [
  { username: 'ploy.s', first_name: 'พลอย', last_name: 'แสงทอง', birth_date: '1994-03-11' },
  { username: 'nattapong', first_name: 'ณัฐพงศ์', last_name: 'ใจดี', birth_date: '1988-07-02' },
  { username: 'james.carter', first_name: 'James', last_name: 'Carter', birth_date: '1985-11-23' },
  { username: 'kanya', first_name: 'กัญญา', last_name: 'วงศ์สุวรรณ', birth_date: '1997-01-30' },
  { username: 'somchai.r', first_name: 'สมชาย', last_name: 'รุ่งเรือง', birth_date: '1979-05-17' },
  { username: 'ingrid', first_name: 'Ingrid', last_name: 'Solberg', birth_date: '1991-09-08' },
  { username: 'fah_napa', first_name: 'นภา', last_name: 'ศรีวิไล', birth_date: '1999-12-05' },
  { username: 'arthit', first_name: 'อาทิตย์', last_name: 'บุญมา', birth_date: '1990-04-14' },
  { username: 'wanida', first_name: 'วนิดา', last_name: 'พงษ์ไพร', birth_date: '1986-08-21' },
  { username: 'daniel.kim', first_name: 'Daniel', last_name: 'Kim', birth_date: '1993-02-19' },
  { username: 'pim_m', first_name: 'พิมพ์ชนก', last_name: 'มณีรัตน์', birth_date: '2000-06-27' },
  { username: 'krit', first_name: 'กฤษณ์', last_name: 'เจริญสุข', birth_date: '1984-10-03' },
  { username: 'thanawat', first_name: 'ธนวัฒน์', last_name: 'ปัญญา', birth_date: '1995-05-09' },
  { username: 'maria.lopez', first_name: 'Maria', last_name: 'López', birth_date: '1989-03-26' },
  { username: 'orawan', first_name: 'อรวรรณ', last_name: 'ชัยมงคล', birth_date: '1987-12-12' },
  { username: 'beam', first_name: 'ภูวดล', last_name: 'สายชล', birth_date: '1998-07-15' },
  { username: 'sarah.nguyen', first_name: 'Sarah', last_name: 'Nguyen', birth_date: '1996-04-01' },
  { username: 'tom.bradley', first_name: 'Tom', last_name: 'Bradley', birth_date: '1982-09-29' },
  { username: 'jira', first_name: 'จิราพร', last_name: 'ทองคำ', birth_date: '1992-11-11' },
  { username: 'nueng', first_name: 'วรเมธ', last_name: 'อินทร์แก้ว', birth_date: '1991-01-06' },
  { username: 'amara', first_name: 'Amara', last_name: 'Okafor', birth_date: '1994-08-18' },
  { username: 'suda', first_name: 'สุดารัตน์', last_name: 'พรหมมา', birth_date: '1983-02-24' },
  { username: 'poom', first_name: 'ภูมิ', last_name: 'เกตุแก้ว', birth_date: '1999-10-20' },
  { username: 'lukas.weber', first_name: 'Lukas', last_name: 'Weber', birth_date: '1987-06-13' },
  { username: 'nok_ch', first_name: 'ชนกนันท์', last_name: 'เพชรดี', birth_date: '1996-09-04' },
  { username: 'pat', first_name: 'พัชรี', last_name: 'สุขเกษม', birth_date: '1990-12-31' },
  { username: 'wichai', first_name: 'วิชัย', last_name: 'คำแสน', birth_date: '1976-03-07' },
  { username: 'yuki.tanaka', first_name: 'Yuki', last_name: 'Tanaka', birth_date: '1995-07-22' },
  { username: 'mook', first_name: 'มุกดา', last_name: 'ไทยเจริญ', birth_date: '1998-05-28' },
  { username: 'ton', first_name: 'ตฤณ', last_name: 'หาญกล้า', birth_date: '1993-10-16' },
  { username: 'emma.wilson', first_name: 'Emma', last_name: 'Wilson', birth_date: '1988-01-09' },
  { username: 'ratree', first_name: 'ราตรี', last_name: 'แก้วใส', birth_date: '1985-06-05' },
  { username: 'boss.k', first_name: 'กิตติ', last_name: 'วัฒนา', birth_date: '1997-08-30' },
  { username: 'priya', first_name: 'Priya', last_name: 'Sharma', birth_date: '1992-02-14' },
  { username: 'aof', first_name: 'อภิชาติ', last_name: 'นิลวงศ์', birth_date: '1989-04-25' },
  { username: 'dao', first_name: 'ดาวเรือง', last_name: 'จันทร์หอม', birth_date: '1994-12-19' },
]
