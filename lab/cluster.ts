/**
 * Runs the product as a large installation does, on one machine: `npm run test:cluster`. Three processes behind HAProxy without
 * sticky sessions, PgBouncer in transaction mode, PostgreSQL 15 with a synchronous standby under Patroni, and an S3-compatible
 * store. In a rush one process is killed, and later the primary's machine. Fails unless every answered ticket is there, nobody
 * has two, and every seat is taken. Takes two minutes; the programs are those of Debian 12.
 */
import { strict as assert } from 'node:assert'
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import S3rver from '@20minutes/s3rver'
import { openDatabase } from '#server/lib/postgres/database.ts'
import { freePort } from '#server/lib/postgres/postgres-cluster.ts'
import { signal } from '#server/lib/postgres/processes.ts'
import { addCrowd } from '#server/testing/crowd.ts'
import { buildProduct, childrenOf, newFolder, root } from './programs.ts'
import { audit, plainPicture, rush, send, uploadPicture } from './rush.ts'

const people = 3_000
const seats = 2_000
/** In seconds: a lost primary is noticed after Patroni's minimum, and the standby takes some to take over. */
const lostAfter = 20
const longestOutage = 60
/** In milliseconds, of everything. */
const longestRun = 290_000

const password = 'cluster'
const postgresPrograms = '/usr/lib/postgresql/15/bin'
const folders = [postgresPrograms, '/usr/sbin', '/usr/bin']
const packages = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', pgbouncer: 'pgbouncer' }
const needed = Object.entries({ ...packages, postgres: 'postgresql-15' })
const missing = needed.filter(([name]) => find(name) === undefined).map(([, name]) => name)
if (missing.length > 0) throw new Error(`Not installed: apt-get install ${missing.join(' ')} python3-etcd`)

const main = await buildProduct()
const began = performance.now()
const folder = newFolder()
const running: { name: string; child: ChildProcess }[] = []
/** PostgreSQL and its pooler refuse to run as root. */
const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
if (account) chownSync(folder, account.uid, account.gid)
setTimeout(() => {
  console.error(`It is not over after ${longestRun / 1_000} s.\n${logs()}`)
  void stopAll().then(() => process.exit(1))
}, longestRun).unref()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopAll().then(() => process.exit(1)))

const given = new Set<number>()
const port = {} as Record<'etcd' | 'etcdPeers' | 'primary' | 'standby' | 'pooler' | 'site', number>
for (const name of ['etcd', 'etcdPeers', 'primary', 'standby', 'pooler', 'site'] as const) port[name] = await newPort()
const nodes = await Promise.all(['one', 'two'].map(nodeOf))
const servers = await Promise.all([1, 2, 3].map(async (n) => ({ name: `ruam-${n}`, port: await newPort() })))
const site = `http://127.0.0.1:${port.site}`
const tokenSecret = randomBytes(32).toString('hex')
const databaseUrl = (at: number, user = 'ruam', name = 'ruam') =>
  `postgres://${user}:${password}@127.0.0.1:${at}/${name}`
const env = {
  ...{ NODE_ENV: 'production', HOST: '127.0.0.1', TOKEN_SECRET: tokenSecret, TRUST_PROXY: '1', DATABASE_POOL: '8' },
  ...{ RATE_LIMIT_SCALE: '0', SAMPLE_DATA: 'false', LOG_LEVEL: 'warn', DATABASE_URL: databaseUrl(port.pooler) },
  ...{ DATABASE_DIRECT_URL: databaseUrl(port.primary), DATABASE_REPLICA_URL: databaseUrl(port.standby) },
  ...(await startStore()),
}

/** The programs, with what each is started with. */
const programs: Record<string, () => [program: string, ...args: string[]]> = {
  etcd: () => [
    'etcd',
    ...['--data-dir', ownFolder('etcd'), '--logger', 'zap', '--log-level', 'error'],
    ...[
      '--listen-client-urls',
      `http://127.0.0.1:${port.etcd}`,
      '--advertise-client-urls',
      `http://127.0.0.1:${port.etcd}`,
    ],
    ...['--listen-peer-urls', `http://127.0.0.1:${port.etcdPeers}`],
  ],
  'patroni-one': () => ['patroni', file('one.yml', JSON.stringify(patroni(nodes[0])))],
  'patroni-two': () => ['patroni', file('two.yml', JSON.stringify(patroni(nodes[1])))],
  haproxy: () => ['haproxy', '-db', '-f', file('haproxy.cfg', haproxy())],
  pgbouncer: () => ['pgbouncer', file('pgbouncer.ini', pgbouncer())],
  ...Object.fromEntries(servers.map(({ name }) => [name, () => [process.execPath, main] as [string, string]])),
}

