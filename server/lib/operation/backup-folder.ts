import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Settings } from '#server/lib/settings/settings.ts'

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
