import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { type Cluster, ports } from './database.ts'
import { get, type Programs, type Running, until } from './programs.ts'

/** One process of the product. */
export interface Server {
  name: string
  /** Its own address, past the load balancer. */
  url: string
  running: Running
  start(): void
}

/** The product's processes, and the one address under which people reach them. */
export interface Site {
  url: string
  servers: Server[]
  /** Waits until all are ready. */
  isWhole(): Promise<void>
  /** What the operator's doctor says. */
  examine(): Promise<string>
}

/** HAProxy in front of `count` processes, without sticky sessions, and between them and the database. */
export async function startSite(
  programs: Programs,
  cluster: Cluster,
  { count, tokenSecret }: { count: number; tokenSecret: string },
): Promise<Site> {
  const [front = 0, ...own] = await ports(1 + count)
  const names = own.map((_, place) => `ruam-${place + 1}`)
  const config = join(programs.newFolder('haproxy'), 'haproxy.cfg')
  const backends = own.map((port, place) => `  server ${names[place]} 127.0.0.1:${port} check`)
  writeFileSync(config, `${balancer(front, backends)}\n${cluster.haproxy}\n`)
  programs.start('haproxy', 'haproxy', ['-db', '-f', config])
  await cluster.prepare()
  const env = {
    ...cluster.env,
    ...(await startStore(programs)),
    ...{ NODE_ENV: 'production', HOST: '127.0.0.1', TOKEN_SECRET: tokenSecret, TRUST_PROXY: '1' },
    ...{ DATABASE_POOL: '8', RATE_LIMIT_SCALE: '0', SAMPLE_DATA: 'false', LOG_LEVEL: 'warn' },
  }
  // All at once, as after an update: one of them makes the tables.
  const servers = own.map((port, place) => {
    const name = names[place] ?? ''
    const folder = programs.newFolder(name)
    const start = () =>
      programs.start(name, process.execPath, ['build/main.js'], { ...env, PORT: String(port), DATA_DIR: folder })
    const server: Server = {
      ...{ name, url: `http://127.0.0.1:${port}`, running: start() },
      start() {
        server.running = start()
      },
    }
    return server
  })
  const isReady = async ({ url }: Server) => ((await get(`${url}/health/ready`)).ok ? true : null)
  const url = `http://127.0.0.1:${front}`
  const isWhole = async () => {
    for (const server of servers) await until(`${server.name} to be ready`, () => isReady(server))
    await until('the load balancer', async () => ((await get(`${url}/health/ready`)).ok ? true : null))
  }
  await isWhole()
  const examine = () =>
    new Promise<string>((resolve) => {
      const DATA_DIR = join(programs.folder, names[0] ?? '')
      const options = { env: { PATH: process.env.PATH, ...env, DATA_DIR }, timeout: 30_000 }
      execFile(process.execPath, ['build/admin.js', 'doctor'], options, (_, said) => resolve(said))
    })
  return { url, servers, isWhole, examine }
}

/** Each request goes to the next process that is ready; one that did not reach its process is sent to another. */
function balancer(port: number, backends: string[]): string {
  return [
    ...['global', '  maxconn 4000'],
    ...['defaults', '  timeout connect 1s', '  timeout client 60s', '  timeout server 60s', '  timeout check 3s'],
    ...['frontend people', `  bind 127.0.0.1:${port}`, '  mode http', '  default_backend ruam'],
    ...['backend ruam', '  mode http', '  balance roundrobin', '  option forwardfor', '  option redispatch'],
    ...['  retries 3', '  retry-on conn-failure', '  option httpchk GET /health/ready'],
    '  default-server inter 500ms fall 2 rise 1',
    ...backends,
  ].join('\n')
}

/** An S3-compatible store in this process, which all of them share. */
async function startStore(programs: Programs): Promise<Record<string, string>> {
  const key = 'S3RVER'
  const store = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory: programs.newFolder('s3') },
    configureBuckets: [{ name: 'ruam', configs: [] }],
  })
  const { port } = await store.run()
  return {
    ...{ S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: 'ruam' },
    ...{ S3_ACCESS_KEY_ID: key, S3_SECRET_ACCESS_KEY: key },
  }
}
