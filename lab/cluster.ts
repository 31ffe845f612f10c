/**
 * Runs the product like a large installation, on one machine: `npm run test:cluster`. Three processes behind HAProxy without
 * sticky sessions, PgBouncer in transaction mode, PostgreSQL 15 with a synchronous standby under Patroni, and an S3-compatible
 * store. During a rush one process is killed, and later the primary. Fails unless every confirmed ticket is stored, nobody has
 * two, and every seat is taken. Takes a minute. Needs these packages of Debian 12:
 * `apt-get install patroni etcd-server python3-etcd haproxy pgbouncer postgresql-15`.
 */
import { strict as assert } from 'node:assert'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import S3rver from '@20minutes/s3rver'
import { openDatabase } from '#server/lib/postgres/database.ts'
import { readPidFile } from '#server/lib/postgres/postgres-cluster.ts'
import { signal } from '#server/lib/postgres/processes.ts'
import { addCrowd, type Crowd } from '#server/testing/crowd.ts'
import { buildProduct, childrenOf, newFolder, root } from './programs.ts'
import { audit, plainPicture, rush, send, uploadPicture } from './rush.ts'

const people = 3_000
const seats = 2_000
/** In seconds. The standby takes over after `ttl`, 20 seconds after the loss of the primary, and needs some more. */
const longestPause = 60

const main = await buildProduct()
const folder = newFolder()
const password = 'cluster'
const tokenSecret = randomBytes(32).toString('hex')
// Below the range of ephemeral ports.
const [site, primary, standby, pooler, etcd, etcdPeers] = [17_400, 17_401, 17_402, 17_403, 17_404, 17_405]
const nodes = [1, 2].map((n) => ({ name: `postgres-${n}`, port: 17_410 + n, rest: 17_420 + n }))
const servers = [1, 2, 3].map((n) => ({ name: `ruam-${n}`, port: 17_430 + n, url: `http://127.0.0.1:${17_430 + n}` }))
type Node = (typeof nodes)[number]
for (const name of ['s3', 'etcd', ...nodes.map((node) => node.name)]) mkdirSync(join(folder, name), { mode: 0o700 })

const isOk = async (url: string) => (await send(url))?.status === 200
const databaseUrl = (port: number) => `postgres://ruam:${password}@127.0.0.1:${port}/ruam`
const s3 = { address: '127.0.0.1', port: 17_440, silent: true, directory: join(folder, 's3') }
await new S3rver({ ...s3, configureBuckets: [{ name: 'ruam', configs: [] }] }).run()
const settings = {
  NODE_ENV: 'production',
  TOKEN_SECRET: tokenSecret,
  TRUST_PROXY: '1',
  RATE_LIMIT_SCALE: '0',
  SAMPLE_DATA: 'false',
  LOG_LEVEL: 'warn',
  DATABASE_URL: databaseUrl(pooler),
  DATABASE_DIRECT_URL: databaseUrl(primary),
  DATABASE_REPLICA_URL: databaseUrl(standby),
  S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
  S3_BUCKET: 'ruam',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
}

/** The command line of each program. */
const programs: Record<string, string> = {
  etcd: `/usr/bin/etcd --data-dir ${join(folder, 'etcd')} --log-level error
    --listen-client-urls http://127.0.0.1:${etcd} --advertise-client-urls http://127.0.0.1:${etcd}
    --listen-peer-urls http://127.0.0.1:${etcdPeers}`,
  ...Object.fromEntries(nodes.map((node) => [node.name, `/usr/bin/patroni ${patroni(node)}`])),
  haproxy: `/usr/sbin/haproxy -db -f ${haproxy()}`,
  pgbouncer: `/usr/sbin/pgbouncer ${pgbouncer()}`,
  ...Object.fromEntries(servers.map(({ name }) => [name, `${process.execPath} ${main}`])),
}
const processes = new Map<string, number>()
// PostgreSQL and its pooler refuse to run as root.
if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres:postgres', folder])
const { uid, gid } = statSync(folder)

process.on('exit', (code) => {
  for (const name of processes.keys()) lose(name)
  if (code === 0) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  else console.error(`Every program's log is in ${folder}.`)
})
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1))

await startEverything()
say('three processes, PgBouncer and two PostgreSQLs run')
const crowd = await addCrowd(settings.DATABASE_DIRECT_URL, people, tokenSecret)
const [eventId = 0] = await crowd.addEvents(1, seats)
const lost = await losesOneOfEach()
say('every answered ticket is there, nobody has two, and all seats are taken')
for (const name of lost) start(name)
await until('a synchronous standby', () => nodeWith('sync'))
await siteIsReady()
say('the killed process and the lost database are back')
await everyProcessFollows(crowd)
say('open pages follow other processes, pictures are everywhere, lists come from the standby')
process.exit(0)

