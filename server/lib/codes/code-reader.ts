import { openThreads } from '#server/lib/threads/threads.ts'
import type { Brightness } from './decoding.ts'
import { type Pixels, readings } from './readings.ts'

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
