import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { openPictureStore } from '#server/lib/pictures/picture-store.ts'
import { backupFolder, listBackups } from '#server/lib/settings/data-folder.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { type Finding, fine, problem, reasonOf } from './finding.ts'

const about = 'disk'
const [megabyte, gigabyte] = [1024 ** 2, 1024 ** 3]
/** With less free space the operator should act, in bytes: the database needs some for its own maintenance. */
const enough = gigabyte
/** In hours: one night may be missed while the server is stopped. */
const oldestBackup = 50

/** The data folder's free space and permissions. */
export async function checkDisk({ DATA_DIR }: Settings): Promise<Finding[]> {
  const folder = resolve(DATA_DIR)
  try {
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    await probe(folder)
    return [
      free >= enough
        ? fine(about, `${folder} is writable, with ${inWords(free)} free.`)
        : problem(
            about,
            `${folder} has only ${inWords(free)} free. Free some space, or move DATA_DIR to a larger disk.`,
          ),
      ...(await checkKeys(join(folder, 'keys'))),
    ]
  } catch (error) {
    return [
      problem(about, `${folder} cannot be used: ${reasonOf(error)}. Create it, and make the server's user its owner.`),
    ]
  }
}

/** Throws if no file can be written there. */
async function probe(folder: string): Promise<void> {
  const file = join(folder, `.probe-${randomUUID()}`)
  await writeFile(file, '')
  await rm(file, { force: true })
}

/** Rounded down, so that it never reads as enough when it is not. */
export function inWords(bytes: number): string {
  return bytes < gigabyte ? `${Math.floor(bytes / megabyte)} MB` : `${Math.floor((10 * bytes) / gigabyte) / 10} GB`
}

/** Keys sign sessions and tickets: no other user of the machine may read them. */
async function checkKeys(folder: string): Promise<Finding[]> {
  const names = await readdir(folder).catch(() => [])
  const open: string[] = []
  for (const name of names) {
    if (((await stat(join(folder, name))).mode & 0o077) !== 0) open.push(join(folder, name))
  }
  if (open.length > 0)
    return [problem(about, `Other users of this machine can read ${open.join(', ')}. Run chmod 600 on each.`)]
  return names.length === 0 ? [] : [fine(about, `Only the server's user can read the keys in ${folder}.`)]
}

/** Whether automatic backups can be written and exist, and how old the last one is. */
export async function checkBackups(settings: Settings, now: Date): Promise<Finding> {
  const folder = backupFolder(settings)
  if (folder === null)
    return fine('backups', 'The server makes no automatic backups. Make your own, and store them elsewhere.')
  try {
    // The first backup makes the folder.
    await probe(existingPartOf(folder))
  } catch (error) {
    const remedy = "Make the server's user its owner, or correct BACKUP_DIR"
    return problem('backups', `${folder} cannot be written: ${reasonOf(error)}. ${remedy}.`)
  }
  const newest = (await listBackups(folder)).at(-1)
  // Neither a new folder nor a new installation can have a backup yet.
  const begun = Math.max(...(await Promise.all([folder, settings.DATA_DIR].map(createdAt))))
  const since = newest?.made.getTime() ?? (begun || now.getTime())
  const hours = Math.round((now.getTime() - since) / 3_600_000)
  if (newest === undefined) {
    return hours <= oldestBackup
      ? fine('backups', `There is no backup in ${folder} yet. The server makes one every night.`)
      : problem('backups', `There has been no backup in ${folder} for ${hours} hours. ${whereToLook}`)
  }
  return hours <= oldestBackup
    ? fine('backups', `The newest backup in ${folder} is ${hours} hours old. Store some on another machine too.`)
    : problem('backups', `The newest backup in ${folder} is ${hours} hours old. ${whereToLook}`)
}

const whereToLook = 'Look for "back_up" in the log, and check that the server runs.'

/** In milliseconds since 1970; 0 for a missing file, and on file systems that do not know. */
async function createdAt(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.birthtimeMs ?? 0
}

function existingPartOf(folder: string): string {
  return existsSync(folder) ? folder : existingPartOf(dirname(folder))
}

/** Writes, reads and deletes a small file, as for a picture. */
export async function checkPictures(settings: Settings): Promise<Finding[]> {
  // The store would create the folder, and `checkDisk` has already reported that it is missing.
  if (!settings.S3_ENDPOINT && !existsSync(settings.DATA_DIR)) return []
  const where = settings.S3_ENDPOINT
    ? `The bucket ${settings.S3_BUCKET} at ${settings.S3_ENDPOINT}`
    : 'The picture folder'
  const name = `probe-${randomUUID()}.webp`
  try {
    const store = openPictureStore(settings)
    await store.put(name, Buffer.from(name))
    const found = await store.get(name)
    const read = found === null ? '' : String(await buffer(found.content))
    await store.remove(name)
    if (read === name) return [fine('pictures', `${where} stores, returns and deletes files.`)]
    return [problem('pictures', `${where} does not return what it stored. Check its settings.`)]
  } catch (error) {
    const remedy = settings.S3_ENDPOINT ? 'Check the S3_ settings and the permissions of the key' : 'Look at its rights'
    return [problem('pictures', `${where} cannot be used: ${reasonOf(error)}. ${remedy}.`)]
  }
}
