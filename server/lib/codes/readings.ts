import type { Brightness } from './decoding.ts'

/** The colours of a picture, three bytes for each pixel, row by row. */
export interface Pixels {
  width: number
  height: number
  data: Buffer
}

/** The brightness of a picture as it is, and then twice as large and sharpened, in which small and blurred codes are found
 *  (docs/decisions/077-payment-by-promptpay.md has the figures). Each is made when it is asked for. */
export async function* readings({ data, width, height }: Pixels): AsyncGenerator<Brightness> {
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
