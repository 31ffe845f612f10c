import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Sharp } from 'sharp'
import { imageMegapixels, imageSide, imageTooManyPixels, pictureWidths } from '#contract/pictures.ts'
import type { Pixels } from '#server/lib/codes/code-reader.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { Gate } from '#server/lib/jobs/gate.ts'
import { addJob } from '#server/lib/jobs/jobs.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { openPictureStore } from './picture-store.ts'
import type { Upload } from './uploads.ts'

const mostPixels = imageMegapixels * 1_000_000
const webp = { quality: 80 }
const largest = Math.max(...pictureWidths)
/** Greatest height of the largest width, in pixels: a strip of many screens is no picture, and WebP ends at 16,383. */
const tallest = 3 * largest
/** A large picture takes up to 150 MB while it is read, and every core; one that waits takes up to 5 MB. */
const gate = new Gate(1, 50, () => new AppError('pictures_busy', { retryAfter: 5 }), 10)
/** Milliseconds for one picture in all its widths: a few crafted megabytes can keep a decoder busy for minutes. */
const timeoutMs = 2_000

/** A JPEG or PNG in every width of the contract, re-encoded as WebP: turned upright, without its metadata. Throws
 *  `image_wrong_type` for other content, `image_unreadable` for what cannot be decoded or is too many pixels,
 *  `image_too_slow` for what is not done in time, `pictures_busy` where very many wait. */
export function encodeInTurn({ content, sender }: Upload): Promise<PictureFiles> {
  return gate.run(() => encode(content, timeoutMs), sender)
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
export function encode(content: Buffer, milliseconds: number): Promise<PictureFiles> {
  return inTime(milliseconds, async (timeLeft) => {
    // Decoded once; the smaller ones are made from the largest.
    const decoded = await decode(content, timeLeft)
    const files: PictureFiles = new Map()
    for (const width of pictureWidths) {
      const smaller = decoded.clone().timeout(timeLeft()).resize({ width, withoutEnlargement: true })
      files.set(width, await smaller.webp(webp).toBuffer())
    }
    return files
  })
}

/** A JPEG or PNG that only some may see, in one size, treated as `encodeInTurn` treats it, and in the same queue with the same
 *  refusals; `look` is shown its pixels in its turn, because very many pictures at once would not fit into memory. */
export function encodePrivateInTurn<T>(
  { content, sender }: Upload,
  look: (pixels: Pixels) => Promise<T>,
): Promise<{ file: Buffer; seen: T }> {
  return gate.run(async () => {
    const { file, pixels } = await inTime(timeoutMs, async (timeLeft) => {
      const decoded = (await decode(content, timeLeft)).flatten({ background: 'white' })
      const file = await decoded.clone().timeout(timeLeft()).webp(webp).toBuffer()
      const { data, info } = await decoded.raw().toBuffer({ resolveWithObject: true })
      return { file, pixels: { width: info.width, height: info.height, data } }
    })
    return { file, seen: await look(pixels) }
  }, sender)
}

/** What the library is given: it breaks off by itself, after whole seconds. */
type TimeLeft = () => { seconds: number }

async function inTime<T>(milliseconds: number, work: (timeLeft: TimeLeft) => Promise<T>): Promise<T> {
  const end = performance.now() + milliseconds
  const isOver = () => performance.now() > end
  try {
    return await work(() => {
      if (isOver()) throw new AppError('image_too_slow')
      return { seconds: Math.max(1, Math.ceil((end - performance.now()) / 1_000)) }
    })
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError(isOver() ? 'image_too_slow' : 'image_unreadable')
  }
}

/** The picture upright, at most `largest` wide, its pixels decoded. */
async function decode(content: Buffer, timeLeft: TimeLeft): Promise<Sharp> {
  // Loaded on first use: it costs a tenth of a second at start.
  const { default: sharp } = await import('sharp')
  await checkHead(content)
  const { data, info } = await sharp(content, { limitInputPixels: mostPixels, failOn: 'error' })
    .timeout(timeLeft())
    .autoOrient()
    .resize({ width: largest, height: tallest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}

/** How a JPEG begins, and a PNG with the first of its chunks. */
const beginning = /^(\xff\xd8\xff|\x89PNG\r\n.\n....IHDR)/s

/** Throws for what is no JPEG or PNG, or has too many pixels, before any of them is decoded: of a picture that is one pixel wide
 *  and millions high, some kilobytes take seconds. */
async function checkHead(content: Buffer): Promise<void> {
  if (!beginning.test(content.toString('latin1', 0, 16))) throw new AppError('image_wrong_type')
  const { default: sharp } = await import('sharp')
  const { width, height } = await sharp(content, { limitInputPixels: false }).metadata()
  if (width * height > mostPixels || Math.max(width, height) > imageSide) {
    throw new AppError('image_unreadable', { message: imageTooManyPixels })
  }
}

function fileName(name: string, width: number): string {
  return `${name}-${width}.webp`
}

function nameIn(address: string): string | null {
  return /^\/pictures\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d{1,5}\.webp$/.exec(address)?.[1] ?? null
}
