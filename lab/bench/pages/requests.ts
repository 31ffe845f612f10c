/** How many requests of visitors one server process answers in a second. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { dayInBangkok } from '#contract/dates.ts'
import { pathOf } from '#contract/endpoint.ts'
import { listCategories, listDays, listEvents, listTags } from '#contract/events/event-list.schemas.ts'
import { showEvent, showEventCard } from '#contract/events/events.schemas.ts'
import { paths } from '#contract/paths.ts'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { addEvents, addPeople } from '../discovery-fill.ts'
import { load } from './load.ts'

const events = 1_000
const connections = 10
const seconds = 5
const browser = 'gzip, deflate, br'

/** An address, and whether it is also asked for without compression. */
type Asked = [name: string, url: string, isLong?: boolean]

/** Prints requests per second, p50 and p99 of pages and of the API's answers, for visitors over ten connections: each
 *  made for its request alone, and shared. The built server runs in a process of its own, on the machine that makes the
 *  load as well. */
export async function measureRequests(only = ''): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruam-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate(postgres.url)
    const eventId = await fill(postgres.url)
    const server = await startServer({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, TOKEN_SECRET: randomUUID() })
    try {
      for (const [name, url] of builtFiles().filter(([name]) => name.includes(only))) {
        await report(name, () => url, server, browser)
      }
      for (const [name, url, isLong] of asked(eventId).filter(([name]) => name.includes(only))) {
        // Nobody shares an answer with an address of one's own; a parameter that is not known changes nothing.
        await report(`${name}: made`, (n) => `${url}${url.includes('?') ? '&' : '?'}own=${n}`, server, browser)
        await report(`${name}: shared`, () => url, server, browser)
        if (isLong) await report(`${name}: shared, uncompressed`, () => url, server, 'identity')
      }
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function asked(eventId: number): Asked[] {
  const today = dayInBangkok(new Date())
  return [
    ['page: home', paths.home],
    ['page: list', paths.discover],
    ['page: a day of the calendar', `${paths.discover}?date=${today}`],
    ['page: event', paths.event(eventId)],
    ['api: 1,000 events', `${listEvents.url}?limit=1000`, true],
    ['api: 1,000 cards', `${listEvents.url}?limit=1000&fields=card`, true],
    ['api: 8 cards', `${listEvents.url}?limit=8&fields=card&current=true&sort=soonest`],
    ['api: one event', pathOf(showEvent, { eventId }), true],
    ['api: one card', pathOf(showEventCard, { eventId })],
    ['api: categories', listCategories.url],
    ['api: tags', listTags.url],
    ['api: days', `${listDays.url}?month=${today.slice(0, 7)}`],
  ]
}

/** The smallest and the largest program of the built pages: a new reader takes some twenty like them. */
function builtFiles(): Asked[] {
  const folder = 'build/client/assets'
  const programs = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const bySize = programs.sort((a, b) => statSync(path.join(folder, a)).size - statSync(path.join(folder, b)).size)
  return [
    ['file: smallest', `/assets/${bySize[0]}`],
    ['file: largest', `/assets/${bySize.at(-1)}`],
  ]
}

/** Adds the events; returns the id of a public one. */
async function fill(url: string): Promise<number> {
  const db = openDatabase(url, 2, { longWork: true })
  await addPeople(db)
  await addEvents(db, events, new Date())
  const { id } = await db.one<{ id: number }>(sql`SELECT min(id)::int AS id FROM events WHERE visibility = 'PUBLIC'`)
  await db.close()
  return id
}

interface Running {
  origin: string
  /** The processor time that the server, its database apart, has used until now, in milliseconds; 0 where the system does
   *  not say. */
  used(): number
  stop(): Promise<void>
}

async function startServer(env: Record<string, string>): Promise<Running> {
  const server = spawn(process.execPath, [...profiled(), 'build/main.js'], {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  const origin = new Promise<string>((resolve) => {
    server.stdout.on('data', (text) => {
      const [address] = /http:\/\/\S+/.exec(String(text)) ?? []
      if (address) resolve(address.replace('localhost', '127.0.0.1'))
    })
  })
  const failed = ended.then(([code]) => {
    throw new Error(`The server ended with ${code}; is it built?`)
  })
  return {
    origin: await Promise.race([origin, failed]),
    used: () => usedBy(server.pid),
    stop: async () => {
      server.kill('SIGTERM')
      await ended
    },
  }
}

/** As Linux tells it, in hundredths of a second. */
function usedBy(pid: number | undefined): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  const [, figures = ''] = readFileSync(file, 'utf8').split(') ')
  const [user, system] = figures.split(' ').slice(11, 13).map(Number)
  return 10 * ((user ?? 0) + (system ?? 0))
}

/** `node --cpu-prof` writes where the time went, where a folder for it is given. */
function profiled(): string[] {
  const folder = process.env.BENCH_PROFILE
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

/** Asks for a second without measuring, and then measures. */
async function report(name: string, pathOf: (n: number) => string, server: Running, encoding: string) {
  let asked = 0
  const ask = (milliseconds: number) =>
    load({
      port: Number(new URL(server.origin).port),
      connections,
      milliseconds,
      headers: `accept-encoding: ${encoding}\r\n`,
      pathOf: () => pathOf(asked++),
    })
  await ask(1_000)
  const before = server.used()
  const { count, perSecond, p50, p99, bytes, failed } = await ask(1_000 * seconds)
  const cost = (server.used() - before) / count
  console.info(
    `${name.padEnd(41)}${Math.round(perSecond).toLocaleString('en-US').padStart(7)}/s` +
      `  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  CPU ${cost.toFixed(cost < 10 ? 3 : 0)} ms` +
      `  ${(bytes / 1_000).toFixed(1)} kB${failed > 0 ? `  ${failed} FAILED` : ''}`,
  )
}
