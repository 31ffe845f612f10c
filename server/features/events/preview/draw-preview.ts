import { createRequire } from 'node:module'
import type { OutputInfo, OverlayOptions } from 'sharp'
import { fullDate } from '#contract/dates.ts'
import { type Cover, coverOf, coverSize, type Paint } from '#contract/events/cover.ts'
import { previewSize } from '#contract/events/event-links.ts'
import { placeText } from '#contract/events/event-place.ts'
import type { Category, Event } from '#contract/events/events.ts'
import type { Language } from '#contract/language/languages.ts'

export type PreviewedEvent = Pick<
  Event,
  | 'id'
  | 'version'
  | 'event_name'
  | 'category'
  | 'event_image'
  | 'start_date_event'
  | 'is_online'
  | 'place_to_be_announced'
  | 'address'
>

interface Drawing {
  /** A picture of any size. */
  background: Buffer
  title: string
  lines: string[]
}

const { width, height } = previewSize
const margin = 64
const room = width - 2 * margin
const gap = 22
/** Prefers one line, so that no short word is left alone. Size and lines. */
const titleSizes: [number, number][] = [
  [84, 1],
  [72, 1],
  [72, 2],
  [60, 3],
  [50, 3],
]
/** In whole seconds; a picture takes 0.1 s. */
const timeout = { seconds: 10 }
const longestLine = 70

/** The event's image or drawn cover, with name, date and place. */
export function drawEvent(event: PreviewedEvent, image: Buffer | null, language: Language): Promise<Buffer> {
  return draw({
    background: image ?? cover(event.id, event.category),
    title: event.event_name,
    lines: [fullDate(event.start_date_event, language), placeText(event, language)],
  })
}

/** For pages without a picture of their own. */
export function drawSite(brand: string, tagline: string): Promise<Buffer> {
  return draw({ background: cover(1, 'OTHER'), title: brand, lines: [tagline] })
}

function cover(id: number, category: Category): Buffer {
  return Buffer.from(drawCover(id, category))
}

/** A JPEG of `previewSize` with a shade behind the letters. */
async function draw({ background, title, lines }: Drawing): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const texts = [
    await letters(title, { width: room, sizes: titleSizes }),
    ...(await Promise.all(lines.map(shortened).filter(Boolean).map(line))),
  ]
  const tall = texts.reduce((sum, text) => sum + text.height + gap, margin - gap)
  let top = height - tall
  const overlays = texts.map((text) => {
    const overlay = { ...text.overlay, left: margin, top }
    top += text.height + gap
    return overlay
  })
  return sharp(background)
    .timeout(timeout)
    .resize({ width, height, fit: 'cover' })
    .flatten({ background: '#1b1821' })
    .toColourspace('srgb')
    .composite([{ input: shade(tall) }, ...overlays])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
}

function line(text: string): Promise<Letters> {
  return letters(text, { width: room, sizes: [[36, 2]] })
}

/** An address may be as long as a paragraph. */
function shortened(text: string): string {
  const signs = Array.from(graphemes.segment(text.replace(/\s+/g, ' ').trim()), ({ segment }) => segment)
  return signs.length <= longestLine ? signs.join('') : `${signs.slice(0, longestLine).join('').trimEnd()}…`
}

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** A dark gradient behind the letters. */
function shade(tall: number): Buffer {
  const edge = 100
  const top = height - tall - edge
  const full = Math.round((edge / (tall + edge)) * 100)
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      '<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#000" stop-opacity="0"/>' +
      `<stop offset="${full}%" stop-color="#000" stop-opacity=".58"/><stop offset="1" stop-color="#000" stop-opacity=".72"/>` +
      `</linearGradient></defs><rect y="${top}" width="${width}" height="${tall + edge}" fill="url(#s)"/></svg>`,
  )
}

/** Pixels. */
const coverPixels = { width: 1280, height: 720 }

/** The visitor colours of `web/theme.css`, in hex so that every SVG renderer knows them. */
const blue = { deep: '#1f2a74', vivid: '#3f5bd8', pale: '#d5ddf9' }
const purple = { deep: '#451a73', vivid: '#8a3ddc', pale: '#e6d7fa' }
const spark = '#f7b955'

/** The same as the classes in `web/covers.css`. */
const tones: Record<Paint, string>[] = [
  { ground: blue.deep, near: blue.vivid, far: purple.vivid, plate: blue.pale, sign: blue.deep, spark },
  { ground: purple.pale, near: purple.vivid, far: blue.vivid, plate: purple.deep, sign: purple.pale, spark },
  { ground: blue.vivid, near: blue.deep, far: blue.pale, plate: purple.deep, sign: purple.pale, spark },
  { ground: purple.deep, near: purple.vivid, far: blue.vivid, plate: spark, sign: purple.deep, spark: purple.pale },
  { ground: blue.pale, near: blue.vivid, far: purple.vivid, plate: blue.deep, sign: blue.pale, spark },
  { ground: purple.vivid, near: purple.deep, far: purple.pale, plate: blue.deep, sign: blue.pale, spark },
]

