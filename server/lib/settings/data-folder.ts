import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { chmod, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Settings } from './settings.ts'

/** Permissions for what only the server's user may read: passwords, mails, slips' pictures. */
export const privateFolder = 0o700
export const privateFile = 0o600

/** Closes the data folder and its pictures to other users of the machine, as for new ones. Does nothing if it is missing or
 *  belongs to another user. */
export async function closeDataFolder(dataDir: string): Promise<void> {
  await chmod(dataDir, privateFolder).catch(() => undefined)
  const pictures = join(dataDir, 'pictures')
  const found = await stat(pictures).catch(() => null)
  // The folder is closed last: if it is closed, all its files are.
  if (found === null || (found.mode & 0o777) === privateFolder) return
  for (const name of await readdir(pictures)) await chmod(join(pictures, name), privateFile).catch(() => undefined)
  await chmod(pictures, privateFolder).catch(() => undefined)
}

/** The secret in `<dataDir>/keys/<name>`, readable by the server's user only. The first call creates it: 256 random bits as 64
 *  hexadecimal digits. A kill at any moment leaves either no key or a complete one, and concurrent processes get the same key. */
export function readOrMakeKey(dataDir: string, name: string): string {
  return readKey(dataDir, name) ?? makeKey(keyPath(dataDir, name))
}

function keyPath(dataDir: string, name: string): string {
  return join(dataDir, 'keys', name)
}

/** The secret; null if it has not been created. */
export function readKey(dataDir: string, name: string): string | null {
  const path = keyPath(dataDir, name)
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`The key ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Makes the data folder or one in it, unless it exists. Throws one sentence for the operator. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: privateFolder })
  } catch (error) {
    const { message } = error as Error
    throw new Error(`DATA_DIR cannot be used: ${message}. Create it, and make the server's user its owner.`)
  }
}

function makeKey(path: string): string {
  makeFolder(dirname(path))
  const temporary = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    const file = openSync(temporary, 'wx', privateFile)
    writeSync(file, `${randomBytes(32).toString('hex')}\n`)
    fsyncSync(file)
    closeSync(file)
    // A link instead of a rename: it fails if another process was faster, so no key is ever replaced.
    linkSync(temporary, path)
    syncFolder(dirname(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporary, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}

/** Makes the names in a folder survive a power cut; does nothing if the system cannot open folders. */
export function syncFolder(path: string): void {
  let folder: number
  try {
    folder = openSync(path, 'r')
  } catch {
    return
  }
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** The absolute path of the automatic backups' folder; null if there are none. */
export function backupFolder({ BACKUP_DIR, DATA_DIR, DATABASE_URL, KEEP_BACKUPS }: Settings): string | null {
  if (KEEP_BACKUPS === 0) return null
  if (BACKUP_DIR !== undefined) return resolve(BACKUP_DIR)
  return DATABASE_URL === undefined ? resolve(DATA_DIR, 'backups') : null
}

/** A name pattern of its own, so that other files in the folder stay. */
export function backupPath(folder: string, now: Date): string {
  return join(folder, `daily-${now.toISOString().slice(0, 19).replaceAll(':', '')}.zip`)
}

export interface DailyBackup {
  path: string
  bytes: number
  made: Date
}

/** Complete backups in the folder, oldest first. */
export async function listBackups(folder: string): Promise<DailyBackup[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^daily-[\dT-]+\.zip$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const { size, mtime } = await stat(path)
      return { path, bytes: size, made: mtime }
    }),
  )
}
