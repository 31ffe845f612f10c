/**
 * Measures how long very many comments take to load: `npm run bench:comments`. Uses a real PostgreSQL, one call at a time over
 * one connection; times run from the request to the last byte of the response.
 */
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { addCrowd } from '#server/testing/crowd.ts'
import { openPostgres, startRushServer } from '../programs.ts'

const many = 10_000
const people = 1_000
const rounds = 50
const rehearsals = 10
/** The longest acceptable time, in milliseconds. */
const tolerated = 100

const postgres = await openPostgres()
try {
  const crowd = await addCrowd(postgres.url, people)
  const [wide = 0, deep = 0, ...others] = await crowd.addEvents(52, null)
  const thread = await addComments(wide, deep, others)
  await crowd.close()

  const env = {
    DATABASE_URL: postgres.url,
    TOKEN_SECRET: crowd.tokenSecret,
    DATA_DIR: postgres.dataDir,
    RATE_LIMIT_SCALE: '0',
  }
  const server = await startRushServer(env)
  const origin = `http://127.0.0.1:${(server.ready as { port: number }).port}`
  const list = `/api/events/${wide}/comments`
  await measure(`the first 20 of ${many} comments`, origin, `${list}?limit=20`)
  await measure(`20 in the middle of ${many}`, origin, await middleOf(origin, list))
  await measure('1,000 threads, as without parameters', origin, list)
  await measure(`a thread with ${many} replies among others`, origin, `/api/events/${deep}/comments?limit=20`)
  await measure(`20 of its ${many} replies`, origin, `/api/comments/${thread}/replies?limit=20`)
  await server.stop()
} finally {
  await postgres.close()
}

/** Adds `many` threads to the event `wide`, a thread with `many` replies to the event `deep`, and a tenth as many
 *  threads to each of `others`. Returns the id of the long thread. */
async function addComments(wide: number, deep: number, others: number[]): Promise<number> {
  const db = openDatabase(postgres.url, 1)
  const add = (eventId: number, parentId: number | null, count: number) =>
    db.many<{ id: number }>(sql`
      INSERT INTO comments (event_id, user_id, parent_id, content, created_at)
      SELECT ${eventId}, 1 + n % ${people}, ${parentId}, repeat('See you there! ', 8), now() - n * interval '1 second'
      FROM generate_series(1, ${count}::int) n
      RETURNING id`)
  await add(wide, null, many)
  const [thread] = await add(deep, null, 1)
  if (thread === undefined) throw new Error('no thread')
  await add(deep, thread.id, many)
  await add(deep, null, 100)
  for (const eventId of others) await add(eventId, null, many / 10)
  await db.pool.query('VACUUM ANALYZE')
  await db.close()
  return thread.id
}

async function middleOf(origin: string, list: string): Promise<string> {
  let next = `${list}?limit=1000`
  for (let page = 0; page < 5; page++) {
    const reply = await fetch(origin + next)
    await reply.arrayBuffer()
    next = /<(.+)>/.exec(reply.headers.get('link') ?? '')?.[1] ?? ''
  }
  return next.replace('limit=1000', 'limit=20')
}

async function measure(name: string, origin: string, url: string) {
  const times: number[] = []
  let bytes = 0
  for (let round = -rehearsals; round < rounds; round++) {
    const asked = performance.now()
    const reply = await fetch(origin + url, { headers: { 'accept-encoding': 'identity' } })
    bytes = (await reply.arrayBuffer()).byteLength
    if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}`)
    if (round >= 0) times.push(performance.now() - asked)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const [median = 0, slow = 0] = [sorted[Math.floor(rounds / 2)], sorted[Math.floor(rounds * 0.95)]]
  console.info(`${name}: ${median.toFixed(1)} ms, p95 ${slow.toFixed(1)} ms, ${Math.round(bytes / 1024)} KB`)
  if (median <= tolerated || !url.includes('limit=')) return
  console.error(`  WRONG: more than ${tolerated} ms`)
  process.exitCode = 1
}
