import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Settings } from '#server/lib/settings/settings.ts'

/** The folder of the backups that the server makes by itself, as an absolute path; null where it makes none. */
export function backupFolder({ BACKUP_DIR, DATA_DIR, DATABASE_URL, KEEP_BACKUPS }: Settings): string | null {
  if (KEEP_BACKUPS === 0) return null
  if (BACKUP_DIR !== undefined) return resolve(BACKUP_DIR)
  return DATABASE_URL === undefined ? resolve(DATA_DIR, 'backups') : null
}

/** A file of its own name for each, so that what the operator puts beside them stays. */
export function backupPath(folder: string, now: Date): string {
  return join(folder, `daily-${now.toISOString().slice(0, 19).replaceAll(':', '')}.zip`)
}

export interface DailyBackup {
  path: string
  bytes: number
  made: Date
}

/** The whole backups in the folder, the oldest first. */
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
