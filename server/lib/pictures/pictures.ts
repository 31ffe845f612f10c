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
/** The greatest height at full width, in pixels. WebP's limit is 16,383. */
const tallest = 3 * largest
/** Reading a large picture takes up to 150 MB and every core; a waiting one takes up to 5 MB. */
const gate = new Gate(1, 50, () => new AppError('pictures_busy', { retryAfter: 5 }), 10)
/** Private pictures that are encoded and looked at together, each in up to 40 MB. */
const privateGate = new Gate(4, 50, () => new AppError('pictures_busy', { retryAfter: 5 }), 10)
/** Takes half the time, for a file that is a tenth larger. */
const privateWebp = { ...webp, effort: 2 }
/** Timeout for one picture in all widths, in milliseconds: a few crafted megabytes can keep a decoder busy for minutes. */
const timeoutMs = 2_000

/** A JPEG or PNG in all widths of the contract: upright, without metadata, as WebP. Throws `image_wrong_type` for other
 *  content, `image_unreadable` if it cannot be decoded or has too many pixels, `image_too_slow` after a timeout, and
 *  `pictures_busy` if too many are waiting. */
export function encodeInTurn({ content, sender }: Upload): Promise<PictureFiles> {
  return gate.run(() => encode(content, timeoutMs), sender)
}

/** A new root-relative URL for a picture: that of its largest width. */
export function newAddress(): string {
  return `/pictures/${fileName(randomUUID(), largest)}`
}

/** Stores a picture's files. Throws `unavailable` if the store does not respond. */
export async function storeFiles(settings: Settings, address: string, files: PictureFiles): Promise<void> {
  const name = nameIn(address) ?? ''
  const store = openPictureStore(settings)
  for (const [width, file] of files) await store.put(fileName(name, width), file)
}

/** A stored picture's files, to be stored again under another URL. Throws `picture_gone` if they no longer exist. */
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

/** Deletes a picture by its URL; ignores other URLs. */
export async function removePicture(settings: Settings, address: string): Promise<void> {
  const name = nameIn(address)
  if (name === null) return
  const store = openPictureStore(settings)
  await Promise.all(pictureWidths.map((width) => store.remove(fileName(name, width))))
}

/** Deletes a picture after the caller's transaction has committed, retrying until it succeeds. */
export async function discardPicture(tx: Db, address: string): Promise<void> {
  if (nameIn(address) !== null) await addJob(tx, 'remove_picture', { address })
}

/** Whether a file name can be that of a stored picture. */
export function isPictureFile(name: string): boolean {
  return nameIn(`/pictures/${name}`) !== null
}

/** A picture's files by width in pixels. */
type PictureFiles = Map<number, Buffer>

/** The picture in all widths, as WebP. Throws `image_too_slow` after `milliseconds`. */
export function encode(content: Buffer, milliseconds: number): Promise<PictureFiles> {
  return inTime(milliseconds, async (timeLeft) => {
    // Decoded once; smaller widths are made from the largest.
    const decoded = await decode(content, timeLeft)
    const files: PictureFiles = new Map()
    for (const width of pictureWidths) {
      const smaller = decoded.clone().timeout(timeLeft()).resize({ width, withoutEnlargement: true })
      files.set(width, await smaller.webp(webp).toBuffer())
    }
    return files
  })
}

/** A private JPEG or PNG in one size, handled like `encodeInTurn` and decoded in the same queue. `look` gets its pixels, beside
 *  only a few others, because the pixels of many pictures at once would not fit into memory. */
export function encodePrivateInTurn<T>(
  { content, sender }: Upload,
  look: (pixels: Pixels) => Promise<T>,
): Promise<{ file: Buffer; seen: T }> {
  return privateGate.run(async () => {
    const { picture, pixels } = await gate.run(
      () => inTime(timeoutMs, (timeLeft) => decodePixels(content, timeLeft)),
      sender,
    )
    const file = inTime(timeoutMs, (timeLeft) => picture.timeout(timeLeft()).webp(privateWebp).toBuffer())
    const [encoded, seen] = await Promise.all([file, look(pixels)])
    return { file: encoded, seen }
  }, sender)
}

async function decodePixels(content: Buffer, timeLeft: TimeLeft): Promise<{ picture: Sharp; pixels: Pixels }> {
  const picture = (await decode(content, timeLeft)).flatten({ background: 'white' })
  const { data, info } = await picture.clone().raw().toBuffer({ resolveWithObject: true })
  return { picture, pixels: { width: info.width, height: info.height, data } }
}

/** The library's own timeout, in whole seconds. */
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

/** The picture upright, at most `largest` pixels wide, decoded. */
async function decode(content: Buffer, timeLeft: TimeLeft): Promise<Sharp> {
  // Loaded on first use: it would add a tenth of a second to the start.
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

/** The first bytes of a JPEG, and of a PNG with its first chunk. */
const beginning = /^(\xff\xd8\xff|\x89PNG\r\n.\n....IHDR)/s

/** Throws for anything but a JPEG or PNG, and for too many pixels, before decoding any: a few kilobytes can hold a picture one
 *  pixel wide and millions high. */
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