/** The cover as SVG, without the letter: the title is drawn over it. */
export function drawCover(eventId: number, category: Category): string {
  const { tone, parts } = coverOf({ id: eventId, category, event_name: '' })
  const colours = tones[tone] ?? tones[0]
  const path = ([paint, d]: Cover['parts'][number]) => `<path fill="${colours?.[paint]}" d="${d}"/>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${coverSize.width} ${coverSize.height}"`,
    ` width="${coverPixels.width}" height="${coverPixels.height}">`,
    `<rect width="${coverSize.width}" height="${coverSize.height}" fill="${colours?.ground}"/>`,
    ...parts.map(path),
    '</svg>',
  ].join('')
}

/** Fonts from npm only, so that pictures look the same on every machine: Thai and Latin letters, and emoji in one colour.
 *  These must be whole TrueType files; the web's fonts are split into subsets. */
const fontFiles = [
  '@expo-google-fonts/noto-emoji/600SemiBold/NotoEmoji_600SemiBold.ttf',
  '@expo-google-fonts/anuphan/600SemiBold/Anuphan_600SemiBold.ttf',
]
const font = (size: number) => `Anuphan, Noto Emoji Semi-Bold ${size}`
/** At 72 dpi a point is a pixel. */
const dpi = 72

/** A text as a transparent picture. */
interface Letters {
  width: number
  height: number
  /** An overlay for sharp's `composite`. */
  overlay: OverlayOptions
}

/** The first size at which the text fits is used: line width and letter height in pixels, and the number of lines. Text that
 *  fits none is scaled down. */
interface Room {
  width: number
  sizes: [size: number, lines: number][]
}

/** Line height relative to letter size, with room for Thai vowels and tone marks. */
const lineHeight = 1.6

/** The text in white letters, with lines broken between words, also in Thai. */
export async function letters(text: string, { width, sizes }: Room): Promise<Letters> {
  const { default: sharp } = await import('sharp')
  await loadFonts()
  let drawn: Drawn | null = null
  let height = 0
  for (const [size, lines] of sizes) {
    height = Math.floor(size * lines * lineHeight)
    const lettering = { text: markup(text), font: font(size), width, wrap: 'word-char', rgba: true, dpi } as const
    drawn = await sharp({ text: lettering }).raw().toBuffer({ resolveWithObject: true })
    if (drawn.info.width <= width && drawn.info.height <= height) return lettersOf(drawn)
  }
  if (drawn === null) throw new Error('Letters need a size.')
  const smaller = sharp(drawn.data, { raw: rawOf(drawn.info) }).resize({ width, height, fit: 'inside' })
  return lettersOf(await smaller.raw().toBuffer({ resolveWithObject: true }))
}

interface Drawn {
  data: Buffer
  info: OutputInfo
}

function lettersOf({ data, info }: Drawn): Letters {
  return { width: info.width, height: info.height, overlay: { input: data, raw: rawOf(info) } }
}

/** Once a font file has been used, the whole process knows its family. */
let loaded: Promise<void> | null = null
function loadFonts(): Promise<void> {
  loaded ??= readFonts()
  return loaded
}

async function readFonts(): Promise<void> {
  const { default: sharp } = await import('sharp')
  const { resolve } = createRequire(import.meta.url)
  for (const file of fontFiles) {
    await sharp({ text: { text: 'a', font: font(8), fontfile: resolve(file), dpi } }).toBuffer()
  }
}

const words = new Intl.Segmenter('th', { granularity: 'word' })
/** Two words without a space between them where a line may break, except before a mark that repeats or abbreviates. */
const thaiSeam = /[\u0E00-\u0E7F]\u200B(?=[\u0E00-\u0E7F])(?![ๆฯ])/

/** Pango markup with line break opportunities after Thai words, which Pango does not find itself. */
export function markup(text: string): string {
  const parts = Array.from(words.segment(text), ({ segment }) => segment)
  const broken = parts.reduce((before, part) => {
    const joined = `${before.slice(-1)}\u200B${part.slice(0, 1)}`
    return thaiSeam.test(joined) ? `${before}\u200B${part}` : before + part
  }, '')
  const escaped = broken.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<span foreground="white" insert_hyphens="no">${escaped}</span>`
}

function rawOf({ width, height, channels }: { width: number; height: number; channels: 1 | 2 | 3 | 4 }) {
  return { width, height, channels }
}
