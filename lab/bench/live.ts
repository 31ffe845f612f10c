/**
 * Measures the cost of open pages during a rush: `npm run bench:live`. Runs the same rush without open pages, with them, and
 * with new comments too, each on a new server, and compares the results. `SCALE=0.1` runs a tenth of everything.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { addCrowd, type Crowd } from '#server/testing/crowd.ts'
import { openPostgres, quantile, startRushServer, startWorker, type Worker } from '../programs.ts'
import type { PagesOrder, PagesQuestion, PagesReport } from './live-pages.ts'
import type { LoadReport } from './rush-load.ts'
import type { ServerUse } from './rush-server.ts'

const scale = Number(process.env.SCALE ?? 1)
const seats = Math.round(20_000 * scale)
const connections = Math.round(1_000 * scale)
const rehearsals = Math.round(2_000 * scale)
const openPages = Math.round(2_000 * scale)
const rounds = Number(process.env.ROUNDS ?? 3)
/** How long a page may take to show the final state before it counts as wrong, in milliseconds. */
const timeoutMs = 10_000

interface Setting {
  pages: number
  /** Comments per second. */
  comments: number
}

const alone: Setting = { pages: 0, comments: 0 }
const settings: Setting[] = [
  { pages: openPages, comments: 0 },
  { pages: openPages, comments: 3 },
]

interface Measured {
  /** Answers per second. */
  rate: number
  /** The server's peak memory, in MB. */
  peak: number
  /** CPU seconds of the server's process; other work of the machine is not included. */
  cpu: number
}

const apply = (eventId: number) => `/api/tickets/event/${eventId}/register`
const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

const most = 200

const postgres = await openPostgres()
try {
  const crowd = await addCrowd(postgres.url, seats)
  const without: Measured[] = []
  const others: Measured[][] = settings.map(() => [])
  for (let round = 1; round <= rounds; round++) {
    without.push(await run(crowd, alone))
    for (const [n, setting] of settings.entries()) others[n]?.push(await run(crowd, setting))
  }
  for (const [n, setting] of settings.entries()) compare(setting, without, others[n] ?? [])
  await crowd.close()
} finally {
  await postgres.close()
}

async function run(crowd: Crowd, setting: Setting): Promise<Measured> {
  const [eventId = 0] = await crowd.addEvents(1, seats)
  const [rehearsed = 0] = await crowd.addEvents(1, null)
  const { tokenSecret: TOKEN_SECRET, tokens } = crowd
  const env = { DATABASE_URL: postgres.url, TOKEN_SECRET, DATA_DIR: postgres.dataDir, TRUST_PROXY: '127.0.0.1' }
  const [server, load, pages] = await Promise.all([
    startRushServer(env),
    startWorker('bench/rush-load.ts', {}),
    startWorker('bench/live-pages.ts', {}),
  ])
  try {
    const { port } = server.ready as { port: number }
    const before = await server.ask<ServerUse>('use')
    // Every second page is signed in.
    const viewers = tokens.slice(0, setting.pages).map((token, n) => (n % 2 === 0 ? token : null))
    await pages.ask({ port, eventId, tokens: viewers } satisfies PagesOrder)
    const open = await server.ask<ServerUse>('use')

    const writers = writeComments(port, eventId, tokens, setting.comments)
    const report = await load.ask<LoadReport>({
      ports: [port],
      connections,
      rehearsal: { paths: [apply(rehearsed)], tokens: tokens.slice(0, rehearsals) },
      measured: { paths: [apply(eventId)], tokens },
    })
    const written = await writers.stop()
    const seen = await seenBy(pages, { seats, comments: written.count })
    const { peak, cpu } = await server.ask<ServerUse>('use')

    const rate = Math.round(seats / report.seconds)
    console.info(`\n${setting.pages} open pages, ${setting.comments} comments a second`)
    console.info(`  ${rate} answers/s, p50 ${report.p50} ms, p99 ${report.p99} ms, ${JSON.stringify(report.statuses)}`)
    console.info(
      `  memory ${megabytes(before.now)} MB, with the pages ${megabytes(open.now)}, peak ${megabytes(peak)}; ` +
        `${(cpu - open.cpu).toFixed(1)} s of the server's processors`,
    )
    if (setting.pages > 0) printSeen(seen, report)
    if (setting.comments > 0) printComments(seen, written)
    return { rate, peak: megabytes(peak), cpu: cpu - open.cpu }
  } finally {
    await Promise.all([server, load, pages].map((process) => process.stop()))
  }
}

