import { once } from 'node:events'
import { chmodSync, existsSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { exitCode, newFolder, run, runningPostgres, usedFolder } from './testing/program.ts'

// Each test starts the whole program, some of them twice.
vi.setConfig({ testTimeout: 120_000 })

test('a stop finishes started requests and stops the database', async () => {
  const folder = usedFolder()
  const program = run({ DATA_DIR: folder, SAMPLE_DATA: 'false' })
  const { hostname, port } = new URL((await program.address) ?? '')
  const socket = connect(Number(port), hostname)
  const body = JSON.stringify({ username: 'nobody', password: 'nothing at all' })
  socket.write('POST /api/users/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: 100-continue\r\n')
  socket.write(`Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`)
  const [started] = await once(socket, 'data')
  const answer = text(socket)

  program.process.kill('SIGTERM')
  await sleep(1_000)
  socket.write(body.slice(10))

  expect(String(started)).toMatch(/^HTTP\/1.1 100 /)
  expect(await answer).toMatch(/^HTTP\/1.1 400 /)
  expect(await exitCode(program)).toBe(0)
  expect(runningPostgres(folder)).toBeNull()
})

test('sample data interrupted by a kill is completed by the next start, which alone prints its accounts', async () => {
  const folder = newFolder()
  const killed = run({ DATA_DIR: folder })
  while (!existsSync(join(folder, 'sample-data.unfinished'))) await sleep(5)
  killed.process.kill('SIGKILL')

  const next = run({ DATA_DIR: folder })
  const events = await fetch(`${await next.address}/api/events/events`)

  expect(await events.json()).toHaveLength(8)
  expect(existsSync(join(folder, 'sample-data.unfinished'))).toBe(false)
  expect(statSync(join(folder, 'keys', 'token-secret')).mode & 0o777).toBe(0o600)
  next.process.kill('SIGTERM')
  const said = await next.output
  expect(said).toContain('Sample accounts, shown this once:')
  expect(said).toMatch(/^ {2}organizer +\S{12}$/m)
  expect(said).toMatch(/^ {2}attendee +\S{12}$/m)

  const third = run({ DATA_DIR: folder })
  await third.address
  third.process.kill('SIGTERM')

  expect(await third.output).not.toContain('Sample accounts')
})

test('a port in use is reported in one sentence, and the database is stopped again', async () => {
  const folder = usedFolder()
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

test('an invalid setting is named, and nothing is started', async () => {
  const folder = newFolder()
  const program = run({ DATA_DIR: join(folder, 'data'), RATE_LIMIT_SCALE: 'many' })

  expect(await exitCode(program)).toBe(1)
  expect(await program.output).toContain('RATE_LIMIT_SCALE')
  expect(statSync(join(folder, 'data'), { throwIfNoEntry: false })).toBeUndefined()
})

test('a start closes the data folder to other users, and says why the mail page of a public server is off', async () => {
  const folder = usedFolder()
  chmodSync(folder, 0o755)
  const program = run({ DATA_DIR: folder, SAMPLE_DATA: 'false', PUBLIC_URL: 'http://ruam.example' })
  await program.address

  program.process.kill('SIGTERM')

  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(await program.output).toContain('/operator/mails is closed, because PUBLIC_URL is http://ruam.example')
})

test("the log never has the key of an unlisted event's link", async () => {
  const program = run({ DATA_DIR: usedFolder(), SAMPLE_DATA: 'false', LOG_LEVEL: 'trace' })
  const address = await program.address
  const key = 'aKeyThatOpensAnEvent_123'

  for (const path of [`/api/events/1?link=${key}`, `/events/1?link=${key}`, `/events/1.data?link=${key}`]) {
    await fetch(`${address}${path}`)
  }
  await fetch(`${address}/api/likes/1/toggle-like?link=${key}`, {
    method: 'PUT',
    body: '{',
    headers: { 'content-type': 'application/json' },
  })
  program.process.kill('SIGTERM')

  expect(await program.output).not.toContain(key)
})
