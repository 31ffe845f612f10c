import { createRequire } from 'node:module'
import type { OutputInfo, OverlayOptions } from 'sharp'

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
export interface Letters {
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
