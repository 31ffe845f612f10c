import decodeQR from 'qr/decode.js'

/** The brightness of a picture, a byte for each pixel, row by row. */
export interface Brightness {
  width: number
  height: number
  data: Uint8Array
}

/** Milliseconds for attempts beyond the plain one. */
const timeLimit = 200

/** What the code in a picture says; null where none can be read. */
export function decode({ width, height, data }: Brightness): string | null {
  try {
    // Of a format whose first plane is the brightness the decoder reads nothing else.
    return decodeQR({ width, height, data }, { format: 'I420', timeLimit })
  } catch {
    return null
  }
}
