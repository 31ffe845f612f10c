import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { login, type NewAccount, register } from '#contract/accounts/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createEvent } from '#contract/events/own-events.ts'

import { applyOrganizer } from '#contract/organizers.ts'
import type { Context } from '#server/lib/context.ts'
import { sql } from '#server/lib/postgres/database.ts'
import { sampleEvents } from './sample-events.ts'

export interface SampleAccount {
  username: string
  password: string
}

const people = [
  { username: 'organizer', first_name: 'Malee', last_name: 'Srisuk' },
  { username: 'attendee', first_name: 'Anan', last_name: 'Thongdee' },
] as const

/**
 * Fills an empty product with two accounts and some events, through its own API so that every rule applies. Call it
 * before the server listens. Does nothing where there are users already; what a killed attempt left is taken out first,
 * unless the product was started without samples since, and somebody else has an account.
 */
export async function seedSampleData(
  app: FastifyInstance,
  ctx: Context,
  tell: (accounts: SampleAccount[]) => void,
): Promise<void> {
  const unfinished = join(ctx.settings.DATA_DIR, 'sample-data.unfinished')
  if (existsSync(unfinished)) await removeSamples(ctx)
  if ((await ctx.db.maybeOne(sql`SELECT FROM users LIMIT 1`)) !== null) return rmSync(unfinished, { force: true })
  writeFileSync(unfinished, '')

  const [organizer, attendee] = [await addAccount(app, people[0]), await addAccount(app, people[1])]
  await send(app, applyOrganizer, organizer.token, {
    organizer_name: 'Ruam Community',
    email: 'hello@example.com',
    organization_type: 'NONPROFIT',
  })
  for (const event of sampleEvents(ctx.now())) await send(app, createEvent, organizer.token, event)

  tell([organizer.account, attendee.account])
  rmSync(unfinished)
}

async function removeSamples(ctx: Context): Promise<void> {
  const names = people.map(({ username }) => username)
  const other = await ctx.db.maybeOne(sql`SELECT FROM users WHERE username <> ALL (${names}) LIMIT 1`)
  if (other === null) await ctx.db.run(sql`TRUNCATE users RESTART IDENTITY CASCADE`)
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

async function send(app: FastifyInstance, { method, url }: Endpoint, token: string | null, body: object) {
  const reply = await app.inject({
    method,
    url,
    payload: body,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  })
  if (reply.statusCode >= 300) throw new Error(`The sample data was refused: ${url} answered ${reply.body}`)
  return reply.json()
}
