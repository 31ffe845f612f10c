import {
  chownSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { syncFolder } from '#server/lib/settings/data-folder.ts'
import type { Binaries } from './postgres-binaries.ts'

/** The database's administrator; the server itself uses a role without such rights. */
export const administrator = 'postgres'

const unfinishedPrefix = 'postgres.new-'
/** pg_trgm treats Thai letters as letters only if the system's character type knows them; the first existing one is used. */
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'C']

export function isInitialised(cluster: string): boolean {
  return statSync(join(cluster, 'PG_VERSION'), { throwIfNoEntry: false }) !== undefined
}

/** Creates a database in a temporary folder and renames it when it is complete, so that a kill at any moment leaves all or
 *  nothing. Does nothing if another process was faster. */
export async function initialise(binaries: Binaries, cluster: string, password: string): Promise<void> {
  const temporary = mkdtempSync(join(dirname(cluster), unfinishedPrefix))
  try {
    const passwordFile = join(temporary, 'password')
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (binaries.account) {
      for (const path of [temporary, passwordFile]) chownSync(path, binaries.account.uid, binaries.account.gid)
    }
    await initdb(binaries, join(temporary, 'cluster'), passwordFile)
    renameSync(join(temporary, 'cluster'), cluster)
    syncFolder(dirname(cluster))
  } catch (error) {
    if (!isInitialised(cluster)) throw error
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function initdb(binaries: Binaries, folder: string, passwordFile: string): Promise<void> {
  let output = ''
  for (const characterType of characterTypes) {
    // Collations come from PostgreSQL itself, so that a newer C library on the host never breaks an index.
    const locale = [
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${characterType}`,
    ]
    const access = [`--username=${administrator}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
    const child = binaries.spawn('initdb', [
      `--pgdata=${folder}`,
      '--encoding=UTF8',
      '--no-instructions',
      ...locale,
      ...access,
    ])
    output = ''
    child.stdout?.resume()
    child.stderr?.on('data', (text) => {
      output += text
    })
    if ((await ended(child)) === 0) return
    if (!output.includes('invalid locale name')) break
  }
  throw new Error(`The database could not be made in ${folder}: ${lastLine(output)}`)
}

/** Deletes the remains of killed first starts. Only the owner of the data folder may call it. */
export function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(unfinishedPrefix)) rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Starts PostgreSQL on the folder and waits until it accepts connections, including crash recovery. Returns null, or why it
 *  ended at once; another process may have started it first. */
export async function launch(
  binaries: Binaries,
  cluster: string,
  port: number,
  settings: Record<string, string>,
  stalePid: number | null,
): Promise<string | null> {
  const log = join(cluster, 'server.log')
  const seen = truncateWhenLarge(log)
  const file = openSync(log, 'a', 0o600)
  // A session of its own: Ctrl-C in a terminal then reaches only the server, which stops the database last.
  const child = binaries.spawn(
    'postgres',
    [
      '-D',
      cluster,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    {
      detached: true,
      stdio: ['ignore', file, file],
      // PostgreSQL takes any living process of its user with the number in a stale pid file for a rival, and would wait
      // forever. It ignores the number set here, as pg_ctl does, and still checks its shared memory.
      env: stalePid === null ? {} : { PG_GRANDPARENT_PID: String(stalePid) },
    },
  )
  child.unref()
  closeSync(file)

  let running = true
  const end = ended(child).then(() => {
    running = false
  })
  while (running) {
    const pidFile = readPidFile(cluster)
    if (pidFile?.pid === child.pid && pidFile?.status === 'ready') return null
    await Promise.race([end, sleep(10)])
  }
  return reason(readFileSync(log, 'utf8').slice(seen))
}

function ended(child: ReturnType<Binaries['spawn']>): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
}

function truncateWhenLarge(log: string): number {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size < 1_000_000) return size
  rmSync(log)
  return 0
}

function reason(log: string): string {
  // Its messages to early clients are not the reason.
  const fatal = log.split('\n').find((line) => /\b(FATAL|PANIC): +(?!the database system is )/.test(line))
  return fatal?.replace(/^.*?(FATAL|PANIC): +/, '') ?? lastLine(log)
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

export interface PidFile {
  pid: number
  port: number
  /** starting, ready, standby or stopping */
  status: string
}

/** PostgreSQL's `postmaster.pid`; null if it is missing or incomplete. */
export function readPidFile(cluster: string): PidFile | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? 'starting' } : null
  } catch {
    return null
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
