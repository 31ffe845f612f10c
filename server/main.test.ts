import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readPidFile } from './lib/postgres-cluster.ts'
import { isPostgresOn, signal } from './lib/processes.ts'

// Each test starts the whole program, some of them twice.
vi.setConfig({ testTimeout: 120_000 })

const main = fileURLToPath(new URL('main.ts', import.meta.url))

interface Program {
  process: ChildProcess
  output: Promise<string>
  /** Resolves to its address once it listens, to null when it ends before. */
  address: Promise<string | null>
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ruam-main-'))
  onTestFinished(async () => {
    signal(runningPostgres(folder) ?? 0, 'SIGQUIT')
    while (runningPostgres(folder)) await sleep(10)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

function runningPostgres(folder: string): number | null {
  const cluster = join(folder, 'postgres')
  const pid = readPidFile(cluster)?.pid
  return pid && isPostgresOn(cluster, pid) ? pid : null
}

/** The program as `npm start` runs it, from its sources and on a free port. */
function run(env: Record<string, string>): Program {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const address = new Promise<string | null>((resolve) => {
    let said = ''
    child.stdout.on('data', (piece) => {
      said += piece
      const found = /running on (http\S+)\n/.exec(said)?.[1]
      if (found) resolve(found)
    })
    child.once('close', () => resolve(null))
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((both) => both.join(''))
  return { process: child, output, address }
}

async function exitCode({ process: child }: Program): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

test('a stop finishes the requests that have begun and leaves no database behind', async () => {
  const folder = newFolder()
  const program = run({ DATA_DIR: folder, SAMPLE_DATA: 'false' })
  const { hostname, port } = new URL((await program.address) ?? '')
  const socket = connect(Number(port), hostname)
  const answer = text(socket)
  const body = JSON.stringify({ username: 'nobody', password: 'nothing at all' })
  socket.write('POST /api/users/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n')
  socket.write(`Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`)
  await sleep(300)

  program.process.kill('SIGTERM')
  await sleep(1_000)
  socket.write(body.slice(10))

  expect(await answer).toMatch(/^HTTP\/1.1 400 /)
  expect(await exitCode(program)).toBe(0)
  expect(runningPostgres(folder)).toBeNull()
})

test('the first start shows sample accounts, and the next start none', async () => {
  const folder = newFolder()
  const first = run({ DATA_DIR: folder })
  const address = await first.address
  const events = await fetch(`${address}/api/events/events`)
  expect(await events.json()).toHaveLength(8)
  expect(statSync(join(folder, 'keys', 'token-secret')).mode & 0o777).toBe(0o600)
  first.process.kill('SIGTERM')
  const said = await first.output
  expect(said).toMatch(/^ {2}organizer +\S{12}$/m)
  expect(said).toMatch(/^ {2}attendee +\S{12}$/m)

  const second = run({ DATA_DIR: folder })
  await second.address
  second.process.kill('SIGTERM')

  expect(await second.output).not.toContain('Sample accounts')
})

test('a first start killed among the sample data is completed by the next', async () => {
  const folder = newFolder()
  const killed = run({ DATA_DIR: folder })
  while (!existsSync(join(folder, 'sample-data.unfinished'))) await sleep(5)
  killed.process.kill('SIGKILL')

  const next = run({ DATA_DIR: folder })
  const events = await fetch(`${await next.address}/api/events/events`)

  expect(await events.json()).toHaveLength(8)
  expect(existsSync(join(folder, 'sample-data.unfinished'))).toBe(false)
  next.process.kill('SIGTERM')
  expect(await next.output).toContain('Sample accounts, shown this once:')
})

test('a port that is taken is one sentence, and the database is stopped again', async () => {
  const folder = newFolder()
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as { port: number }

  const program = run({ DATA_DIR: folder, SAMPLE_DATA: 'false', PORT: String(port) })

  expect(await exitCode(program)).toBe(1)
  expect(await program.output).toBe(
    `Port ${port} is already in use; stop the other program or set PORT to another number.\n`,
  )
  expect(runningPostgres(folder)).toBeNull()
})

test('a setting that is not valid is named, and nothing is started', async () => {
  const folder = newFolder()
  const program = run({ DATA_DIR: join(folder, 'data'), RATE_LIMIT_SCALE: 'many' })

  expect(await exitCode(program)).toBe(1)
  expect(await program.output).toContain('RATE_LIMIT_SCALE')
  expect(statSync(join(folder, 'data'), { throwIfNoEntry: false })).toBeUndefined()
})