try {
  start('etcd')
  // The first node makes the database, which the second copies.
  for (const node of nodes) {
    start(`patroni-${node.name}`)
    await until(`PostgreSQL ${node.name}`, () => hasRole(node, 'health'))
  }
  await until('a synchronous standby', () => nodeWith('sync'), 120)
  start('haproxy')
  const admin = openDatabase(databaseUrl(port.primary, 'postgres', 'postgres'), 1, { longWork: true })
  await until('a way to the primary', () => admin.pool.query('SELECT 1'))
  await admin.pool.query(`CREATE ROLE ruam LOGIN PASSWORD '${password}'`)
  await admin.pool.query('CREATE DATABASE ruam OWNER ruam')
  await admin.close()
  start('pgbouncer')
  // All at once, as after an update: one of them migrates.
  const [first] = servers.map(({ name }) => start(name))
  await siteIsReady()
  say('three processes, PgBouncer and two PostgreSQLs run')

  const crowd = await addCrowd(env.DATABASE_DIRECT_URL, people, tokenSecret)
  const [eventId = 0] = await crowd.addEvents(1, seats)
  const answers: number[] = []
  const lost = { process: 0, database: 0 }
  let comeBack = Promise.resolve(() => {})
  const afterAnswer = (_: number, { status }: { status: number }) => {
    if (status !== 201 && status !== 409) return
    answers.push(performance.now())
    if (answers.length === people / 5) {
      lost.process = performance.now()
      first?.kill('SIGKILL')
    }
    if (answers.length === (2 * people) / 5) {
      lost.database = performance.now()
      comeBack = losePrimary()
    }
  }
  const options = { url: () => site, eventId, tokens: crowd.tokens, connections: 60, attempts: 480, afterAnswer }
  const outcome = await rush(options)
  const [ofProcess, ofDatabase] = [outage(answers, lost.process, lost.database), outage(answers, lost.database)]
  say(`${people} people were answered; a pause of ${ofProcess} s after the process, ${ofDatabase} s after the primary`)
  console.info(`          answers by status ${JSON.stringify(outcome.statuses)}`)
  assert(ofDatabase < longestOutage, `nobody could apply for ${ofDatabase} seconds`)
  assert.equal(outcome.statuses[500], undefined, 'a server failed')
  assert.equal(answers.length, people, 'somebody got no decision')

  const db = openDatabase(env.DATABASE_DIRECT_URL, 1)
  assert.equal(await audit(db, eventId, outcome), seats, 'some seats are free')
  assert.equal(outcome.full.size, people - seats, 'too many or too few were refused')
  await db.close()
  say('every answered ticket is there, nobody has two, and all seats are taken')

  start(servers[0]?.name ?? '')
  ;(await comeBack)()
  await until('a synchronous standby', () => nodeWith('sync'), 120)
  await siteIsReady()
  say('the killed process and the lost database are back')
  await othersFollow(eventId, crowd)
  say('open pages hear of other processes, pictures are everywhere, lists come from the standby')
  await crowd.close()
} catch (error) {
  console.error(logs())
  throw error
} finally {
  await stopAll()
}
process.exit(0)

