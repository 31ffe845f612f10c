import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { imageMegapixels, imageTypes, pictureWidths } from '#contract/pictures.ts'
import type { Pixels } from '#server/lib/codes/readings.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { Gate } from '#server/lib/jobs/gate.ts'
import { addJob } from '#server/lib/jobs/jobs.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { openPictureStore } from './picture-store.ts'

const webp = { quality: 80 }
const largest = Math.max(...pictureWidths)
/** Greatest height of the largest width, in pixels: a strip of many screens is no picture, and WebP ends at 16,383. */
const tallest = 3 * largest
/** A large picture takes up to 150 MB while it is read, and every core; one that waits takes up to 5 MB. */
const gate = new Gate(1, 50, () => new AppError('pictures_busy', { retryAfter: 5 }))
/** How long one picture may take in all its widths, in milliseconds: a few crafted megabytes can keep a decoder busy
 *  for minutes. */
const timeoutMs = 20_000

/** A JPEG or PNG in every width of the contract, re-encoded as WebP: turned upright, without its metadata. Throws
 *  `image_wrong_type` for other content, `image_unreadable` for what cannot be decoded or is too many pixels,
 *  `image_too_slow` for what is not done in time, `pictures_busy` where very many wait. */
export function encodeInTurn(content: Buffer): Promise<PictureFiles> {
  return gate.run(() => encode(content, timeoutMs))
}

/** A root-relative address that no picture has yet: that of its largest width. */
export function newAddress(): string {
  return `/pictures/${fileName(randomUUID(), largest)}`
}

/** Writes the files of a picture to the store. Throws `unavailable` where the store does not answer. */
export async function storeFiles(settings: Settings, address: string, files: PictureFiles): Promise<void> {
  const name = nameIn(address) ?? ''
  const store = openPictureStore(settings)
  for (const [width, file] of files) await store.put(fileName(name, width), file)
}

/** The files of a stored picture, to be stored once more under another address. Throws `picture_gone` where the store does
 *  not have them. */
export async function filesOf(settings: Settings, address: string): Promise<PictureFiles> {
  const name = nameIn(address)
  const store = openPictureStore(settings)
  const files: PictureFiles = new Map()
  for (const width of pictureWidths) {
    const file = name === null ? null : await store.get(fileName(name, width))
    if (file === null) throw new AppError('picture_gone')
    files.set(width, await buffer(file.content))
  }
  return files
}

/** Removes a picture by its address; other addresses are none of ours. */
export async function removePicture(settings: Settings, address: string): Promise<void> {
  const name = nameIn(address)
  if (name === null) return
  const store = openPictureStore(settings)
  await Promise.all(pictureWidths.map((width) => store.remove(fileName(name, width))))
}

/** Has a picture removed once the caller's transaction has committed, tried again until it has worked. */
export async function discardPicture(tx: Db, address: string): Promise<void> {
  if (nameIn(address) !== null) await addJob(tx, 'remove_picture', { address })
}

/** Whether a file name may be that of a stored picture. */
export function isPictureFile(name: string): boolean {
  return nameIn(`/pictures/${name}`) !== null
}

/** The files of a picture by their width in pixels. */
type PictureFiles = Map<number, Buffer>

/** The picture in every width, as WebP. Throws `image_too_slow` when that takes longer than `milliseconds`. */
export async function encode(content: Buffer, milliseconds: number): Promise<PictureFiles> {
  // Loaded on first use: each costs a tenth of a second at start.
  const { default: sharp } = await import('sharp')
  await checkType(content)

  const end = performance.now() + milliseconds
  // The library breaks off by itself, after whole seconds.
  const timeLeft = () => ({ seconds: Math.max(1, Math.ceil((end - performance.now()) / 1000)) })
  try {
    // Decoded once; the smaller ones are made from the largest.
    const { data, info } = await sharp(content, input)
      .timeout(timeLeft())
      .autoOrient()
      .resize({ width: largest, height: tallest, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const files: PictureFiles = new Map()
    for (const width of pictureWidths) {
      if (performance.now() > end) throw new AppError('image_too_slow')
      const smaller = sharp(data, { raw }).timeout(timeLeft()).resize({ width, withoutEnlargement: true })
      files.set(width, await smaller.webp(webp).toBuffer())
    }
    return files
  } catch {
    throw new AppError(performance.now() > end ? 'image_too_slow' : 'image_unreadable')
  }
}

/** A JPEG or PNG that only some may see, in one size, treated as `encodeInTurn` treats it, and in the same turn with the same
 *  refusals; `look` is shown its pixels in that turn, because very many pictures at once would not fit into memory. */
export function encodePrivateInTurn<T>(
  content: Buffer,
  look: (pixels: Pixels) => Promise<T>,
): Promise<{ file: Buffer; seen: T }> {
  return gate.run(async () => {
    const { file, pixels } = await encodePrivate(content, timeoutMs)
    return { file, seen: await look(pixels) }
  })
}

async function encodePrivate(content: Buffer, milliseconds: number): Promise<{ file: Buffer; pixels: Pixels }> {
  const { default: sharp } = await import('sharp')
  await checkType(content)
  const end = performance.now() + milliseconds
  const timeout = { seconds: milliseconds / 1_000 }
  try {
    const { data, info } = await sharp(content, input)
      .timeout(timeout)
      .autoOrient()
      .resize({ width: largest, height: tallest, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const file = await sharp(data, { raw: { width, height, channels } }).timeout(timeout).webp(webp).toBuffer()
    return { file, pixels: { width, height, data } }
  } catch {
    throw new AppError(performance.now() > end ? 'image_too_slow' : 'image_unreadable')
  }
}

const input = { limitInputPixels: imageMegapixels * 1_000_000, failOn: 'error' } as const

async function checkType(content: Buffer): Promise<void> {
  const { fileTypeFromBuffer } = await import('file-type')
  const kind = await fileTypeFromBuffer(content)
  if (!imageTypes.some((type) => type === kind?.mime)) throw new AppError('image_wrong_type')
}

function fileName(name: string, width: number): string {
  return `${name}-${width}.webp`
}

function nameIn(address: string): string | null {
  return /^\/pictures\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d{1,5}\.webp$/.exec(address)?.[1] ?? null
}
