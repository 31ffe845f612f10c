import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#server/lib/postgres/database.ts'
import { freePort } from '#server/lib/postgres/postgres-cluster.ts'
import { get, killTree, type Programs, pidIn, postgresPrograms, type Running, until } from './programs.ts'

const password = 'cluster'
/** In seconds: after this long without a sign the primary is taken for lost. Patroni allows no less. */
export const lostAfter = 20

interface Node {
  name: string
  port: number
  rest: number
  data: string
  config: string
  patroni: Running | null
}

/** Two PostgreSQLs under Patroni, of which one follows the other synchronously, and what leads to them. */
export interface Cluster {
  /** What haproxy.cfg says of the database: where the primary of today is, and where a standby. */
  haproxy: string
  /** The addresses of the settings, by their names. */
  env: Record<string, string>
  /** Makes the product's role and database, and starts the pooler; once HAProxy runs. */
  prepare(): Promise<void>
  /** Ends the primary as a power failure does; returns what brings its machine back. */
  losePrimary(): Promise<() => void>
  /** Waits until a standby follows synchronously again. */
  isWhole(): Promise<void>
}

export async function startCluster(programs: Programs): Promise<Cluster> {
  const [etcd, etcdPeers, primary, standby, pooler] = await ports(5)
  const store = programs.newFolder('etcd')
  const client = `http://127.0.0.1:${etcd}`
  programs.start('etcd', 'etcd', [
    ...['--data-dir', store, '--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', `http://127.0.0.1:${etcdPeers}`, '--logger', 'zap', '--log-level', 'error'],
  ])
  const nodes: Node[] = []
  for (const name of ['one', 'two']) {
    const [port = 0, rest = 0] = await ports(2)
    const folder = programs.newFolder(`postgres-${name}`)
    const node = { ...{ name, port, rest, data: join(folder, 'data') }, config: join(folder, 'patroni.yml') }
    // JSON is YAML as well.
    writeFileSync(node.config, JSON.stringify(patroniOf(node, Number(etcd), folder)), { mode: 0o644 })
    nodes.push({ ...node, patroni: null })
  }
  const run = (node: Node) => {
    node.patroni = programs.start(`patroni-${node.name}`, 'patroni', [node.config])
  }
  for (const node of nodes) {
    run(node)
    // The first makes the database, which the second copies.
    await until(`PostgreSQL ${node.name}`, () => answers(node, 'health'))
  }

  const url = (port: number | undefined, who = 'ruam', name = 'ruam') =>
    `postgres://${who}:${password}@127.0.0.1:${port}/${name}`
  const isWhole = () => until('a synchronous standby', () => any(nodes, 'sync'), 120).then(() => undefined)
  await isWhole()

  return {
    haproxy: [
      ...['listen primary', `  bind 127.0.0.1:${primary}`, '  option httpchk OPTIONS /primary', ...serversOf(nodes)],
      ...['listen standby', `  bind 127.0.0.1:${standby}`, '  option httpchk OPTIONS /replica', ...serversOf(nodes)],
    ].join('\n'),
    env: {
      ...{ DATABASE_URL: url(pooler), DATABASE_DIRECT_URL: url(primary), DATABASE_REPLICA_URL: url(standby) },
    },
    async prepare() {
      const admin = openDatabase(url(primary, 'postgres', 'postgres'), 1, { longWork: true })
      await until('a way to the primary', () => admin.pool.query('SELECT 1'))
      await admin.pool.query(`CREATE ROLE ruam LOGIN PASSWORD '${password}'`)
      await admin.pool.query('CREATE DATABASE ruam OWNER ruam')
      await admin.close()
      programs.start('pgbouncer', 'pgbouncer', [poolerConfig(programs, Number(primary), Number(pooler))])
    },
    async losePrimary() {
      const lost = await until('the primary', () => any(nodes, 'primary'))
      const { patroni, data } = lost
      killTree(patroni?.pid ?? 0)
      killTree(pidIn(join(data, 'postmaster.pid')))
      return () => run(lost)
    },
    isWhole,
  }
}

function patroniOf({ name, port, rest, data }: Omit<Node, 'patroni' | 'config'>, etcd: number, folder: string) {
  const login = (username: string) => ({ username, password })
  return {
    scope: 'ruam',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ...{ ttl: lostAfter, loop_wait: 2, retry_timeout: 3 },
        // What is answered is on two machines.
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 150, shared_buffers: '64MB', max_wal_size: '512MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}` },
      ...{ data_dir: data, bin_dir: postgresPrograms, pgpass: join(folder, 'pgpass') },
      authentication: { superuser: login('postgres'), replication: login('replicator') },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
      parameters: { unix_socket_directories: '' },
    },
  }
}

function serversOf(nodes: Node[]): string[] {
  const checks = 'default-server inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions'
  const servers = nodes.map(({ name, port, rest }) => `server ${name} 127.0.0.1:${port} check port ${rest}`)
  return ['mode tcp', 'timeout client 1h', 'timeout server 1h', checks, ...servers].map((line) => `  ${line}`)
}

/** The example of deploy/, with the addresses of this machine. */
function poolerConfig(programs: Programs, primary: number, port: number): string {
  const folder = programs.newFolder('pgbouncer')
  const users = join(folder, 'users.txt')
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"ruam" "${password}"\n`)
  const text = readFileSync(new URL('../../deploy/pgbouncer.ini', import.meta.url), 'utf8')
    .replace('host=postgres.example.com port=5432', `host=127.0.0.1 port=${primary}`)
    .replace('listen_addr = *', 'listen_addr = 127.0.0.1\nunix_socket_dir =')
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer/userlist.txt', users)
  writeFileSync(config, text)
  return config
}

async function any(nodes: Node[], role: string): Promise<Node | null> {
  for (const node of nodes) {
    if (await answers(node, role).catch(() => false)) return node
  }
  return null
}

/** Whether Patroni says that its PostgreSQL has this role. */
async function answers({ rest }: Node, role: string): Promise<true | null> {
  const reply = await get(`http://127.0.0.1:${rest}/${role}`)
  return reply.ok ? true : null
}

export async function ports(count: number): Promise<number[]> {
  const found: number[] = []
  while (found.length < count) {
    const port = await freePort()
    if (!found.includes(port)) found.push(port)
  }
  return found
}
