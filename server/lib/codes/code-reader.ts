import { availableParallelism } from 'node:os'
import { openThreads } from '#server/lib/threads/threads.ts'
import type { Brightness } from './thread.ts'

export interface CodeReader {
  /** The text of the QR code in a picture. Null if there is none, it cannot be read, or reading it takes too long. */
  read(pixels: Pixels): Promise<string | null>
  close(): Promise<void>
}

interface Options {
  /** Timeout for one picture, in milliseconds. */
  timeoutMs?: number
}

/** Length of the queue, in pictures. */
const queue = 50

/** Reads codes in threads of their own, each started on first use. */
export function openCodeReader({ timeoutMs = 1_500 }: Options = {}): CodeReader {
  const reading = openThreads<Brightness, string | null>({
    program: './codes.js',
    source: new URL('./thread.ts', import.meta.url),
    threads: Math.min(4, availableParallelism()),
    timeoutMs,
    // No second attempt after a timeout: a person checks the slip anyway, and others are waiting.
    attempts: 1,
    queue,
    busy: (why) => new Error(why),
  })
  return {
    async read(pixels) {
      for await (const brightness of readings(pixels)) {
        const done = await reading.run(brightness).catch(() => null)
        if (done === null || done.answer !== null) return done?.answer ?? null
      }
      return null
    },
    close: reading.close,
  }
}

/** Three bytes per pixel, row by row. */
export interface Pixels {
  width: number
  height: number
  data: Buffer
}

/** The brightness of a picture, first as it is, then sharpened for blurred codes (counted by `npm run bench:slips`). Computed
 *  on demand. */
async function* readings({ data, width, height }: Pixels): AsyncGenerator<Brightness> {
  // Loaded on first use: it would add a tenth of a second to the start.
  const { default: sharp } = await import('sharp')
  const plain = await sharp(data, { raw: { width, height, channels: 3 } })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  yield { data: plain, width, height }
  const sharpened = sharp(plain, { raw: { width, height, channels: 1 } }).convolve(unsharpMask)
  yield { data: await sharpened.toColourspace('b-w').raw().toBuffer(), width, height }
}

const unsharpMask = makeUnsharpMask(1.5, 5)

/** A kernel that subtracts `strength` times the Gaussian mean of `sigma` pixels around each pixel, and adds as much of the pixel
 *  itself. Ten times faster than the library's own sharpening. */
function makeUnsharpMask(sigma: number, strength: number) {
  const reach = [-3, -2, -1, 0, 1, 2, 3]
  const weights = reach.flatMap((y) => reach.map((x) => Math.exp(-(x * x + y * y) / (2 * sigma * sigma))))
  const sum = weights.reduce((one, other) => one + other)
  const scale = 1_000
  const middle = Math.floor(weights.length / 2)
  const own = (place: number) => (place === middle ? 1 + strength : 0)
  const kernel = weights.map((weight, place) => Math.round(scale * (own(place) - (strength * weight) / sum)))
  return { width: reach.length, height: reach.length, kernel, scale }
}
