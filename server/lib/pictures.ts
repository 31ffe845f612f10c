import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pictureWidths } from '#contract/pictures.ts'
import type { Settings } from '../settings.ts'
import { AppError } from './app-error.ts'

const megapixels = 40
const webp = { quality: 80 }

/** Stores a JPEG or PNG in every width of the contract, re-encoded as WebP: turned upright, without its metadata.
 *  Returns the root-relative address of the largest. Throws for other content, and for what cannot be decoded. */
export async function savePicture(settings: Settings, content: Buffer): Promise<string> {
  // Loaded on first use: each costs a tenth of a second at start.
  const [{ fileTypeFromBuffer }, { default: sharp }] = await Promise.all([import('file-type'), import('sharp')])
  const kind = await fileTypeFromBuffer(content)
  if (kind?.mime !== 'image/jpeg' && kind?.mime !== 'image/png') throw new AppError('image_wrong_type')

  const folder = pictureFolder(settings)
  await mkdir(folder, { recursive: true })
  const name = randomUUID()
  try {
    const picture = sharp(content, { limitInputPixels: megapixels * 1_000_000, failOn: 'error' }).autoOrient()
    for (const width of pictureWidths) {
      const file = await picture.clone().resize({ width, withoutEnlargement: true }).webp(webp).toBuffer()
      await writeFile(path.join(folder, `${name}-${width}.webp`), file)
    }
  } catch (error) {
    await removeFiles(folder, name)
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error
    throw new AppError('image_unreadable')
  }
  return `/pictures/${name}-${Math.max(...pictureWidths)}.webp`
}

/** Removes a picture that `savePicture` stored, by its address. */
export async function removePicture(settings: Settings, address: string): Promise<void> {
  const name = /^\/pictures\/([0-9a-f-]{36})-\d+\.webp$/.exec(address)?.[1]
  if (name !== undefined) await removeFiles(pictureFolder(settings), name)
}

/** Where pictures are kept, as an absolute path. */
export function pictureFolder(settings: Settings): string {
  return path.resolve(settings.DATA_DIR, 'pictures')
}

async function removeFiles(folder: string, name: string) {
  await Promise.all(pictureWidths.map((width) => rm(path.join(folder, `${name}-${width}.webp`), { force: true })))
}
