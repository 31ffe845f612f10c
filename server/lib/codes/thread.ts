/** The thread in which codes are looked for: a picture that keeps the decoder busy holds up nobody but the pictures behind it. */
import decodeQR from 'qr/decode.js'
import { serve } from '#server/lib/threads/serve.ts'

/** The brightness of a picture, a byte for each pixel, row by row. */
export interface Brightness {
  width: number
  height: number
  data: Uint8Array
}

/** Milliseconds for attempts beyond the plain one. */
const timeLimit = 200

/** What the code in a picture says; null where none can be read. */
function decode({ width, height, data }: Brightness): string | null {
  try {
    // Of a format whose first plane is the brightness the decoder reads nothing else.
    return decodeQR({ width, height, data }, { format: 'I420', timeLimit })
  } catch {
    return null
  }
}

serve(decode)