async function startEverything() {
  for (const name of ['etcd', ...nodes.map((node) => node.name), 'haproxy']) start(name)
  await until('a synchronous standby', () => nodeWith('sync'))
  const admin = openDatabase(`postgres://postgres:${password}@127.0.0.1:${primary}/postgres`, 1, { longWork: true })
  await until('a way to the primary', () => admin.pool.query('SELECT 1'))
  await admin.pool.query(`CREATE ROLE ruam LOGIN PASSWORD '${password}'`)
  await admin.pool.query('CREATE DATABASE ruam OWNER ruam')
  await admin.close()
  // All at once, as after an update: one of them migrates.
  for (const name of ['pgbouncer', ...servers.map((server) => server.name)]) start(name)
  await siteIsReady()
}

/** A rush that loses a process after a fifth of the responses, and the primary after two fifths. Returns both names. */
async function losesOneOfEach(): Promise<string[]> {
  let answered = 0
  let [last, pause] = [performance.now(), 0]
  let primaryNode: Promise<Node> | undefined
  const afterAnswer = (_: number, { status }: { status: number }) => {
    if (status !== 201 && status !== 409) return
    answered += 1
    pause = Math.max(pause, performance.now() - last)
    last = performance.now()
    if (answered === people / 5) lose('ruam-1')
    if (answered === (2 * people) / 5) {
      primaryNode = until('the primary', () => nodeWith('primary'))
      void primaryNode.then(({ name }) => lose(name))
    }
  }
  const url = () => `http://127.0.0.1:${site}`
  const outcome = await rush({ url, eventId, tokens: crowd.tokens, connections: 60, attempts: 480, afterAnswer })

  say(`${people} people were answered, with a pause of ${(pause / 1_000).toFixed(1)} s`)
  console.info(`          answers by status ${JSON.stringify(outcome.statuses)}`)
  assert(pause < longestPause * 1_000, 'nobody could apply for too long')
  assert.equal(outcome.statuses[500], undefined, 'a server failed')
  assert.equal(answered, people, 'somebody got no decision')
  const db = openDatabase(settings.DATABASE_DIRECT_URL, 1)
  assert.equal(await audit(db, eventId, outcome), seats, 'some seats are free')
  assert.equal(outcome.full.size, people - seats, 'too many or too few were refused')
  await db.close()
  return ['ruam-1', (await primaryNode)?.name ?? '']
}

/** Changes in one process reach pages of the others, all processes serve all pictures, and lists come from the standby. */
async function everyProcessFollows({ holdersOf, tokens: [uploader = ''] }: Crowd) {
  const [one = '', two = '', three = ''] = servers.map(({ url }) => url)
  const stream = await fetch(`${two}/api/events/${eventId}/live`)
  let shown = -1
  void (async () => {
    for await (const piece of stream.body?.pipeThrough(new TextDecoderStream()) ?? [])
      for (const [, taken] of piece.matchAll(/"current_attendees":(\d+)/g)) shown = Number(taken)
  })().catch(() => undefined)
  // Announced changes arrive within a second; without announcements it would take ten.
  const shows = (taken: number) => until(`a page to show ${taken} seats`, async () => shown === taken, 5)
  const [{ path, token } = { path: '', token: '' }] = await holdersOf(eventId)
  await shows(seats)
  assert.equal((await send(three + path, { method: 'DELETE', token }))?.status, 200)
  await shows(seats - 1)
  assert.equal((await send(`${one}/api/tickets/event/${eventId}/register`, { method: 'POST', token }))?.status, 201)
  await shows(seats)

  const picture = await uploadPicture(two, uploader, await plainPicture('#1a7f5a'))
  assert.equal((await send(three + picture?.path))?.status, 200, 'a picture is not on every process')
  for (const { url } of servers)
    await until('lists from the standby', async () =>
      (await send(`${url}/metrics`))?.body.includes('\nruam_replica_used 1'),
    )
  const list = await send(`${one}/api/events/events`)
  assert(list?.body.includes(`"current_attendees":${seats}`), 'the list is behind')
  const env = { PATH: process.env.PATH, ...settings, DATA_DIR: join(folder, 'ruam-1') }
  const doctor = promisify(execFile)(process.execPath, [main.replace('main.js', 'admin.js'), 'doctor'], { env })
  const { stdout } = await doctor.catch((failure: { stdout: string }) => failure)
  assert.match(
    stdout,
    /^ok {4}pooler +DATABASE_URL is pooled, and notifications arrive at DATABASE_DIRECT_URL\.$/m,
    stdout,
  )
  assert.match(stdout, /^ok {4}replica /m, stdout)
}

