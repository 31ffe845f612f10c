import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '#server/lib/errors/app-error.ts'
import { privateFile, privateFolder } from '#server/lib/settings/data-folder.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

/** Keeps files under names of our own making; it never sees a name that somebody typed. */
export interface PictureStore {
  put(name: string, content: Buffer): Promise<void>
  /** Null where there is no such file. */
  get(name: string): Promise<{ content: Readable; size: number } | null>
  /** Does nothing where there is no such file. */
  remove(name: string): Promise<void>
}

/** A folder in the data folder. What was put there outlives a power cut. Throws `unavailable` where it cannot be written. */
export function openPictureFolder(settings: Settings): PictureStore {
  const folder = path.resolve(settings.DATA_DIR, 'pictures')
  return {
    async put(name, content) {
      try {
        await mkdir(folder, { recursive: true, mode: privateFolder })
        await writeFile(path.join(folder, name), content, { mode: privateFile, flush: true })
        await sync(folder)
      } catch (error) {
        throw away(error)
      }
    },
    async get(name) {
      const file = await open(path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (file === null) return null
      return { content: file.createReadStream(), size: (await file.stat()).size }
    },
    async remove(name) {
      await rm(path.join(folder, name), { force: true })
    },
  }
}

/** The name of a new file is the folder's, which is written by itself. */
async function sync(folder: string): Promise<void> {
  // Not every system opens folders, and those that do not need no more.
  const handle = await open(folder).catch(() => null)
  await handle?.sync().finally(() => handle.close())
}

/** A store that cannot be used now: the disk is full, the network is down. */
export function away(cause: unknown): AppError {
  const refusal = new AppError('unavailable')
  refusal.cause = cause
  return refusal
}
