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

/** Reads codes in a thread of its own, started on first use. */
export function openCodeReader({ timeoutMs = 1_500 }: Options = {}): CodeReader {
  const reading = openThreads<Brightness, string | null>({
    program: './codes.js',
    source: new URL('./thread.ts', import.meta.url),
    threads: 1,
    timeoutMs,
    // No second attempt after a timeout: people look at the picture anyway, and others are waiting.
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

/** The brightness of a picture, first as it is, then enlarged twice and sharpened, which reveals small and blurred codes
 *  (figures in docs/decisions/077-payment-by-promptpay.md). Each is computed on demand. */
async function* readings({ data, width, height }: Pixels): AsyncGenerator<Brightness> {
  // Loaded on first use: it would add a tenth of a second to the start.
  const { default: sharp } = await import('sharp')
  const plain = sharp(data, { raw: { width, height, channels: 3 } }).toColourspace('b-w')
  const sharpened = plain
    .clone()
    .resize({ width: width * 2 })
    .sharpen({ sigma: 3, m1: 3, m2: 3 })
  for (const reading of [plain, sharpened]) {
    const { data, info } = await reading.raw().toBuffer({ resolveWithObject: true })
    yield { data, width: info.width, height: info.height }
  }
}