/** Waits until every page has received the last seat and shows the last comment. */
async function seenBy(pages: Worker, question: PagesQuestion): Promise<PagesReport> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const seen = await pages.ask<PagesReport>(question)
    if (Math.min(seen.right, seen.rightComments) === seen.pages || Date.now() > until) return seen
    await sleep(200)
  }
}

function printSeen(seen: PagesReport, { lastAccepted }: LoadReport) {
  console.info(
    `  the slowest page is right ${seen.lastRight - lastAccepted} ms after the last seat's answer; ` +
      `${seen.right} of ${seen.pages} are; at most ${seen.mostMessages} messages a page, ${seen.mostInASecond} in a second`,
  )
}

function printComments(seen: PagesReport, { count, refused, p50, p99, lastAt }: Written) {
  console.info(`  ${count} comments written, p50 ${p50} ms, p99 ${p99} ms; ${refused} were refused`)
  console.info(
    `  the slowest page shows the last one ${seen.lastRightComments - lastAt} ms after its answer; ${seen.rightComments} of ` +
      `${seen.pages} do; fetched ${seen.fetches} times, p50 ${seen.p50} ms, p99 ${seen.p99} ms, ${seen.failed} failed`,
  )
}

/** Compares round by round, because other work may slow down the machine in some rounds. */
function compare({ pages, comments }: Setting, without: Measured[], others: Measured[]) {
  const more = (key: keyof Measured) =>
    median(without.map((one, round) => ((others[round]?.[key] ?? 0) / one[key] - 1) * 100)).toFixed(1)
  const megabytesMore = median(without.map((one, round) => (others[round]?.peak ?? 0) - one.peak))
  console.info(`\nWith ${pages} pages and ${comments} comments a second, as the median of ${rounds} rounds:`)
  console.info(`  ${more('rate')} % answers/s, ${more('cpu')} % processor time, ${megabytesMore} MB peak memory`)
}

function median(figures: number[]): number {
  return figures.sort((a, b) => a - b)[Math.floor((figures.length - 1) / 2)] ?? 0
}

/** The results of writing comments. Times are in milliseconds. */
interface Written {
  count: number
  refused: number
  p50: number
  p99: number
  /** The time at which the last one was answered, since 1970. */
  lastAt: number
}

/** Writes comments on an event at this rate per second, each as another person, until it is stopped, two hundred at most. */
function writeComments(
  port: number,
  eventId: number,
  tokens: string[],
  perSecond: number,
): { stop(): Promise<Written> } {
  const times: number[] = []
  const sent: Promise<void>[] = []
  let refused = 0
  let lastAt = 0

  async function write(n: number) {
    const asked = performance.now()
    const reply = await fetch(`http://127.0.0.1:${port}/api/comments/write-comment/${eventId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[n % tokens.length]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: `See you there! (${n})` }),
    })
    await reply.arrayBuffer()
    if (reply.status !== 201) {
      refused += 1
      return
    }
    times.push(performance.now() - asked)
    lastAt = Date.now()
  }

  const timer =
    perSecond === 0
      ? undefined
      : setInterval(() => {
          if (sent.length < most) sent.push(write(sent.length))
        }, 1_000 / perSecond)

  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(sent)
      return { count: times.length, refused, p50: quantile(times, 0.5), p99: quantile(times, 0.99), lastAt }
    },
  }
}
