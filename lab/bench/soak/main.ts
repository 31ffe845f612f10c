/**
 * Runs the product under mixed traffic and looks for leaks: `npm run bench:soak`, ten minutes, or MINUTES=60. Runs the same
 * program as `npm start`, with a separate PostgreSQL. After each minute everybody leaves, and memory after a forced garbage
 * collection, handles, descriptors and connections are counted. Fails if they grow, or on a 5xx that is not an overload refusal.
 * Linux only.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres, quantile } from '../../programs.ts'
import { type Held, startMeasured } from '../measured.ts'
import { type Action, type Answer, actionsOf, openCaller } from './actions.ts'
import { addSoakFixtures, type SoakFixtures } from './fixtures.ts'

const minutes = Number(process.env.MINUTES ?? 10)
/** The number of people; each does one thing after another. */
const people = 24
/** The longest pause between two actions, in milliseconds. */
const longestThinking = 200
/** Seconds of each minute after which everybody leaves. */
const busySeconds = 50

const megabyte = 1024 * 1024

/** Allowed growth between the first third of the time and the end: after a third everything has been used and caches are full.
 *  Memory in bytes. */
const bounds = {
  heap: { share: 1.15, more: 6 * megabyte },
  external: { share: 1.25, more: 8 * megabyte },
  /** Freed memory is not always returned to the system. */
  rss: { share: 1.25, more: 24 * megabyte },
} as const
/** Allows for timers and files that happen to be open at that moment. */
const mostMore = 3

const postgres = await openPostgres()
try {
  const fixtures = await addSoakFixtures(postgres.url)
  const problems = await soak(fixtures)
  await fixtures.close()
  for (const problem of problems) console.error(`WRONG: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  else console.info('\nNothing grew, and nothing failed.')
} finally {
  await postgres.close()
}

async function soak(fixtures: SoakFixtures): Promise<string[]> {
  const program = await startMeasured({
    DATABASE_URL: postgres.url,
    TOKEN_SECRET: fixtures.tokenSecret,
    DATA_DIR: postgres.dataDir,
    RATE_LIMIT_SCALE: '1000',
  })
  const ledger = openLedger()
  const quiet: Quiet[] = []
  const failures: string[] = []

  async function measure(when: string) {
    const now = { ...(await program.held()), connections: await fixtures.countConnections() }
    quiet.push(now)
    console.info(`  ${when}: ${inWords(now)}`)
  }

  try {
    await visitAll(program.port, fixtures)
    await measure('when every event has been visited once')
    for (let minute = 1; minute <= minutes; minute++) {
      console.info(`\nminute ${minute}`)
      const begun = performance.now()
      await beBusy(program.port, fixtures, ledger)
      failures.push(...ledger.close((performance.now() - begun) / 1_000))
      await sleep(3_000)
      await measure('when all have left')
    }
    return [...grown(quiet.slice(1)), ...failures.slice(0, 20)]
  } finally {
    await program.stop()
  }
}

/** Fills the caches of each page, which are bounded. */
async function visitAll(port: number, { all }: SoakFixtures) {
  const caller = openCaller(port)
  for (const id of all) await caller.ask({ method: 'GET', url: `/events/${id}` })
  caller.end()
  await sleep(3_000)
}

/** Everybody does one thing after another for a while over new connections, then leaves. */
async function beBusy(port: number, fixtures: SoakFixtures, ledger: ReturnType<typeof openLedger>) {
  const caller = openCaller(port)
  const actions = await actionsOf(caller, fixtures)
  const end = performance.now() + busySeconds * 1_000

  async function live() {
    while (performance.now() < end) {
      const { name, run } = drawn(actions)
      const start = performance.now()
      try {
        const answer = await run()
        ledger.answered(name, performance.now() - start, answer)
      } catch (error) {
        ledger.broke(name, error)
      }
      await sleep(randomInt(longestThinking))
    }
  }

  await Promise.all(Array.from({ length: people }, live))
  caller.end()
}

function drawn(actions: Action[]): Action {
  const each = actions.flatMap((action) => Array<Action>(action.share).fill(action))
  return each[randomInt(each.length)] as Action
}

/** The resources in use while nobody is connected. */
interface Quiet extends Held {
  /** Open client connections of PostgreSQL. */
  connections: number
}

/** One sentence for each figure that grew. */
function grown(quiet: Quiet[]): string[] {
  const early = quiet[Math.floor((quiet.length - 1) / 3)]
  const end = quiet.at(-1)
  if (early === undefined || end === undefined) return ['Nothing was measured.']
  const problems: string[] = []
  for (const kind of ['heap', 'external', 'rss'] as const) {
    const { share, more } = bounds[kind]
    if (end[kind] > early[kind] * share + more)
      problems.push(`${kind} grew from ${inMb(early[kind])} to ${inMb(end[kind])}.`)
  }
  const counts = (held: Quiet) => ({
    descriptors: held.descriptors,
    handles: Object.values(held.handles).reduce((sum, count) => sum + count, 0),
    connections: held.connections,
  })
  const [before, after] = [counts(early), counts(end)]
  for (const kind of ['descriptors', 'handles', 'connections'] as const) {
    if (after[kind] > before[kind] + mostMore) problems.push(`${kind} grew from ${before[kind]} to ${after[kind]}.`)
  }
  return problems
}

function inWords({ heap, external, rss, descriptors, connections, handles }: Quiet): string {
  const kinds = Object.entries(handles).map(([kind, count]) => `${kind} ${count}`)
  return (
    `heap ${inMb(heap)}, external ${inMb(external)}, RSS ${inMb(rss)}, ${descriptors} descriptors, ` +
    `${connections} connections of PostgreSQL, ${kinds.join(', ')}`
  )
}

function inMb(bytes: number): string {
  return `${(bytes / megabyte).toFixed(1)} MB`
}

interface Entry {
  times: number[]
  /** Refused because of overload. */
  shed: number
  /** Other 5xx responses, and broken connections. */
  failed: string[]
  statuses: Map<number, number>
}

/** The responses, by kind of action. */
function openLedger() {
  const entries = new Map<string, Entry>()

  function entryOf(name: string): Entry {
    const entry = entries.get(name) ?? { times: [], shed: 0, failed: [], statuses: new Map() }
    entries.set(name, entry)
    return entry
  }

  return {
    answered(name: string, milliseconds: number, { status, body }: Answer) {
      const entry = entryOf(name)
      entry.times.push(milliseconds)
      entry.statuses.set(status, (entry.statuses.get(status) ?? 0) + 1)
      const code = (body as { code?: string } | null)?.code
      if (status === 503 && (code === 'overloaded' || code === 'busy')) entry.shed += 1
      else if (status >= 500) entry.failed.push(`${status} ${code ?? ''}`)
    },
    broke(name: string, error: unknown) {
      entryOf(name).failed.push(String(error))
    },
    /** Prints a line for each kind and resets everything; returns the failures. */
    close(seconds: number): string[] {
      for (const [name, { times, shed, failed, statuses }] of entries) {
        const at = (share: number) => quantile(times, share)
        const said = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')
        console.info(
          `  ${name.padEnd(14)} ${(times.length / seconds).toFixed(1).padStart(6)}/s  p50 ${at(0.5)} ms, p99 ${at(0.99)} ms  ${said}` +
            `${shed > 0 ? `, shed ${shed}` : ''}${failed.length > 0 ? `, FAILED ${failed.length}` : ''}`,
        )
      }
      const failures = [...entries].flatMap(([name, { failed }]) => failed.map((why) => `${name}: ${why}`))
      entries.clear()
      return failures
    },
  }
}
