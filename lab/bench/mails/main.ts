/**
 * Measures how fast the mails of a rush are sent, and how that slows pages down: `npm run bench:mails`. Sends twenty thousand
 * tickets with QR codes over TLS, once to a local mail server and once to one with 50 ms latency. MAILS=2000 sends fewer, AWAY=50
 * measures only that latency.
 */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { noteNews } from '#server/features/tickets/mails/notifications.repository.ts'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { addCrowd, type Crowd } from '#server/testing/crowd.ts'
import { openPostgres, startWorker } from '../../programs.ts'
import { type Held, startMeasured } from '../measured.ts'
import type { Taken } from './mail-server.ts'

const mails = Number(process.env.MAILS ?? 20_000)
/** Latencies of the mail servers, in milliseconds. */
const delays = process.env.AWAY === undefined ? [0, 50] : [Number(process.env.AWAY)]
/** The limit for sending all mails, in seconds. */
const longest = 180
const visitsPerSecond = 20
const restSeconds = 10
/** Timeout for sending all mails. */
const timeoutMs = 900_000

const postgres = await openPostgres()
try {
  const keys = makeCertificate()
  const crowd = await addCrowd(postgres.url, mails)
  for (const delay of delays) await run(crowd, keys, delay)
  await crowd.close()
} finally {
  await postgres.close()
}

/** A self-signed certificate for 127.0.0.1. */
function makeCertificate() {
  const keys = { KEY_FILE: path.join(postgres.dataDir, 'key.pem'), CERT_FILE: path.join(postgres.dataDir, 'cert.pem') }
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', keys.KEY_FILE, '-out', keys.CERT_FILE],
  ])
  return keys
}

async function run(crowd: Crowd, keys: { KEY_FILE: string; CERT_FILE: string }, delay: number) {
  const mailServer = await startWorker('bench/mails/mail-server.ts', { ...keys, DELAY_MS: String(delay) })
  const { port } = mailServer.ready as { port: number }
  const program = await startMeasured({
    DATABASE_URL: postgres.url,
    TOKEN_SECRET: crowd.tokenSecret,
    DATA_DIR: postgres.dataDir,
    SMTP_URL: `smtps://ruam:secret@127.0.0.1:${port}`,
    NODE_EXTRA_CA_CERTS: keys.CERT_FILE,
    RATE_LIMIT_SCALE: '1000',
  })
  try {
    const [eventId = 0] = await crowd.addEvents(1, null)
    const visit = () => startVisits(program.port, `/api/events/${eventId}`, crowd.tokens, visitsPerSecond)
    await visited(visit, () => sleep(3_000))
    const atRest = await visited(visit, () => sleep(restSeconds * 1_000))
    const before = await program.held()
    const taken = () => mailServer.ask<Taken>('taken')
    await holdTickets(postgres.url, eventId, mails)
    await until(async () => (await taken()).mails > 0)
    const duringMails = await visited(visit, () => until(async () => (await taken()).mails >= mails))
    await until(async () => (await countLeft(postgres.url)) === 0)
    print(delay, await taken(), { atRest, duringMails }, before, await program.held())
  } finally {
    await program.stop()
    await mailServer.stop()
  }
}

async function visited(visit: () => ReturnType<typeof startVisits>, during: () => Promise<unknown>): Promise<Times> {
  const visits = visit()
  await during()
  return visits.stop()
}

async function until(isSo: () => Promise<boolean>) {
  const start = performance.now()
  while (!(await isSo())) {
    if (performance.now() - start > timeoutMs) throw new Error('The mails did not leave in time.')
    await sleep(500)
  }
}

function print(
  delay: number,
  taken: Taken,
  visits: Record<'atRest' | 'duringMails', Times>,
  before: Held,
  after: Held,
) {
  const seconds = (taken.last - taken.first) / 1_000
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
  const times = ({ p50, p95, p99, failed }: Times) => `p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, failed ${failed}`
  console.info(`\n${delay === 0 ? 'A local mail server' : `A mail server with ${delay} ms latency`}`)
  console.info(`  ${taken.mails} mails in ${seconds.toFixed(1)} s, ${Math.round(taken.mails / seconds)} a second`)
  console.info(`  ${Math.round(taken.bytes / taken.mails)} bytes each, to ${taken.recipients} people`)
  console.info(`  ${taken.connections} connections, ${taken.connectionsAtOnce} at once`)
  console.info(`  an event's page at rest: ${times(visits.atRest)}`)
  console.info(`  an event's page while mails are sent: ${times(visits.duringMails)}`)
  console.info(`  ${(((after.cpu - before.cpu) / taken.mails) * 1_000).toFixed(1)} ms of processor time a mail`)
  console.info(
    `  memory ${megabytes(before.rss)} before, ${megabytes(after.rss)} after, ${megabytes(after.peak)} at most`,
  )
  if (taken.mails === mails && taken.recipients === mails && seconds <= longest && visits.duringMails.failed === 0)
    return
  console.error('  WRONG')
  process.exitCode = 1
}

/** Response times in milliseconds. */
interface Times {
  count: number
  p50: number
  p95: number
  p99: number
  failed: number
}

/** Requests an event `perSecond` times a second, each time as another person, without waiting for responses, until `stop`. */
function startVisits(port: number, path: string, tokens: string[], perSecond: number) {
  const times: number[] = []
  const asking = new Set<Promise<void>>()
  let failed = 0
  let isOver = false

  async function ask(token: string) {
    const start = performance.now()
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
    await reply.arrayBuffer()
    times.push(performance.now() - start)
    if (!reply.ok) failed += 1
  }

  const visiting = (async () => {
    for (let n = 0; !isOver; n++) {
      const asked = ask(tokens[n % tokens.length] ?? '').catch(() => {
        failed += 1
      })
      asking.add(asked)
      asked.finally(() => asking.delete(asked))
      await sleep(1_000 / perSecond)
    }
  })()

  return {
    stop: async (): Promise<Times> => {
      isOver = true
      await visiting
      await Promise.all(asking)
      const sorted = times.sort((one, other) => one - other)
      const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 10) / 10
      return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), failed }
    },
  }
}

/** Gives everybody a ticket without a confirmation mail; the mails are due ten seconds later. */
async function holdTickets(url: string, eventId: number, people: number): Promise<void> {
  const db = openDatabase(url, 1)
  await db.run(sql`UPDATE users SET email_verified_at = now() WHERE email_verified_at IS NULL`)
  const tickets = await db.many<{ id: number }>(sql`
    INSERT INTO tickets (ticket_number, event_id, user_id, fullname, register_date, status, issued_at)
    SELECT upper(substr(md5(${eventId} || '-' || id), 1, 12)), ${eventId}, id, first_name || ' ' || last_name, now(), 'ACTIVE', now()
    FROM users WHERE first_name = 'Person' ORDER BY id LIMIT ${people}
    RETURNING id`)
  await db.run(sql`UPDATE event_seats SET taken = ${tickets.length} WHERE event_id = ${eventId}`)
  await noteNews(
    db,
    'confirmed',
    tickets.map(({ id }) => id),
  )
  await db.close()
}

/** The number of unsent mails. */
async function countLeft(url: string): Promise<number> {
  const db = openDatabase(url, 1)
  const { left } = await db.one<{ left: number }>(sql`
    SELECT (SELECT count(*) FROM graphile_worker.jobs WHERE attempts < max_attempts)
         + (SELECT coalesce(sum(cardinality(ticket_ids)), 0) FROM unconfirmed_tickets) AS left`)
  await db.close()
  return left
}