/** A page open on one process hears of changes on the others, pictures of one are served by all, lists come from the standby. */
async function othersFollow(eventId: number, crowd: Awaited<ReturnType<typeof addCrowd>>) {
  const [one = '', two = '', three = ''] = servers.map((server) => `http://127.0.0.1:${server.port}`)
  const page = new AbortController()
  const stream = await fetch(`${two}/api/events/${eventId}/live`, { signal: page.signal })
  let shown = -1
  void (async () => {
    const decoder = new TextDecoder()
    for await (const piece of stream.body ?? [])
      for (const [, taken] of decoder.decode(piece).matchAll(/"current_attendees":(\d+)/g)) shown = Number(taken)
  })().catch(() => undefined)
  // Announced changes arrive within a second; without announcements a page would learn of them after ten.
  const shows = (taken: number) => until(`a page to show ${taken} seats`, async () => shown === taken, 5)
  await shows(seats)
  const [holder] = await crowd.holdersOf(eventId)
  assert.equal((await send(three + holder?.path, { method: 'DELETE', token: holder?.token ?? '' }))?.status, 200)
  await shows(seats - 1)
  const apply = `${one}/api/tickets/event/${eventId}/register`
  assert.equal((await send(apply, { method: 'POST', token: holder?.token ?? '' }))?.status, 201)
  await shows(seats)
  page.abort()

  const picture = await uploadPicture(two, crowd.tokens[0] ?? '', await plainPicture('#1a7f5a'))
  assert.equal((await send(three + picture?.path))?.status, 200, 'a picture is not on every process')
  for (const url of [one, two, three]) {
    await until('lists from the standby', async () =>
      (await text(`${url}/metrics`)).includes('\nruam_replica_used 1\n'),
    )
  }
  const doctor = await new Promise<string>((resolve) => {
    const options = { env: { PATH: process.env.PATH, ...env, DATA_DIR: join(folder, 'ruam-1') }, timeout: 30_000 }
    execFile(process.execPath, [main.replace('main.js', 'admin.js'), 'doctor'], options, (_, output) => resolve(output))
  })
  assert.match(doctor, /^ok {4}pooler +DATABASE_URL is pooled, and DATABASE_DIRECT_URL hears\.$/m, doctor)
  assert.match(doctor, /^ok {4}replica /m, doctor)
  assert((await text(`${site}/api/events/events`)).includes(`"current_attendees":${seats}`), 'the list is behind')
}

/** Ends the primary's processes at once, as a power failure does; returns what starts its machine again. */
async function losePrimary(): Promise<() => void> {
  const node = await until('the primary', () => nodeWith('primary'))
  killTree(running.findLast(({ name }) => name === `patroni-${node.name}`)?.child.pid ?? 0)
  killTree(pidIn(join(node.data, 'postmaster.pid')))
  return () => void start(`patroni-${node.name}`)
}

/** The longest time in seconds between two answers from `from` to `to`. */
function outage(answers: number[], from: number, to = Number.POSITIVE_INFINITY): number {
  const times = [from, ...answers.filter((at) => at > from && at < to)]
  return Math.round(Math.max(...times.slice(1).map((at, n) => at - (times[n] ?? at))) / 100) / 10
}

async function nodeOf(name: string) {
  return { name, port: await newPort(), rest: await newPort(), data: join(folder, `postgres-${name}`, 'data') }
}
type Node = Awaited<ReturnType<typeof nodeOf>>

function patroni(node: Node | undefined) {
  const { name, port: own, rest, data } = node as Node
  const login = (username: string) => ({ username, password })
  const at = (one: number) => ({ listen: `127.0.0.1:${one}`, connect_address: `127.0.0.1:${one}` })
  const parameters = { max_connections: 150, shared_buffers: '64MB', max_wal_size: '512MB' }
  const access = ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256']
  return {
    ...{ scope: 'ruam', name, restapi: at(rest), etcd3: { host: `127.0.0.1:${port.etcd}` } },
    bootstrap: {
      // Synchronous: an answered ticket is on both machines.
      dcs: {
        ...{ ttl: lostAfter, loop_wait: 2, retry_timeout: 3, synchronous_mode: true },
        postgresql: { use_pg_rewind: true, parameters },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      ...{
        ...at(own),
        data_dir: data,
        bin_dir: postgresPrograms,
        pgpass: join(ownFolder(`postgres-${name}`), 'pgpass'),
      },
      authentication: { superuser: login('postgres'), replication: login('replicator') },
      ...{ pg_hba: access, parameters: { unix_socket_directories: '' } },
    },
  }
}

/** Requests go to the next ready process, those of the database to the current primary or a standby. */
function haproxy(): string {
  const database = (name: 'primary' | 'standby', check: string) => [
    ...[`listen ${name}`, `bind 127.0.0.1:${port[name]}`, 'mode tcp', 'timeout client 1h', 'timeout server 1h'],
    ...[`option httpchk OPTIONS ${check}`, 'default-server inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions'],
    ...nodes.map((node) => `server ${node.name} 127.0.0.1:${node.port} check port ${node.rest}`),
  ]
  const lines = [
    ...['global', 'maxconn 4000', 'defaults', 'timeout connect 1s', 'timeout client 60s', 'timeout server 60s'],
    ...['timeout check 3s', 'frontend people', `bind 127.0.0.1:${port.site}`, 'mode http', 'default_backend ruam'],
    ...['backend ruam', 'mode http', 'balance roundrobin', 'option forwardfor', 'option redispatch', 'retries 3'],
    ...['retry-on conn-failure', 'option httpchk GET /health/ready', 'default-server inter 500ms fall 2 rise 1'],
    ...servers.map((server) => `server ${server.name} 127.0.0.1:${server.port} check`),
    ...[...database('primary', '/primary'), ...database('standby', '/replica')],
  ]
  return `${lines.join('\n')}\n`
}

/** The example of deploy/, with the addresses of this machine. */
function pgbouncer(): string {
  return readFileSync(join(root, 'deploy', 'pgbouncer.ini'), 'utf8')
    .replace('host=postgres.example.com port=5432', `host=127.0.0.1 port=${port.primary}`)
    .replace('listen_addr = *', 'listen_addr = 127.0.0.1\nunix_socket_dir =')
    .replace('listen_port = 6432', `listen_port = ${port.pooler}`)
    .replace('/etc/pgbouncer/userlist.txt', file('users.txt', `"ruam" "${password}"\n`))
}

/** An S3-compatible store in this process. */
async function startStore() {
  const key = 'S3RVER'
  const options = { port: 0, address: '127.0.0.1', silent: true, directory: ownFolder('s3') }
  const store = new S3rver({ ...options, configureBuckets: [{ name: 'ruam', configs: [] }] })
  const { port: storePort } = await store.run()
  const login = { S3_ACCESS_KEY_ID: key, S3_SECRET_ACCESS_KEY: key }
  return { S3_ENDPOINT: `http://127.0.0.1:${storePort}`, S3_BUCKET: 'ruam', ...login }
}

function start(name: string): ChildProcess {
  const [program, ...args] = programs[name]?.() ?? ['']
  const log = openSync(join(folder, `${name}.log`), 'a')
  const server = servers.find((one) => one.name === name)
  const own = server ? { ...env, PORT: String(server.port), DATA_DIR: ownFolder(name) } : {}
  const child = spawn(find(program) ?? program, args, {
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...own },
    stdio: ['ignore', log, log],
    ...(server ? { cwd: root } : { cwd: '/', ...account }),
  })
  running.push({ name, child })
  return child
}