/** JSON, which is valid YAML. Synchronous replication: a confirmed ticket is on both machines. */
function patroni({ name, port, rest }: Node): string {
  const at = (one: number) => ({ listen: `127.0.0.1:${one}`, connect_address: `127.0.0.1:${one}` })
  const login = (username: string) => ({ username, password })
  const settings = {
    scope: 'ruam',
    name,
    restapi: at(rest),
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: { ttl: 20, loop_wait: 2, retry_timeout: 3, synchronous_mode: true, postgresql: { use_pg_rewind: true } },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      ...at(port),
      data_dir: join(folder, name, 'data'),
      bin_dir: '/usr/lib/postgresql/15/bin',
      pgpass: join(folder, name, 'pgpass'),
      authentication: { superuser: login('postgres'), replication: login('replicator') },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
      parameters: { unix_socket_directories: '' },
    },
  }
  return file(`${name}.yml`, JSON.stringify(settings))
}

/** Requests go round-robin to the ready processes, database connections to the current primary or a standby. */
function haproxy(): string {
  const database = (name: string, port: number, check: string) => `
listen ${name}
  bind 127.0.0.1:${port}
  mode tcp
  option httpchk OPTIONS ${check}
  default-server inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.rest}`).join('\n')}`
  const sections = `defaults
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 3s
listen people
  bind 127.0.0.1:${site}
  mode http
  balance roundrobin
  option forwardfor
  option redispatch
  retry-on conn-failure
  option httpchk GET /health/ready
  default-server inter 500ms fall 2 rise 1
${servers.map(({ name, port }) => `  server ${name} 127.0.0.1:${port} check`).join('\n')}
${database('primary', primary, '/primary')}
${database('standby', standby, '/replica')}
`
  return file('haproxy.cfg', sections)
}

/** The example in deploy/ with local addresses. */
function pgbouncer(): string {
  const settings = readFileSync(join(root, 'deploy', 'pgbouncer.ini'), 'utf8')
    .replace('host=postgres.example.com port=5432', `host=127.0.0.1 port=${primary}`)
    .replace('listen_addr = *', 'listen_addr = 127.0.0.1\nunix_socket_dir =')
    .replace('listen_port = 6432', `listen_port = ${pooler}`)
    .replace('/etc/pgbouncer/userlist.txt', file('users.txt', `"ruam" "${password}"\n`))
  return file('pgbouncer.ini', settings)
}

function start(name: string): void {
  const log = openSync(join(folder, `${name}.log`), 'a')
  const [program = '', ...args] = (programs[name] ?? '').split(/\s+/)
  const server = servers.find((one) => one.name === name)
  const env = server ? { ...settings, PORT: `${server.port}`, DATA_DIR: join(folder, name) } : { LC_ALL: 'C.UTF-8' }
  const options = server ? { cwd: root } : { cwd: '/', uid, gid }
  const child = spawn(program, args, {
    ...options,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', log, log],
  })
  processes.set(name, child.pid ?? 0)
}

/** Kills a program and its PostgreSQL at once, like a power failure. */
function lose(name: string): void {
  killTree(processes.get(name) ?? 0)
  killTree(readPidFile(join(folder, name, 'data'))?.pid ?? 0)
  processes.delete(name)
}

function killTree(pid: number): void {
  if (pid === 0) return
  signal(pid, 'SIGSTOP')
  for (const child of childrenOf(pid)) killTree(child)
  signal(pid, 'SIGKILL')
}

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

async function nodeWith(role: string): Promise<Node | null> {
  for (const node of nodes) if (await isOk(`http://127.0.0.1:${node.rest}/${role}`)) return node
  return null
}

async function siteIsReady(): Promise<void> {
  for (const url of [...servers.map((server) => server.url), `http://127.0.0.1:${site}`])
    await until(`${url} to be ready`, () => isOk(`${url}/health/ready`))
}

/** Waits until `look` returns something. */
async function until<T>(what: string, look: () => Promise<T | null | undefined | false>, seconds = 120): Promise<T> {
  const end = Date.now() + seconds * 1_000
  while (Date.now() < end) {
    const found = await look().catch(() => null)
    if (found) return found
    await sleep(100)
  }
  throw new Error(`Waited ${seconds} seconds for ${what}.`)
}

function say(what: string) {
  console.info(`${process.uptime().toFixed(1).padStart(6)} s  ${what}`)
}
