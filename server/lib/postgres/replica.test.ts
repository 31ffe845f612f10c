import { expect, onTestFinished, test, vi } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { openDatabase, sql } from './database.ts'
import { openReplica } from './replica.ts'

type Product = Awaited<ReturnType<typeof startApp>>

/** A product with an event 'Of the primary', and a second database that acts as its replica: the same event is called 'Of the
 *  replica', and heartbeats are copied to it. */
async function startWithReplica() {
  const other = await startApp()
  await other.addEvent({ event_name: 'Of the replica', tags: 'replica', category: 'SEMINAR' })
  const later = { start_date_event: '2026-12-05T03:00:00Z', end_date_event: '2026-12-05T05:00:00Z' }
  await other.addEvent({ event_name: 'Of the replica, later', ...later })
  const url = String(other.db.pool.options.connectionString)
  const product = await startApp({
    DATABASE_REPLICA_URL: url,
    DATABASE_URL: 'postgres://named/only',
    TOKEN_SECRET: 'not used'.repeat(4),
  })
  await product.addEvent({ event_name: 'Of the primary', tags: 'primary', category: 'CONCERT' })
  const warn = vi.spyOn(product.app.log, 'warn').mockImplementation(() => undefined)
  const link = openDatabase(url, 1)
  let isLinked = true
  const copy = async () => {
    if (!isLinked) return
    const row = await product.db.maybeOne<{ beat_at: string }>(sql`SELECT beat_at FROM replica_heartbeat`)
    if (row === null || !isLinked) return
    await link.run(sql`
      INSERT INTO replica_heartbeat (beat_at) VALUES (${row.beat_at})
      ON CONFLICT (is_only) DO UPDATE SET beat_at = excluded.beat_at`)
  }
  const timer = setInterval(() => copy().catch(() => undefined), 20)
  onTestFinished(async () => {
    clearInterval(timer)
    await link.close()
  })
  return {
    product,
    other,
    warn,
    follow: (is: boolean) => {
      isLinked = is
    },
    /** How late the replica seems to be. */
    delay: (by: string) => link.run(sql`UPDATE replica_heartbeat SET beat_at = beat_at - ${by}::interval`),
  }
}

/** A response that is not shared. */
async function read({ clock, visitor }: Product, url: string): Promise<string> {
  clock.now = new Date(clock.now.getTime() + 1_000)
  return (await visitor.get(url)).body
}

const listed = async (product: Product) =>
  /Of the (primary|replica)/.exec(await read(product, '/api/events/events'))?.[1]
const until = (look: () => Promise<void> | void) => vi.waitFor(look, { timeout: 15_000, interval: 20 })
const untilListed = (product: Product, from: 'primary' | 'replica') =>
  until(async () => expect(await listed(product)).toBe(from))
const untilRead = (product: Product, url: string, text: string) =>
  until(async () => expect(await read(product, url)).toContain(text))

async function figure({ visitor }: Product, name: string): Promise<number> {
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await visitor.get('/metrics')).body)?.[1])
}
const untilUsed = (product: Product, is: 1 | 0) =>
  until(async () => expect(await figure(product, 'ruam_replica_used')).toBe(is))

test("visitors' lists, filters, feeds and the sitemap are read from the replica, all else from the primary", async () => {
  const { product } = await startWithReplica()
  const { as, addUser, visitor } = product
  const person = await addUser()
  await untilListed(product, 'replica')

  for (const url of ['/api/events/events?search=replica', '/feeds/events.atom', '/feeds/events.ics']) {
    await untilRead(product, url, 'Of the replica')
  }
  await untilRead(product, '/api/events/tags', 'replica')
  await untilRead(product, '/api/events/categories', 'SEMINAR')
  await untilRead(product, '/api/events/days?month=2026-12', '2026-12-05')
  await untilRead(product, '/sitemap.xml', '/events/2<')

  expect(await read(product, '/api/events/1')).toContain('Of the primary')
  expect((await visitor.get('/events/1.ics')).body).toContain('Of the primary')
  for (const url of ['/api/events/events', '/api/events/events?search=primary', '/api/events/tags']) {
    expect((await as(person).get(url)).body.toLowerCase()).toMatch(/^(?!.*replica).*primary/s)
  }
  expect((await as(person).post('/api/tickets/event/1/register')).statusCode).toBe(201)
  expect((await as(person).get(`/api/tickets/user/${person.id}`)).json()).toHaveLength(1)
  await untilUsed(product, 1)
})

