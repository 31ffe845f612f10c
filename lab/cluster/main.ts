/**
 * Runs the product as a large installation does, on one machine: `npm run test:cluster`. Three processes behind HAProxy without
 * sticky sessions, PgBouncer in transaction mode, PostgreSQL 15 with a synchronous standby under Patroni, and an
 * S3-compatible store. In the middle of a rush one process is killed, and then the machine of the primary database. Fails
 * unless every ticket that was answered is there, nobody has two, and exactly as many seats are taken as there are. It
 * takes some two minutes; the programs come from Debian 12, and are told where they are missing.
 */

import { strict as assert } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { openStage } from '#server/testing/rush-stage.ts'
import { startCluster } from './database.ts'
import { everythingFollows } from './following.ts'
import { Programs } from './programs.ts'
import { outage, type Rush, rush } from './rush.ts'
import { type Site, startSite } from './servers.ts'
import { verify } from './verify.ts'

const people = 3_000
const seats = 2_000
const atOnce = 60
/** In seconds: a primary that is lost is missed for twenty, and a standby takes some to take over. */
const longestOutage = 60
/** Of all of it, in milliseconds. */
const longest = 290_000

process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
const build = "import('./scripts/build.mjs').then((b) => b.buildIfChanged()).then((done) => process.exit(done ? 0 : 1))"
execFileSync(process.execPath, ['-e', build], { stdio: 'inherit' })

const began = performance.now()
const programs = new Programs()
setTimeout(() => {
  console.error(`It is not over after five minutes.\n${programs.lastWords()}`)
  programs.stop().finally(() => process.exit(1))
}, longest).unref()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => programs.stop().finally(() => process.exit(1)))
}
try {
  const tokenSecret = randomBytes(32).toString('hex')
  const cluster = await startCluster(programs)
  const site = await startSite(programs, cluster, { count: 3, tokenSecret })
  say('three processes, PgBouncer and two PostgreSQLs run')
  const stage = await openStage(cluster.env.DATABASE_DIRECT_URL ?? '', people, tokenSecret)
  const [eventId = 0] = await stage.addEvents(1, seats)

  const lost = { process: 0, database: 0 }
  let bringBack: Promise<() => void> | null = null
  const rushBegan = performance.now()
  const done = await rush({
    ...{ url: site.url, eventId, tokens: stage.tokens, atOnce },
    onDecision: (count) => {
      if (count === people / 5) {
        lost.process = performance.now()
        site.servers[0]?.running.process.kill('SIGKILL')
      }
      if (count === (2 * people) / 5) {
        lost.database = performance.now()
        bringBack = cluster.losePrimary()
      }
    },
  })
  const [ofProcess, ofDatabase] = [outage(done, lost.process, lost.database), outage(done, lost.database)]
  say(`${people} people were told; no decision for ${ofProcess} s after a process, ${ofDatabase} s after the primary`)
  const rate = Math.round((people / 5 / (lost.process - rushBegan)) * 1_000)
  console.info(`          decisions a second before that: ${rate}`)
  tell(done, site)
  assert(ofDatabase < longestOutage, `applying was not possible for ${ofDatabase} seconds`)

  await verify(stage, { site, eventId, seats, people, rush: done })
  say('every answered ticket is there, nobody has two, and all seats are taken')

  site.servers[0]?.start()
  ;(await (bringBack as Promise<() => void> | null))?.()
  await cluster.isWhole()
  await site.isWhole()
  say('the killed process and the lost database are back')
  await everythingFollows(site, { eventId, rush: done, seats })
  say('pages follow what other processes decide, pictures are everywhere, lists come from the standby')
  await stage.close()
} catch (error) {
  console.error(programs.lastWords())
  throw error
} finally {
  await programs.stop()
}
say('done')
process.exit(0)

function say(what: string) {
  console.info(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${what}`)
}

function tell({ outcomes, failures }: Rush, { servers }: Site) {
  const told = outcomes.filter(({ isTold }) => isTold).length
  console.info(`          tickets answered: ${outcomes.filter(({ ticket }) => ticket !== null).length}`)
  console.info(`          told at a later attempt that they hold one: ${told}`)
  console.info(`          refused as full: ${outcomes.filter(({ code }) => code === 'event_full').length}`)
  console.info(`          attempts without a decision, by status (0: none came): ${JSON.stringify(failures)}`)
  for (const { name, running } of servers) {
    const counts: Record<string, number> = {}
    for (const [, message = ''] of running.said().matchAll(/"level":50.*"message":"([^"]*)/g)) {
      counts[message] = (counts[message] ?? 0) + 1
    }
    console.info(`          ${name} reported ${JSON.stringify(counts)}`)
  }
}
