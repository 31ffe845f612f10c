import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './run.mjs'

/** The age from which a lock is ignored: its process id belongs to another process by then. */
const longestMs = 20 * 60_000

/** Runs `work` while no other process runs work of this name: two installs at once would each leave a part. */
export async function alone(name, work) {
  const lock = join(root, '.cache', `${name}.lock`)
  while (!take(lock)) await sleep(200)
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function take(lock) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    // A killed process leaves its lock behind; the next round takes it.
    if (!isAlive(holderOf(lock)) || ageOf(lock) > longestMs) rmSync(lock, { force: true })
    return false
  }
}

/** The process that holds a lock. A lock that is just being written or released names none, and counts as held. */
function holderOf(lock) {
  try {
    return Number(readFileSync(lock, 'utf8')) || process.pid
  } catch {
    return process.pid
  }
}

function ageOf(lock) {
  const found = statSync(lock, { throwIfNoEntry: false })
  return found ? Date.now() - found.mtimeMs : 0
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
