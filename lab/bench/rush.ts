/**
 * Measures how fast applications are decided when thousands apply at once, and checks that the tickets are right:
 * `npm run bench:rush`. Uses a real PostgreSQL with fsync on; the product with its limits, and the load, run in separate
 * processes. Mails are not measured: they are queued with the tickets and sent after the rush. `-- b c` measures only these cases,
 * and the token check.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { addCrowd, type Crowd } from '#server/testing/crowd.ts'
import { openPostgres, startRushServer, startWorker, type Worker } from '../programs.ts'
import type { LoadReport } from './rush-load.ts'
import type { ServerUse } from './rush-server.ts'

const applications = 20_000
const connections = 1_000
const seats = 500
/** Warm-up: this many applications for as many other events, over the same connections, because a real server has been running
 *  for a while, with open connections. */
const rehearsals = 2_000
/** In milliseconds: the pause after a rush before the memory that is still held is read. Node gives memory back once it has been
 *  idle for some ten seconds. */
const quietTime = 60_000

interface Case {
  name: string
  /** The path of the call for an event: the product's own, or a yardstick of `rush-server.ts`. */
  call: (eventId: number) => string
  events: number
  capacity: number | null
  processes: number
  /** The seats of each ticket type; the cheapest sells out first. */
  types?: number[]
  /** How many of the seats are held, and come free unpaid during the rush. */
  unpaid?: number
  /** The most seats in an application: as many people apply for one as for two, and so on. */
  party?: number
}

const apply = (eventId: number) => `/api/tickets/event/${eventId}/register`
const threeTypes = [100, 150, seats]
const plainRush = `(b) one event, ${seats} seats`
const cases: Case[] = [
  { name: 'token only (yardstick)', call: () => '/bench/token-only', events: 1, capacity: null, processes: 1 },
  {
    name: 'one transaction each (yardstick)',
    call: (id) => `/bench/one-by-one/${id}`,
    events: 1,
    capacity: null,
    processes: 1,
  },
  { name: '(a) one event, no limit', call: apply, events: 1, capacity: null, processes: 1 },
  { name: plainRush, call: apply, events: 1, capacity: seats, processes: 1 },
  { name: '(c) 200 events', call: apply, events: 200, capacity: null, processes: 1 },
  {
    name: `(g) ${seats} seats in three types`,
    call: apply,
    events: 1,
    capacity: seats,
    processes: 1,
    types: threeTypes,
  },
  {
    name: `(h) ${seats} seats in three types, parties of 1 to 4`,
    call: apply,
    events: 1,
    capacity: seats,
    processes: 1,
    types: threeTypes,
    party: 4,
  },
  {
    name: `(i) ${seats} seats, half of them come free unpaid during the rush`,
    call: apply,
    events: 1,
    capacity: seats,
    processes: 1,
    unpaid: seats / 2,
  },
  { name: `(d) ${seats} seats, two processes`, call: apply, events: 1, capacity: seats, processes: 2 },
]

const letters = process.argv.slice(2)
const isWanted = (name: string) => letters.length === 0 || letters.some((letter) => name.startsWith(`(${letter})`))

const postgres = await openPostgres()
try {
  const crowd = await addCrowd(postgres.url, applications)
  const rates = new Map<string, number>()
  for (const one of cases) {
    if (one === cases[0] || isWanted(one.name)) rates.set(one.name, await run(one, crowd))
  }
  if (isWanted('(e)')) await runLine(crowd, rates.get(plainRush) ?? Number.NaN)
  await crowd.close()
} finally {
  await postgres.close()
}

