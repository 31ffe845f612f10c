import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { backup } from '#server/admin/backup.ts'
import type { Context } from '#server/lib/context.ts'
import { backupFolder, backupPath, listBackups } from '#server/lib/operation/backup-folder.ts'
import { openDatabase, sql, urlOf } from '#server/lib/postgres/database.ts'

/** "ruam" and two more, in bytes: held while a process makes the backup of a day. */
export const backupLock = 0x7275616d_02
/** What must stay free beside a backup, in bytes: a full disk would stop the database. */
const spare = 500 * 1024 ** 2

/**
 * Makes a backup in the folder of the settings, and removes the oldest once it is whole. Does nothing where another process is
 * at it. Throws one sentence where there is not enough room, and then every backup stays.
 */
export async function makeDailyBackup(
  { settings, db, now }: Pick<Context, 'settings' | 'db' | 'now'>,
  freeIn: (folder: string) => Promise<number> = freeBytes,
): Promise<void> {
  const folder = backupFolder(settings)
  if (folder === null) return
  const url = settings.DATABASE_DIRECT_URL ?? urlOf(db)
  const database = openDatabase(url, 1, { longWork: true })
  try {
    // The lock is the connection's, which the pool keeps, and is gone with this process.
    const { taken } = await database.one<{ taken: boolean }>(sql`SELECT pg_try_advisory_lock(${backupLock}) AS taken`)
    if (!taken) return
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeUnfinished(folder)
      await refuseWithoutRoom(folder, await freeIn(folder))
      await backup({ ...settings, DATABASE_URL: url }, backupPath(folder, now()))
      const made = await listBackups(folder)
      for (const { path } of made.slice(0, -settings.KEEP_BACKUPS)) await rm(path, { force: true })
    } finally {
      // A connection that is closed keeps its lock until the database has noticed.
      await database.run(sql`SELECT pg_advisory_unlock(${backupLock})`)
    }
  } finally {
    await database.close()
  }
}

/** What a killed process had begun. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^daily-[\dT-]+\.zip\.part$/.test(name))
  for (const name of names) await rm(join(folder, name), { force: true })
}

async function refuseWithoutRoom(folder: string, free: number): Promise<void> {
  const last = (await listBackups(folder)).at(-1)
  // Half as much again as the last one, for what came in the meantime.
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
