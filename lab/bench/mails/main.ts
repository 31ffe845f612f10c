/**
 * Measures how fast the mails of a rush leave, and what the product's pages notice of it: `npm run bench:mails`. Twenty thousand
 * people hold a ticket and are mailed it, with its QR code, over TLS: once to a mail server beside it, once to one that is 50 ms
 * away. MAILS=2000 sends fewer, AWAY=50 measures only the server that is so far away.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareJobs } from '#server/lib/jobs/worker.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { openStage, type Stage } from '#server/testing/rush-stage.ts'
import { type Held, startProgram } from '../built/program.ts'
import { child } from '../child.ts'
import { countLeft, holdTickets } from './holders.ts'
import type { Taken } from './mail-server.ts'
import { startVisits, type Times } from './visits.ts'

const mails = Number(process.env.MAILS ?? 20_000)
/** How far away the mail servers are, in milliseconds. */
const delays = process.env.AWAY === undefined ? [0, 50] : [Number(process.env.AWAY)]
/** What the mails have to keep to, in seconds. */
const longest = 180
const visitsPerSecond = 20
const restSeconds = 10
/** After which it is given up, in milliseconds. */
const timeoutMs = 900_000

const dataDir = await mkdtemp(path.join(tmpdir(), 'ruam-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir })
try {
  const keys = makeCertificate()
  await migrate(postgres.url)
  await prepareJobs(postgres.url)
  const stage = await openStage(postgres.url, mails)
  for (const delay of delays) await run(stage, keys, delay)
  await stage.close()
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** A certificate for 127.0.0.1 that is its own authority. */
function makeCertificate() {
  const keys = { KEY_FILE: path.join(dataDir, 'key.pem'), CERT_FILE: path.join(dataDir, 'cert.pem') }
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', keys.KEY_FILE, '-out', keys.CERT_FILE],
  ])
  return keys
}

async function run(stage: Stage, keys: { KEY_FILE: string; CERT_FILE: string }, delay: number) {
  const mailServer = await child('mails/mail-server.ts', { ...keys, DELAY_MS: String(delay) })
  const { port } = mailServer.ready as { port: number }
  const program = await startProgram({
    DATABASE_URL: postgres.url,
    TOKEN_SECRET: stage.tokenSecret,
    DATA_DIR: dataDir,
    SMTP_URL: `smtps://ruam:secret@127.0.0.1:${port}`,
    NODE_EXTRA_CA_CERTS: keys.CERT_FILE,
    RATE_LIMIT_SCALE: '1000',
  })
  try {
    const [eventId = 0] = await stage.addEvents(1, null)
    const visit = () => startVisits(program.port, `/api/events/${eventId}`, stage.tokens, visitsPerSecond)
    await visited(visit, () => sleep(3_000))
    const atRest = await visited(visit, () => sleep(restSeconds * 1_000))
    const before = await program.held()
    const taken = () => mailServer.ask<Taken>('taken')
    await holdTickets(postgres.url, eventId, mails)
    await until(async () => (await taken()).mails > 0)
    const meanwhile = await visited(visit, () => until(async () => (await taken()).mails >= mails))
    await until(async () => (await countLeft(postgres.url)) === 0)
    print(delay, await taken(), { atRest, meanwhile }, before, await program.held())
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

function print(delay: number, taken: Taken, visits: Record<'atRest' | 'meanwhile', Times>, before: Held, after: Held) {
  const seconds = (taken.last - taken.first) / 1_000
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
  const times = ({ p50, p95, p99, failed }: Times) => `p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, failed ${failed}`
  console.info(`\n${delay === 0 ? 'A mail server beside it' : `A mail server ${delay} ms away`}`)
  console.info(`  ${taken.mails} mails in ${seconds.toFixed(1)} s, ${Math.round(taken.mails / seconds)} a second`)
  console.info(`  ${Math.round(taken.bytes / taken.mails)} bytes each, to ${taken.recipients} people`)
  console.info(`  ${taken.connections} connections, ${taken.connectionsAtOnce} at once`)
  console.info(`  an event's page at rest: ${times(visits.atRest)}`)
  console.info(`  an event's page meanwhile: ${times(visits.meanwhile)}`)
  console.info(`  ${(((after.cpu - before.cpu) / taken.mails) * 1_000).toFixed(1)} ms of processor time a mail`)
  console.info(
    `  memory ${megabytes(before.rss)} before, ${megabytes(after.rss)} after, ${megabytes(after.peak)} at most`,
  )
  if (taken.mails === mails && taken.recipients === mails && seconds <= longest && visits.meanwhile.failed === 0) return
  console.error('  WRONG')
  process.exitCode = 1
}
