/**
 * Measures how long the pages' calls take with 1,000, 100,000 and 1,000,000 events, for a visitor and for a member of an email
 * domain with private events: `npm run bench:discovery`, or with other sizes `npm run bench:discovery 1000 100000`. Uses a real
 * PostgreSQL, one call at a time over one connection; times run from the request to the last byte of the compressed response.
 */
import { randomUUID } from 'node:crypto'
import { Agent, get } from 'node:http'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { signAccessToken } from '#server/lib/security/tokens.ts'
import { openPostgres, startRushServer } from '../../programs.ts'
import { addEvents, addPeople, memberId } from './fill.ts'
import { questions } from './questions.ts'
import { measureWrites } from './writes.ts'

const sizes = process.argv.slice(2).map(Number)
const rounds = 100
/** Unmeasured rounds before each measurement. All questions also get them once before the first, because a new server is
 *  slow. */
const rehearsals = 5
/** The longest acceptable p95, in milliseconds. */
const tolerated = 20
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const postgres = await openPostgres()
const tokenSecret = randomUUID() + randomUUID()
try {
  const db = openDatabase(postgres.url, 2, { longWork: true })
  await addPeople(db)
  for (const size of sizes.length > 0 ? sizes : [1_000, 100_000, 1_000_000]) {
    const begun = performance.now()
    const now = new Date()
    await addEvents(db, size, now)
    console.info(
      `\n${size.toLocaleString('en-US')} events, added in ${Math.round((performance.now() - begun) / 1000)} s`,
    )
    const server = await startRushServer({
      ...{ DATABASE_URL: postgres.url, TOKEN_SECRET: tokenSecret, DATA_DIR: postgres.dataDir, RATE_LIMIT_SCALE: '0' },
    })
    const origin = `http://127.0.0.1:${(server.ready as { port: number }).port}`
    const tokenOf = await openSessions()
    for (const { url } of questions(now)) {
      const headers = { authorization: `Bearer ${tokenOf(memberId)}` }
      for (let round = 0; round < rehearsals; round++) await ask(origin + url, headers)
    }
    for (const { name, url } of questions(now)) {
      const visitor = await measure(origin + url, {})
      const member = await measure(origin + url, { authorization: `Bearer ${tokenOf(memberId)}` })
      const slow = Math.max(visitor.p95, member.p95) > tolerated ? '  SLOW' : ''
      console.info(`  ${name.padEnd(32)} visitor ${format(visitor)}   member ${format(member)}${slow}`)
    }
    await measureWrites(origin, tokenOf, db)
    await server.stop()
  }
  await db.close()
} finally {
  await postgres.close()
}

/** Signs everybody in. */
async function openSessions(): Promise<(userId: number) => string> {
  const db = openDatabase(postgres.url, 1)
  const sessions = await db.many<{ id: string; user_id: number }>(sql`
    INSERT INTO sessions (user_id, started_at, last_used_at, rotated_at, expires_at)
    SELECT id, now(), now(), now(), now() + interval '1 day' FROM users
    RETURNING id, user_id`)
  await db.close()
  const idOf = new Map(sessions.map(({ id, user_id }) => [user_id, id]))
  return (userId) => signAccessToken(tokenSecret, { userId, sessionId: idOf.get(userId) ?? '' }, new Date())
}

interface Times {
  p50: number
  p95: number
  total: string
}

async function measure(url: string, headers: Record<string, string>): Promise<Times> {
  const times: number[] = []
  let total = ''
  for (let round = -rehearsals; round < rounds; round++) {
    const asked = performance.now()
    total = await ask(url, headers)
    if (round >= 0) times.push(performance.now() - asked)
  }
  const sorted = times.toSorted((one, other) => one - other)
  // Nearest-rank percentile.
  const rank = (share: number) => sorted[Math.ceil(rounds * share) - 1] ?? 0
  return { p50: rank(0.5), p95: rank(0.95), total }
}

/** Makes one call, and returns the length of the list, or ''. */
function ask(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'gzip', ...headers } }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url} answered ${reply.statusCode}`))
      reply
        .on('error', reject)
        .on('end', () => resolve(String(reply.headers['x-total-count'] ?? '')))
        .resume()
    }).on('error', reject)
  })
}

function format({ p50, p95, total }: Times): string {
  return `p50 ${p50.toFixed(1).padStart(6)} p95 ${p95.toFixed(1).padStart(6)} ms${total && ` of ${total}`}`.padEnd(42)
}
