import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'

/** Whether a process with this number exists, of any user. */
export function isAlive(pid: number): boolean {
  if (pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the living process `pid` is PostgreSQL on this folder. Numbers are reused after a crash or a restart of the
 *  machine, so the number alone proves nothing. In doubt the answer is yes. */
export function isPostgresOn(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') {
    const { status, stdout } = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' })
    return status !== 0 || stdout.includes('postgres')
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, name, state] = /^\d+ \((.*)\) (\w)/s.exec(stat) ?? []
    if (name !== 'postgres' || state === 'Z') return false
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch (error) {
    // Gone since then: no. Hidden from us: yes, until a connection shows otherwise.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

/** Sends a signal, unless the process is gone. Numbers below 1 would mean whole groups, including ours. */
export function signal(pid: number, name: NodeJS.Signals): void {
  if (pid <= 0) return
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
