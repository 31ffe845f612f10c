/**
 * Runs the product under mixed traffic and says whether anything grows: `npm run bench:soak`, ten minutes, MINUTES=60 for longer.
 * It is what `npm start` runs, with a PostgreSQL beside it. After each minute everybody leaves, and memory after a forced
 * collection, handles, descriptors and connections are counted. It fails where they grow or an answer is a 5xx that is no
 * refusal under overload. Linux only.
 */
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { startProgram } from '../built/program.ts'
import { openCaller } from './caller.ts'
import { type Deed, deedsOf } from './deeds.ts'
import { grown, inWords, type Quiet } from './growth.ts'
import { openLedger } from './ledger.ts'
import { openSoakStage, type SoakStage } from './stage.ts'

const minutes = Number(process.env.MINUTES ?? 10)
/** People who do one thing after the other. */
const people = 24
/** Milliseconds between two of them. */
const mostThought = 200
/** Seconds of each minute after which everybody leaves. */
const busySeconds = 50

const dataDir = await mkdtemp(path.join(tmpdir(), 'ruam-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir })
try {
  await migrate(postgres.url)
  const stage = await openSoakStage(postgres.url)
  const problems = await soak(stage)
  await stage.close()
  for (const problem of problems) console.error(`WRONG: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  else console.info('\nNothing grew, and nothing failed.')
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function soak(stage: SoakStage): Promise<string[]> {
  const program = await startProgram({
    DATABASE_URL: postgres.url,
    TOKEN_SECRET: stage.tokenSecret,
    DATA_DIR: dataDir,
    RATE_LIMIT_SCALE: '1000',
  })
  const ledger = openLedger()
  const quiet: Quiet[] = []
  const failures: string[] = []

  async function measure(when: string) {
    const now = { ...(await program.held()), connections: await stage.countConnections() }
    quiet.push(now)
    console.info(`  ${when}: ${inWords(now)}`)
  }

  try {
    await visitAll(program.port, stage)
    await measure('when every event has been visited once')
    for (let minute = 1; minute <= minutes; minute++) {
      console.info(`\nminute ${minute}`)
      const begun = performance.now()
      await beBusy(program.port, stage, ledger)
      failures.push(...ledger.close((performance.now() - begun) / 1_000))
      await sleep(3_000)
      await measure('when all have left')
    }
    return [...grown(quiet.slice(1)), ...failures.slice(0, 20)]
  } finally {
    await program.stop()
  }
}

/** Fills what is kept of each page, which is bounded. */
async function visitAll(port: number, { all }: SoakStage) {
  const caller = openCaller(port)
  for (const id of all) await caller.ask({ method: 'GET', url: `/events/${id}` })
  caller.end()
  await sleep(3_000)
}

/** Everybody does one thing after the other for a while, over new connections; then they leave. */
async function beBusy(port: number, stage: SoakStage, ledger: ReturnType<typeof openLedger>) {
  const caller = openCaller(port)
  const deeds = await deedsOf(caller, stage)
  const end = performance.now() + busySeconds * 1_000

  async function live() {
    while (performance.now() < end) {
      const { name, run } = drawn(deeds)
      const start = performance.now()
      try {
        const answer = await run()
        ledger.answered(name, performance.now() - start, answer)
      } catch (error) {
        ledger.broke(name, error)
      }
      await sleep(randomInt(mostThought))
    }
  }

  await Promise.all(Array.from({ length: people }, live))
  caller.end()
}

function drawn(deeds: Deed[]): Deed {
  const each = deeds.flatMap((deed) => Array<Deed>(deed.share).fill(deed))
  return each[randomInt(each.length)] as Deed
}
