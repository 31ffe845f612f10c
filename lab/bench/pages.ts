/**
 * Measures how many visitors' requests one server process answers, and how fast pages are on a phone: `npm run bench:pages`, or
 * one part with `-- requests`, `-- lighthouse` or `-- tasks`. Lighthouse can also measure other sites:
 * `-- lighthouse https://example.com/`.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { dayInBangkok } from '#contract/dates.ts'
import { pathOf } from '#contract/endpoint.ts'
import { listCategories, listDays, listEvents, listTags } from '#contract/events/event-list.ts'
import { showEvent, showEventCard } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { buildProduct, openPostgres, type Product, root, startProduct } from '../programs.ts'
import { addEvents, addPeople } from './discovery/fill.ts'
import { measureByLighthouse } from './pages-lighthouse.ts'
import { measureTasks } from './pages-tasks.ts'

const events = 1_000
const seconds = 5
const [part = 'all', ...others] = process.argv.slice(2)
const main = await buildProduct()
const isWanted = (name: string) => part === 'all' || part === name
if (isWanted('requests')) await measureRequests()
if (isWanted('lighthouse')) await measureByLighthouse(main, events, others)
if (isWanted('tasks')) await measureTasks(main, events)

/** Prints requests per second, p50, p99 and CPU time of pages and calls over ten local connections, both for responses made per
 *  request and for shared ones. While responses are made per request, it also measures a small call beside them. */
async function measureRequests(): Promise<void> {
  const postgres = await openPostgres()
  try {
    const db = openDatabase(postgres.url, 2, { longWork: true })
    await addPeople(db)
    await addEvents(db, events, new Date())
    const { id } = await db.one<{ id: number }>(sql`SELECT min(id)::int AS id FROM events WHERE visibility = 'PUBLIC'`)
    await db.close()
    const env = { DATABASE_URL: postgres.url, DATA_DIR: postgres.dataDir, LOG_LEVEL: 'silent', HOST: '127.0.0.1' }
    const server = await startProduct(main, env)
    try {
      for (const [name, path] of builtFiles()) await report(name, server, path)
      for (const { name, path, isLong } of visits(id)) {
        await report(`${name}: made`, server, path, { isShared: false })
        await report(`${name}: shared`, server, path)
        if (isLong) await report(`${name}: shared, uncompressed`, server, path, { encoding: 'identity' })
      }
    } finally {
      await server.end()
    }
  } finally {
    await postgres.close()
  }
}

function visits(eventId: number): { name: string; path: string; isLong?: boolean }[] {
  const today = dayInBangkok(new Date())
  return [
    { name: 'page: home', path: paths.home },
    { name: 'page: list', path: paths.discover },
    { name: 'page: a day of the calendar', path: `${paths.discover}?date=${today}` },
    { name: 'page: event', path: paths.event(eventId) },
    { name: 'api: 1,000 events', path: `${listEvents.url}?limit=1000`, isLong: true },
    { name: 'api: 1,000 cards', path: `${listEvents.url}?limit=1000&fields=card`, isLong: true },
    { name: 'api: 8 cards', path: `${listEvents.url}?limit=8&fields=card&current=true&sort=soonest` },
    { name: 'api: one event', path: pathOf(showEvent, { eventId }), isLong: true },
    { name: 'api: one card', path: pathOf(showEventCard, { eventId }) },
    { name: 'api: categories', path: listCategories.url },
    { name: 'api: tags', path: listTags.url },
    { name: 'api: days', path: `${listDays.url}?month=${today.slice(0, 7)}` },
  ]
}

/** The smallest and the largest script of the built pages. */
function builtFiles(): [name: string, path: string][] {
  const folder = join(root, 'build', 'client', 'assets')
  const size = (name: string) => statSync(join(folder, name)).size
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const bySize = scripts.sort((one, other) => size(one) - size(other))
  return [
    ['file: smallest', `/assets/${bySize[0]}`],
    ['file: largest', `/assets/${bySize.at(-1)}`],
  ]
}

/** Warms up for a second, then measures. */
async function report(
  name: string,
  { url, pid }: Product,
  path: string,
  { isShared = true, encoding = 'gzip, deflate, br' } = {},
) {
  let sent = 0
  const load = (duration: number) =>
    autocannon({
      ...{ url: url + path, connections: 10, duration, headers: { 'accept-encoding': encoding } },
      // An unknown parameter does not change the response, but makes the URL unique, so that it is not shared.
      ...(isShared
        ? {}
        : { requests: [{ setupRequest: (request) => ({ ...request, path: withNumber(path, sent++) }) }] }),
    })
  await load(1)
  const before = cpuOf(pid)
  const small = { url: url + listCategories.url, connections: 1, overallRate: 20, duration: seconds }
  const [{ requests, latency, throughput, non2xx, errors }, beside] = await Promise.all([
    load(seconds),
    isShared ? null : autocannon(small),
  ])
  const cost = (cpuOf(pid) - before) / requests.total
  console.info(
    `${name.padEnd(41)}${Math.round(requests.average).toLocaleString('en-US').padStart(7)}/s` +
      `  p50 ${latency.p50} ms  p99 ${latency.p99} ms  CPU ${cost.toFixed(cost < 10 ? 3 : 0)} ms` +
      `  ${(throughput.total / requests.total / 1_000).toFixed(1)} kB${non2xx + errors > 0 ? `  ${non2xx + errors} FAILED` : ''}` +
      (beside ? `  beside it p50 ${beside.latency.p50} ms  p99 ${beside.latency.p99} ms` : ''),
  )
}

function withNumber(path: string, number: number): string {
  return `${path}${path.includes('?') ? '&' : '?'}own=${number}`
}

/** CPU time of a process in milliseconds; 0 on systems other than Linux. */
function cpuOf(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  const [, figures = ''] = readFileSync(file, 'utf8').split(') ')
  const [user = 0, system = 0] = figures.split(' ').slice(11, 13).map(Number)
  return 10 * (user + system)
}