test('a replica too far behind is reported and left until it has caught up', async () => {
  const { product, warn, follow, delay } = await startWithReplica()
  await untilListed(product, 'replica')

  follow(false)
  await delay('10 minutes')
  await untilListed(product, 'primary')

  await untilUsed(product, 0)
  expect(await figure(product, 'ruam_replica_behind_seconds')).toBeGreaterThan(500)
  expect(warn).toHaveBeenCalledWith(
    expect.stringMatching(
      /^lists are read from the primary, as the replica cannot be used: it is [\d.]+ seconds behind$/,
    ),
  )
  follow(true)
  await untilListed(product, 'replica')
  expect(warn).toHaveBeenLastCalledWith('lists are read from the replica again')
  await untilUsed(product, 1)
})

test("a replica without the primary's heartbeat is reported and not used", async () => {
  const [other, { db, ctx }] = [await startApp(), await startApp()]
  const warn = vi.fn<(message: string) => void>()
  const settings = { ...ctx.settings, DATABASE_REPLICA_URL: String(other.db.pool.options.connectionString) }
  const replica = openReplica(db, settings, { everyMs: 5, timeoutMs: 10_000, maxLagMs: 10_000, inARow: 2 })
  onTestFinished(() => replica.close())

  replica.watch({ warn })
  await until(() => expect(warn).toHaveBeenCalled())

  expect(replica.figures()).toEqual({ isUsed: false, behind: Number.NaN, fallbacks: 0 })
  expect(warn.mock.calls).toEqual([[expect.stringContaining('it has no heartbeat of the primary')]])
})

test('if the replica fails or goes silent during a read, the primary answers', async () => {
  const { product, other, warn } = await startWithReplica()
  await untilListed(product, 'replica')

  const asked = await other.db.transaction(async (tx) => {
    // Like a machine that is up but does not respond.
    await tx.run(sql`LOCK TABLE event_listings, replica_heartbeat IN ACCESS EXCLUSIVE MODE`)
    return listed(product)
  })

  expect(asked).toBe('primary')
  await untilUsed(product, 0)
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('it does not answer in time'))
})

test('a statement that the replica refuses is asked of the primary', async () => {
  const { product, other } = await startWithReplica()
  await untilListed(product, 'replica')

  // Like a table of a new release that has not been replicated yet.
  await other.db.run(sql`ALTER TABLE event_listings RENAME TO not_there_yet`)
  const asked = await listed(product).finally(() =>
    other.db.run(sql`ALTER TABLE not_there_yet RENAME TO event_listings`),
  )

  expect(asked).toBeDefined()
  expect(await figure(product, 'ruam_replica_failures')).toBeGreaterThan(0)
  await untilUsed(product, 1)
})

/** A primary behind a pooler, and the same database without the pooler as its replica. Resolves once the replica is used. */
async function startPooled(parameters = '') {
  const { ctx, db } = await startApp()
  const url = String(db.pool.options.connectionString)
  const primary = openDatabase(url, 1, { direct: url })
  const settings = { ...ctx.settings, DATABASE_DIRECT_URL: url, DATABASE_REPLICA_URL: `${url}${parameters}` }
  const replica = openReplica(primary, settings, { everyMs: 50, timeoutMs: 10_000, maxLagMs: 10_000, inARow: 1 })
  onTestFinished(async () => {
    await replica.close()
    await primary.close()
  })
  replica.watch({ warn: () => undefined })
  await until(() => expect(replica.figures()?.isUsed).toBe(true))
  return replica
}

test('a statement that takes too long fails without being asked of the primary, and the replica stays in use', async () => {
  const replica = await startPooled('?statement_timeout=500')

  await expect(replica.for(null).many(sql`SELECT pg_sleep(1)`)).rejects.toMatchObject({ code: '57014' })

  expect(replica.figures()).toMatchObject({ isUsed: true, fallbacks: 0 })
})

test('statements on a replica have a timeout, also if the primary is behind a pooler', async () => {
  const replica = await startPooled()

  expect(await replica.for(null).one(sql`SHOW statement_timeout`)).toEqual({ statement_timeout: '5s' })
})
