import { openThreads } from '#server/lib/threads/threads.ts'
import type { Brightness } from './thread.ts'

export interface CodeReader {
  /** What the QR code in a picture says. Null where there is none, where it cannot be read, and where reading it takes too long or
   *  ends the thread. */
  read(pixels: Pixels): Promise<string | null>
  close(): Promise<void>
}

interface Options {
  /** Milliseconds that one reading of a picture may take. */
  timeoutMs?: number
}

/** Pictures that may wait to be read. */
const queue = 50

/** Reads codes in a thread of its own, which is started when it is first needed. */
export function openCodeReader({ timeoutMs = 1_500 }: Options = {}): CodeReader {
  const reading = openThreads<Brightness, string | null>({
    program: './codes.js',
    source: new URL('./thread.ts', import.meta.url),
    threads: 1,
    timeoutMs,
    // A picture that was cut off once is for people's eyes: another attempt would keep those behind it waiting.
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

/** The colours of a picture, three bytes for each pixel, row by row. */
export interface Pixels {
  width: number
  height: number
  data: Buffer
}

/** The brightness of a picture as it is, and then twice as large and sharpened, in which small and blurred codes are found
 *  (docs/decisions/077-payment-by-promptpay.md has the figures). Each is made when it is asked for. */
async function* readings({ data, width, height }: Pixels): AsyncGenerator<Brightness> {
  // Loaded on first use: it costs a tenth of a second at start.
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
