import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { onTestFinished } from 'vitest'
import { createEvent } from '#contract/events/own-events.ts'
import { doorLinkHeader } from '#contract/tickets/door.ts'
import { buildApp } from '#server/app.ts'
import { start } from '#server/features/accounts/sessions.service.ts'
import { insertUser, type NewUser } from '#server/features/accounts/users.repository.ts'
import type { Intervals } from '#server/features/live/hub.ts'
import { insertOrganizer } from '#server/features/organizers/organizers.repository.ts'
import { startJobs } from '#server/jobs.ts'
import { openCodeReader } from '#server/lib/codes/code-reader.ts'
import type { Context } from '#server/lib/context.ts'
import { openAnnouncer } from '#server/lib/live/announcer.ts'
import { openMarkdownRenderer } from '#server/lib/markdown/renderer.ts'
import { openDatabase } from '#server/lib/postgres/database.ts'
import { openReplica } from '#server/lib/postgres/replica.ts'
import { openLimits } from '#server/lib/security/limits.ts'
import { hashPassword } from '#server/lib/security/passwords.ts'
import { openSigningKey } from '#server/lib/security/signing-key.ts'
import { readSettings } from '#server/lib/settings/settings.ts'
import { watchAnswers } from './calls/described.ts'
import { createTestDatabase, timeoutFactor } from './database.ts'
import { eventMaker } from './event-fields.ts'

/** A signed-in user. */
export interface Person {
  id: number
  username: string
  access: string
  refresh: string
}

/** Makes calls as a user or visitor. */
export interface Caller {
  get(url: string): Promise<LightMyRequestResponse>
  post(url: string, body?: object): Promise<LightMyRequestResponse>
  put(url: string, body?: object): Promise<LightMyRequestResponse>
  patch(url: string, body?: object): Promise<LightMyRequestResponse>
  delete(url: string): Promise<LightMyRequestResponse>
}

/** Everybody's password. Hashed once, because hashing takes long. */
export const password = 'correct horse battery'
const hashed = hashPassword(password)
/** Shared by all tests of a file, because starting the threads takes longer than most tests. */
const markdown = openMarkdownRenderer({ threads: 1 })
const codes = openCodeReader({ timeoutMs: 10_000 })

/** Fast, but without regular polling, so that tests find missing announcements. */
const testLiveIntervals: Intervals = {
  messages: 20,
  comments: 0,
  sessions: 50,
  everything: 3_600_000,
  heartbeats: 3_600_000,
}

/** Faster than usual. Each round costs a query or more, in every test with a worker; `doWhatIsDue` waits for none. */
const testJobs = { pauseMs: 500, pollMs: 100, confirmAfter: 0, timetable: {} }

/** Checks the replica often, with long timeouts for busy machines. */
const testReplicaChecks = { everyMs: 50, timeoutMs: 3_000, maxLagMs: 60_000, inARow: 2 }

interface StartOptions {
  /** Whether a worker runs queued jobs, such as mails. */
  worker?: boolean
  /** How fast open pages get changes. */
  liveIntervals?: Partial<Intervals>
  /** Whether to discard the database afterwards: after very many rows or schema changes. */
  forOnceOnly?: boolean
}

/** The app with its own database and a clock that the test moves; removed at the end of the test. */
export async function startApp(
  env: Record<string, string> = {},
  { worker = false, liveIntervals = {}, forOnceOnly = false }: StartOptions = {},
) {
  const { url, open, drop } = await createTestDatabase({ forOnceOnly })
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruam-test-'))
  const settings = readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT_SCALE: '0', DATA_DIR: dataDir, ...env })
  const db = open(settings.DATABASE_POOL)
  const clock = { now: new Date('2026-11-21T03:00:00Z') }
  const ctx: Context = {
    settings,
    db,
    replica: openReplica(db, settings, testReplicaChecks),
    limits: openLimits(db, settings.RATE_LIMIT_SCALE),
    markdown,
    codes,
    announcer: openAnnouncer(db),
    now: () => clock.now,
    tokenSecret: 'a secret of the tests, long enough for them',
    signingKey: await openSigningKey(db),
  }
  const intervals = { ...testLiveIntervals, ...liveIntervals }
  const app = await buildApp(ctx, intervals)
  ctx.replica.watch(app.log)
  const undescribed = new Set<string>()
  watchAnswers(app, (problem) => undescribed.add(problem))
  const jobs = worker ? await startJobs(ctx, url, app.log, testJobs) : null
  const others: { close(): Promise<unknown> }[] = []
  onTestFinished(async () => {
    await app.close()
    for (const other of others) await other.close()
    await jobs?.stop()
    await ctx.replica.close()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
    if (undescribed.size > 0) throw new Error(`Not as described:\n${[...undescribed].join('\n')}`)
  })

  let made = 0
  async function addUser(given: Partial<NewUser> = {}): Promise<Person> {
    made += 1
    const user = await insertUser(db, {
      username: `person${made}`,
      email: `person${made}@example.com`,
      password_hash: await hashed,
      first_name: 'Somchai',
      last_name: `Jaidee ${made}`,
      phone_number: '0812345678',
      birth_date: '1990-05-15',
      ...given,
    })
    return { ...user, ...(await start(ctx, user.id, undefined)) }
  }

  async function addOrganizer(given: Partial<NewUser> = {}): Promise<Person> {
    const person = await addUser(given)
    const application = { email: 'team@example.com', organization_type: 'COMPANY' } as const
    await insertOrganizer(db, person.id, { organizer_name: `Organizer ${person.id}`, ...application })
    return person
  }

  /** An event open for registration, owned by the given person or a new organizer. */
  const addEvent = eventMaker<Person>({
    now: () => clock.now,
    addOrganizer,
    publish: async (organizer, fields) => {
      const reply = await as(organizer).post(createEvent.url, fields)
      if (reply.statusCode !== 201) throw new Error(reply.body)
      return reply.json()
    },
  })

  function as(person: Person): Caller {
    return caller(app, { authorization: `Bearer ${person.access}` })
  }

  /** A helper at a door, without an account. */
  function withDoorLink(secret: string): Caller {
    return caller(app, { [doorLinkHeader]: secret })
  }

  /** Acts as another server process: shares nothing but the database. */
  async function addServer() {
    const ownDb = openDatabase(url, settings.DATABASE_POOL, { timeoutFactor })
    const replica = openReplica(ownDb, { ...settings, DATABASE_REPLICA_URL: undefined })
    const limits = openLimits(ownDb, settings.RATE_LIMIT_SCALE)
    const other = await buildApp({ ...ctx, db: ownDb, replica, limits, announcer: openAnnouncer(ownDb) }, intervals)
    others.push(other, ownDb)
    return { app: other, as: (person: Person) => caller(other, { authorization: `Bearer ${person.access}` }) }
  }

  /** Does the regular tasks of the worker now, instead of in their next round. */
  const doWhatIsDue = async () => jobs?.doWhatIsDue()
  const makers = { addServer, addUser, addOrganizer, addEvent }
  return { app, ctx, db, clock, as, visitor: caller(app, {}), withDoorLink, doWhatIsDue, ...makers }
}

function caller(app: FastifyInstance, headers: Record<string, string>): Caller {
  const inject = (method: NonNullable<InjectOptions['method']>, url: string, payload?: object) =>
    app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return {
    get: (url) => inject('GET', url),
    post: (url, body) => inject('POST', url, body),
    put: (url, body) => inject('PUT', url, body),
    patch: (url, body) => inject('PATCH', url, body),
    delete: (url) => inject('DELETE', url),
  }
}
