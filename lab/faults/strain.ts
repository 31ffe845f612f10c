import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { sql } from '#server/lib/postgres/database.ts'
import { signal } from '#server/lib/postgres/processes.ts'
import { ask, promise, quantile } from './calls.ts'
import { programPath, startProgram } from './program.ts'
import { audit, nothingYet, rush } from './rush.ts'
import { newFolder, postgresOn, prepare, removeFolder, withDatabase } from './stage.ts'
import { formOf } from './uploads.ts'

const million = 1_000_000

/** How long the others wait, while a backup is made, while many log in, and while the largest pictures are read; and how long a
 *  start takes after a million rows were written and everything was killed. */
export async function underStrain(): Promise<string> {
  const folder = newFolder()
  try {
    const people = 40_000
    const {
      env,
      tokens,
      eventIds: [eventId = 0],
    } = await prepare(folder, people, [people])
    const program = await startProgram(env)
    const url = () => program.url
    const told = nothingYet()

    const file = join(folder, 'backup.zip')
    const backup = promisify(execFile)(process.execPath, [programPath('admin'), 'backup', file], {
      env: { ...process.env, ...env, NODE_ENV: 'production' },
    })
    let isMade = false
    const made = backup.finally(() => {
      isMade = true
    })
    const [whileBackup] = await Promise.all([
      otherCalls(program.url, () => isMade),
      rush({ url, eventId, tokens, connections: 2, attempts: 1, isOver: () => isMade }, told),
      made,
    ])
    rmSync(file)

    await ask(`${program.url}/api/users/register`, { method: 'POST', body: JSON.stringify(newcomer) })
    const end = performance.now() + 5_000
    let logins = 0
    const [whileLogins] = await Promise.all([
      otherCalls(program.url, () => performance.now() > end),
      ...Array.from({ length: 32 }, async () => {
        while (performance.now() < end) {
          const { username, password } = newcomer
          const reply = await ask(`${program.url}/api/users/login`, {
            method: 'POST',
            body: JSON.stringify({ username, password }),
          })
          promise(reply?.status === 200 || reply?.status === 503, `a login: ${reply?.status} ${reply?.body}`)
          if (reply?.status === 200) logins += 1
        }
      }),
    ])

    // The most pixels that a picture may have.
    const large = await sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: '#e7298a' } })
      .jpeg()
      .toBuffer()
    const before = memoryOf(program.pid)
    const uploads = await Promise.all(
      tokens.slice(0, 5).map((token, place) =>
        ask(`${program.url}/api/users/${place + 1}/upload/profile-picture/`, {
          method: 'POST',
          token,
          ...formOf(large),
        }),
      ),
    )
    const rise = Math.round((memoryOf(program.pid) - before) / 1_024)
    promise(
      uploads.every((reply) => reply?.status === 200),
      `uploads: ${uploads.map((reply) => reply?.status)}`,
    )

    await withDatabase(folder, async (db) => {
      await db.run(sql`CREATE TABLE written (n integer)`)
      for (let rows = 0; rows < million; rows += million / 10)
        await db.run(sql`INSERT INTO written SELECT generate_series(1, ${million / 10}::int)`)
    })
    for (const pid of [program.pid, postgresOn(folder) ?? 0]) signal(pid, 'SIGKILL')
    await program.end('SIGKILL')
    const began = performance.now()
    const next = await startProgram(env)
    const start = Math.round(performance.now() - began)
    const written = await withDatabase(folder, (db) =>
      db.one<{ rows: number }>(sql`SELECT count(*)::int AS rows FROM written`),
    )
    const held = await withDatabase(folder, (db) => audit(db, eventId, told))
    await next.end('SIGTERM')

    const figures = `p95 of other calls: during a backup of ${people} people ${whileBackup} ms (${held} applied meanwhile), during ${logins} logins in 5 s ${whileLogins} ms; memory rose by ${rise} MB for 5 pictures of 40 megapixels; ready ${start} ms after a kill behind a million rows`
    promise(written.rows === million, `${written.rows} of ${million} rows are there`)
    promise(whileBackup <= 500 && whileLogins <= 250 && rise < 200 && start <= 10_000, figures)
    promise(program.troubles().length === 0, program.troubles().slice(0, 5).join('\n'))
    return figures
  } finally {
    await removeFolder(folder)
  }
}

const newcomer = {
  ...{ username: 'malee', email: 'malee@example.com', first_name: 'Malee', last_name: 'Srisuk' },
  ...{ password: 'correct horse battery', password2: 'correct horse battery' },
  ...{ birth_date: '1990-05-15', phone_number: '0812345678' },
}

/** The 95th percentile of calls that are made one after the other, fifty a second at most, until it is over. */
async function otherCalls(url: string, isOver: () => boolean): Promise<number> {
  const times: number[] = []
  for (let place = 0; !isOver(); place++) {
    const reply = await ask(`${url}/api/events/events?search=${place}`)
    promise(reply?.status === 200, `a list: ${reply?.status} ${reply?.body}`)
    times.push(reply?.milliseconds ?? 0)
    await sleep(20)
  }
  return quantile(times, 0.95)
}

/** The most memory that a process has held so far, in kilobytes. */
const memoryOf = (pid: number) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