/** Measures one case, and returns its rate. */
async function run(
  { name, call, events, capacity, processes, types, party = 1, unpaid = 0 }: Case,
  crowd: Crowd,
): Promise<number> {
  const eventIds = await crowd.addEvents(events, capacity, types, party)
  const rehearsed = await crowd.addEvents(events, null)
  const env = { DATABASE_URL: postgres.url, TOKEN_SECRET: crowd.tokenSecret, DATA_DIR: postgres.dataDir }
  const servers = await Promise.all(Array.from({ length: processes }, () => startRushServer(env)))
  try {
    const ports = servers.map((server) => (server.ready as { port: number }).port)
    const load = await startWorker('bench/rush-load.ts', {})
    if (unpaid > 0) {
      const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000)
      for (const eventId of eventIds) await crowd.holdUnpaid(eventId, unpaid, inSeconds(0.75), inSeconds(1.25))
      for (const server of servers) await server.ask<ServerUse>('collect')
    }
    const report = await load.ask<LoadReport>({
      ports,
      connections,
      rehearsal: { paths: rehearsed.map(call), tokens: crowd.tokens.slice(0, rehearsals) },
      measured: { paths: eventIds.map(call), tokens: crowd.tokens, ...(party > 1 && { body: partiesUpTo(party) }) },
    })
    await load.stop()
    const held = await crowd.countTickets(eventIds)
    print(name, report, held, capacity, await memoryOf(servers))
    if (call === apply) check(name, report, held, capacity, party)
    return applications / report.seconds
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

function partiesUpTo(most: number): string[] {
  return Array.from({ length: most }, (_, guests) => {
    return JSON.stringify({ guests: Array.from({ length: guests }, (_, n) => ({ name: `Guest ${n}` })) })
  })
}

/** Everybody accepts the waiting list; then all ticket holders cancel at once. */
async function runLine(crowd: Crowd, plainRate: number) {
  const [eventId = 0] = await crowd.addEvents(1, seats)
  const rehearsed = await crowd.addEvents(1, null)
  const env = { DATABASE_URL: postgres.url, TOKEN_SECRET: crowd.tokenSecret, DATA_DIR: postgres.dataDir }
  const server = await startRushServer(env)
  const ports = [(server.ready as { port: number }).port]
  const load = await startWorker('bench/rush-load.ts', {})
  try {
    const rehearsal = { paths: rehearsed.map(apply), tokens: crowd.tokens.slice(0, rehearsals) }
    const report = await load.ask<LoadReport>({
      ports,
      connections,
      rehearsal,
      measured: { paths: [apply(eventId)], tokens: crowd.tokens, body: '{"wait":true}' },
    })
    const rate = applications / report.seconds
    print(`(e) ${seats} seats and a line`, report, await crowd.countTickets([eventId]), seats, await memoryOf([server]))
    console.info(
      `  places in line up to ${report.positions.at(-1)}, ${Math.round((rate / plainRate) * 100)} % of the rate of (b)`,
    )
    const isWhole = report.positions.every((position, place) => position === place + 1)
    checkTickets('(e)', isWhole && report.positions.length === applications - seats && report.failed === 0)

    const holders = await crowd.holdersOf(eventId)
    const back = await load.ask<LoadReport>({
      ports,
      connections: seats,
      rehearsal: { paths: [], tokens: [] },
      measured: { method: 'DELETE', paths: holders.map(({ path }) => path), tokens: holders.map(({ token }) => token) },
    })
    const held = await crowd.countTickets([eventId])
    const waiting = await crowd.countWaiting(eventId)
    console.info(`\n(f) ${seats} seats given back at once`)
    console.info(
      `  ${Math.round(seats / back.seconds)} answers/s, p50 ${back.p50} ms, p99 ${back.p99} ms, answers ${JSON.stringify(back.statuses)}`,
    )
    console.info(`  tickets ${held.tickets}, counted ${held.counted}, still waiting ${waiting}`)
    const promoted = applications - seats - waiting
    checkTickets(
      '(f)',
      back.statuses[200] === seats && held.tickets === seats && held.counted === seats && promoted === seats,
    )
  } finally {
    await load.stop()
    await server.stop()
  }
}

function checkTickets(name: string, isRight: boolean) {
  if (isRight) return
  console.error(`  WRONG: ${name}`)
  process.exitCode = 1
}

/** The memory of each process at its peak, and a minute after the rush. */
async function memoryOf(servers: Worker[]): Promise<string> {
  await sleep(quietTime)
  const uses = await Promise.all(servers.map((server) => server.ask<ServerUse>('use')))
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
  return uses.map(({ peak, now }) => `${megabytes(peak)} MB, then ${megabytes(now)} MB`).join(' + ')
}

function print(
  name: string,
  report: LoadReport,
  held: { tickets: number; counted: number },
  capacity: number | null,
  memory: string,
) {
  const { seconds, statuses, p50, p99, failed } = report
  const rate = Math.round(applications / seconds)
  console.info(`\n${name}`)
  console.info(
    `  ${rate} answers/s, ${Math.round((statuses[201] ?? 0) / seconds)} accepted/s, p50 ${p50} ms, p99 ${p99} ms`,
  )
  console.info(`  answers ${JSON.stringify(statuses)}, failed ${failed}`)
  console.info(
    `  tickets ${held.tickets}, counted ${held.counted}, seats ${capacity ?? 'without limit'}, peak memory ${memory}`,
  )
}

/** Fails if the number of tickets is wrong or a response was 5xx; other figures are only printed. */
function check(
  name: string,
  { statuses, failed }: LoadReport,
  held: { tickets: number; counted: number },
  capacity: number | null,
  party: number,
) {
  // With parties, each answer is for one to that many tickets.
  const accepted = party === 1 ? (statuses[201] ?? 0) : held.counted
  const expected = capacity ?? applications
  const serverErrors = Object.keys(statuses).filter((status) => Number(status) >= 500)
  if (
    held.tickets !== accepted ||
    held.counted !== accepted ||
    accepted !== expected ||
    failed > 0 ||
    serverErrors.length > 0
  ) {
    console.error(`  WRONG: ${name}`)
    process.exitCode = 1
  }
}
