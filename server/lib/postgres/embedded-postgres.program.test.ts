import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Afterwards } from '#server/testing/postgres-process.ts'
import { newFolder, programAt, runningPostgres, usedFolder } from '#server/testing/program.ts'
import { openDatabase, sql, sqlState } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { signal } from './processes.ts'

/** Starts a server on the folder in a process of its own. */
function startProcess(
  folder: string,
  then: Afterwards = 'wait',
): { process: ChildProcess; lines: AsyncIterator<string> } {
  const child = spawn(process.execPath, [programAt('postgres-process'), folder, then], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { process: child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
}

async function lineOf({ lines }: { lines: AsyncIterator<string> }): Promise<string> {
  return (await lines.next()).value ?? ''
}

async function kill({ process: child }: { process: ChildProcess }): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function start(folder: string) {
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const db = openDatabase(postgres.url, 4)
  return { postgres, db, stop: () => db.close().then(postgres.stop) }
}

/** Lets a server write rows and kills it by `end` after the hundredth. Returns the last row that was committed. */
async function writeUntilKilled(folder: string, end: (server: ReturnType<typeof startProcess>) => Promise<void>) {
  const killed = startProcess(folder, 'write')
  expect(await lineOf(killed)).toMatch(/^up /)
  for (let line = 0; line < 100; line++) await lineOf(killed)
  await end(killed)
  let last = 100
  for (let line = await lineOf(killed); line !== ''; line = await lineOf(killed)) last = Number(line)
  return last
}

test('Thai letters count as letters, and `lower` works in every language', async () => {
  const { db, stop } = await start(usedFolder())

  await db.run(sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`)
  const found = await db.one<{ trigrams: string[]; lower: string }>(
    sql`SELECT show_trgm('งาน') AS trigrams, lower('ÉVÉNEMENT Ж') AS lower`,
  )

  expect(found.trigrams).toHaveLength(4)
  expect(found.lower).toBe('événement ж')
  await stop()
})

test('the server has no administrator rights, and only its user can read its password', async () => {
  const folder = usedFolder()
  const { db, stop } = await start(folder)

  const outcome = await db.run(sql`COPY (SELECT 1) TO PROGRAM 'true'`).catch(sqlState)

  expect(outcome).toBe('42501')
  expect(statSync(join(folder, 'keys', 'postgres-password')).mode & 0o777).toBe(0o600)
  await stop()
})

test('a second start on the same data folder is refused, names the process and changes nothing', async () => {
  const folder = usedFolder()
  const first = startProcess(folder)
  const up = await lineOf(first)
  const before = contentOf(folder)

  await expect(startEmbeddedPostgres({ dataDir: folder })).rejects.toThrow(
    `Ruam is already running on this data folder (${folder}, process ${first.process.pid}).`,
  )

  expect(contentOf(folder)).toEqual(before)
  const db = openDatabase(up.replace('up ', ''), 1)
  expect(await db.one(sql`SELECT 1 AS fine`)).toEqual({ fine: 1 })
  await db.close()
})

test('of two simultaneous first starts one runs and the other is refused', async () => {
  const folder = newFolder()
  const both = [startProcess(folder), startProcess(folder)]

  const said = await Promise.all(both.map(lineOf))

  const [refused, ...up] = said.sort()
  expect(up).toEqual([expect.stringMatching(/^up /)])
  const winner = both.find(({ process: child }) => refused?.includes(`process ${child.pid})`))
  expect(winner).toBeDefined()
  expect(readdirSync(folder).sort()).toEqual(['keys', 'postgres'])
})

test('a start waits for one that is about to stop', async () => {
  const folder = usedFolder()
  const leaving = startProcess(folder, 'leave')
  await lineOf(leaving)
  expect(await lineOf(leaving)).toBe('leaving')

  const { stop } = await start(folder)

  await stop()
})

test('a database left running by a killed server is adopted with every committed row', async () => {
  const folder = usedFolder()
  const last = await writeUntilKilled(folder, kill)
  const running = runningPostgres(folder)

  const { db, stop } = await start(folder)

  expect(runningPostgres(folder)).toBe(running)
  expect((await db.one<{ kept: number }>(sql`SELECT count(*) AS kept FROM notes`)).kept).toBeGreaterThanOrEqual(last)
  await stop()
})

test('a database killed together with its server recovers every committed row', async () => {
  const folder = usedFolder()
  const last = await writeUntilKilled(folder, async (server) => {
    signal(runningPostgres(folder) ?? 0, 'SIGKILL')
    await kill(server)
  })

  const { db, stop } = await start(folder)

  expect((await db.one<{ kept: number }>(sql`SELECT count(*) AS kept FROM notes`)).kept).toBeGreaterThanOrEqual(last)
  await stop()
})

test('a database that crashes is restarted at the same address', async () => {
  const folder = usedFolder()
  const { db, stop } = await start(folder)

  signal(runningPostgres(folder) ?? 0, 'SIGKILL')
  await expect.poll(() => db.one(sql`SELECT 1 AS fine`).catch(() => null)).toEqual({ fine: 1 })

  await stop()
})

test('a database that cannot start is retried until it does, while the server runs', async () => {
  const folder = usedFolder()
  const troubles: string[] = []
  const onTrouble = ({ message }: Error) => void troubles.push(message)
  const onLost = vi.fn()
  const postgres = await startEmbeddedPostgres({ dataDir: folder, onTrouble, onLost })
  const db = openDatabase(postgres.url, 1)
  const control = join(folder, 'postgres', 'global', 'pg_control')

  renameSync(control, `${control}.away`)
  signal(runningPostgres(folder) ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(troubles).toEqual([expect.stringContaining('does not start')]), { timeout: 60_000 })
  renameSync(`${control}.away`, control)

  await expect.poll(() => db.one(sql`SELECT 1 AS fine`).catch(() => null), { timeout: 60_000 }).toEqual({ fine: 1 })
  expect(onLost).not.toHaveBeenCalled()
  await db.close()
  await postgres.stop()
})

test.each([150, 500, 1_000])('a first start killed after %i ms is completed by the next', async (moment) => {
  const folder = newFolder()
  const killed = startProcess(folder)
  await sleep(moment)
  await kill(killed)

  const { db, stop } = await start(folder)

  expect(await db.one(sql`SELECT 1 AS fine`)).toEqual({ fine: 1 })
  expect(readdirSync(folder).sort()).toEqual(['keys', 'postgres'])
  await stop()
})

test('a stale pid file with the number of another process does not block a start', async () => {
  const folder = usedFolder()
  const { uid, gid } = statSync(join(folder, 'postgres'))
  const other = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {})
  onTestFinished(() => void other.kill())
  const pidFile = join(folder, 'postgres', 'postmaster.pid')
  writeFileSync(pidFile, `${other.pid}\n${folder}/postgres\n1\n5432\n\n127.0.0.1\n  99999 99999\nready   \n`)
  chmodSync(pidFile, 0o644)

  const { db, stop } = await start(folder)

  expect(await db.one(sql`SELECT 1 AS fine`)).toEqual({ fine: 1 })
  await stop()
})

/** File names in the data folder, and the keys' content; PostgreSQL itself may write at any time. */
function contentOf(folder: string) {
  return [readdirSync(folder), readdirSync(join(folder, 'keys')), readFileSync(join(folder, 'keys/postgres-password'))]
}
