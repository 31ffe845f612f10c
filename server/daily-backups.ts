import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { backup } from '#server/admin/backup.ts'
import type { Context } from '#server/lib/context.ts'
import { openDatabase, sql, urlOf } from '#server/lib/postgres/database.ts'
import { backupFolder, backupPath, listBackups } from '#server/lib/settings/data-folder.ts'

/** "ruam" and two more, in bytes: locked while a process makes the backup of a day. */
export const backupLock = 0x7275616d_02
/** The space that must stay free beside a backup, in bytes: a full disk would stop the database. */
const spare = 500 * 1024 ** 2

/** Makes a backup in the configured folder, and deletes the oldest once it is complete. Throws one sentence, and deletes nothing,
 *  if another process is making one or there is not enough space. */
export async function makeDailyBackup(
  { settings, db, now }: Pick<Context, 'settings' | 'db' | 'now'>,
  freeIn: (folder: string) => Promise<number> = freeBytes,
): Promise<void> {
  const folder = backupFolder(settings)
  if (folder === null) return
  const url = settings.DATABASE_DIRECT_URL ?? urlOf(db)
  const database = openDatabase(url, 1, { longWork: true })
  try {
    // The lock belongs to the connection, which the pool keeps open, and ends with this process.
    const { taken } = await database.one<{ taken: boolean }>(sql`SELECT pg_try_advisory_lock(${backupLock}) AS taken`)
    // Returning would count as a backup made, and that of the other process may fail.
    if (!taken) throw new Error('No backup was made: another process is making one.')
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeUnfinished(folder)
      await refuseWithoutRoom(folder, await freeIn(folder))
      await backup({ ...settings, DATABASE_URL: url }, backupPath(folder, now()))
      const made = await listBackups(folder)
      for (const { path } of made.slice(0, -settings.KEEP_BACKUPS)) await rm(path, { force: true })
    } finally {
      // A closed connection keeps its lock until the database notices.
      await database.run(sql`SELECT pg_advisory_unlock(${backupLock})`)
    }
  } finally {
    await database.close()
  }
}

/** Files left incomplete by a killed process. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^daily-[\dT-]+\.zip\.part$/.test(name))
  for (const name of names) await rm(join(folder, name), { force: true })
}

async function refuseWithoutRoom(folder: string, free: number): Promise<void> {
  const last = (await listBackups(folder)).at(-1)
  // Half as much again as the last backup, for what has been added since.
  const needed = Math.ceil((last?.bytes ?? 0) * 1.5) + spare
  if (free >= needed) return
  const megabytes = (bytes: number) => Math.floor(bytes / 1024 ** 2)
  throw new Error(
    `No backup was made: ${folder} has ${megabytes(free)} MB to spare, and ${megabytes(needed)} MB are needed. The older ones stay.`,
  )
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
