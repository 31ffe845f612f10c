/** The thread that reads codes. A picture that keeps the decoder busy delays only the pictures behind it. */
import decodeQR from 'qr/decode.js'
import { serve } from '#server/lib/threads/threads.ts'

/** One byte per pixel, row by row. */
export interface Brightness {
  width: number
  height: number
  data: Uint8Array
}

/** Time for attempts after the first, in milliseconds. */
const timeLimit = 50

/** The text of the code in a picture; null if none can be read. */
function decode({ width, height, data }: Brightness): string | null {
  try {
    // For a planar format whose first plane is the brightness, the decoder reads nothing else.
    return decodeQR({ width, height, data }, { format: 'I420', timeLimit })
  } catch {
    return null
  }
}

serve(decode)
