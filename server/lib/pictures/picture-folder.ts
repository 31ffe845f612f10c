import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Settings } from '#server/lib/settings/settings.ts'

/** Keeps files under names of our own making; it never sees a name that somebody typed. */
export interface PictureStore {
  put(name: string, content: Buffer): Promise<void>
  /** Null where there is no such file. */
  get(name: string): Promise<{ content: Readable; size: number } | null>
  /** Does nothing where there is no such file. */
  remove(name: string): Promise<void>
}

/** A folder in the data folder. */
export function openPictureFolder(settings: Settings): PictureStore {
  const folder = path.resolve(settings.DATA_DIR, 'pictures')
  return {
    async put(name, content) {
      await mkdir(folder, { recursive: true })
      await writeFile(path.join(folder, name), content)
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