async function stopAll(): Promise<void> {
  for (const { child } of running.reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await Promise.race([once(child, 'exit'), sleep(4_000, null, { ref: false })])
    child.kill('SIGKILL')
  }
  for (const { data } of nodes) killTree(pidIn(join(data, 'postmaster.pid')))
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

function killTree(pid: number): void {
  if (pid <= 0) return
  signal(pid, 'SIGSTOP')
  for (const child of childrenOf(pid)) killTree(child)
  signal(pid, 'SIGKILL')
}

function pidIn(path: string): number {
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : 0
}

function idOf(flag: string): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

function ownFolder(name: string): string {
  const path = join(folder, name)
  if (!existsSync(path)) mkdirSync(path, { mode: 0o700 })
  if (account) chownSync(path, account.uid, account.gid)
  return path
}

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content, { mode: 0o644 })
  return path
}

function find(program: string): string | undefined {
  return folders.map((one) => join(one, program)).find(existsSync)
}

/** The end of each program's log. */
function logs(): string {
  const names = readdirSync(folder).filter((name) => name.endsWith('.log'))
  return names.map((name) => `== ${name}\n${readFileSync(join(folder, name), 'utf8').slice(-1_500)}`).join('\n')
}

async function newPort(): Promise<number> {
  const found = await freePort()
  if (given.has(found)) return newPort()
  given.add(found)
  return found
}

function get(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(5_000) })
}

async function text(url: string): Promise<string> {
  return (await get(url)).text()
}

async function hasRole({ rest }: Node, role: string): Promise<boolean> {
  return (await get(`http://127.0.0.1:${rest}/${role}`)).ok
}

async function nodeWith(role: string): Promise<Node | null> {
  for (const node of nodes) if (await hasRole(node, role).catch(() => false)) return node
  return null
}

async function siteIsReady(): Promise<void> {
  const urls = [...servers.map((server) => `http://127.0.0.1:${server.port}`), site]
  for (const url of urls) await until(`${url} to be ready`, async () => (await get(`${url}/health/ready`)).ok)
}

/** Waits until `look` finds something. */
async function until<T>(what: string, look: () => Promise<T | null | false>, seconds = 60): Promise<T> {
  const end = Date.now() + seconds * 1_000
  while (Date.now() < end) {
    const found = await look().catch(() => null)
    if (found !== null && found !== false) return found
    await sleep(100)
  }
  throw new Error(`Waited ${seconds} seconds for ${what}.`)
}

function say(what: string) {
  console.info(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${what}`)
}
