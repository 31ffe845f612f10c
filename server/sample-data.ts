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
import { applyToEvent } from '#contract/tickets/tickets.schemas.ts'
import { start } from '#server/features/accounts/sessions.service.ts'
import type { Context } from '#server/lib/context.ts'
import { sql } from '#server/lib/postgres/database.ts'
import { type SampleEvent, sampleEvents } from './sample-events.ts'
import { samplePeople } from './sample-people.ts'

export interface SampleAccount {
  username: string
  password: string
}

const accounts = [
  { username: 'organizer', first_name: 'Malee', last_name: 'Srisuk' },
  { username: 'attendee', first_name: 'Anan', last_name: 'Thongdee' },
] as const

/**
 * Fills an empty product with two accounts, some events and people who attend them, through its own API so that every rule
 * applies. Call it before the server listens and before jobs start. Does nothing if there are users. First removes what
 * a killed attempt left, unless somebody else has signed up since.
 */
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
    const { id } = await send(app, createEvent, organizer.token, sample.draft)
    // Each event starts at another person, so that not everybody attends the same events.
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
  { attending, likes, comments }: SampleEvent,
  { people, crowd, organizer }: Tokens,
): Promise<void> {
  const to = ({ method, url }: Endpoint) => ({ method, url: url.replace(':eventId', eventId) })
  await Promise.all(crowd.slice(0, attending).map((token) => send(app, to(applyToEvent), token, {})))
  await Promise.all(crowd.slice(-likes).map((token) => send(app, to(toggleLike), token, {})))
  for (const { by, text, answer } of comments) {
    const { id } = await send(app, to(writeComment), people[by] ?? organizer, { content: text })
    if (answer) await send(app, to(writeComment), organizer, { content: answer, parent_id: id })
  }
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
