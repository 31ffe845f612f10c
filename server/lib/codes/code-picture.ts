import { crc32, deflateSync } from 'node:zlib'

/** Width of one square of the code in pixels, enough for scanners and printers. */
const scale = 6
/** Width of the white border around the code in squares (ISO/IEC 18004). */
const quietZone = 4

/** A 1 kB window and little memory for searching it: lines repeat after a few dozen bytes. */
const compression = { level: 6, windowBits: 10, memLevel: 5 }

/** A QR code of `text` as a PNG (RFC 2083) with one bit per pixel. Written by hand because sharp's palette PNG of the same
 *  code is ten times as large and slow, and a rush mails twenty thousand. */
export async function codePicture(text: string): Promise<Buffer> {
  const { default: encodeQR } = await import('qr')
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: quietZone })
  const size = rows.length * scale
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.writeUInt8(1, 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines(rows, size), compression)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The pixel rows, each after its filter byte. Set bits are white. */
function lines(rows: boolean[][], size: number): Buffer {
  const length = 1 + Math.ceil(size / 8)
  const all = Buffer.alloc(length * size)
  rows.forEach((row, n) => {
    const first = all.subarray(n * scale * length)
    row.forEach((isDark, column) => {
      if (isDark) return
      for (let x = column * scale; x < (column + 1) * scale; x++) {
        const at = 1 + (x >> 3)
        first[at] = (first[at] ?? 0) | (0x80 >> (x & 7))
      }
    })
    // The other rows of a square equal the row above, which filter 2 writes as zeros.
    for (let line = 1; line < scale; line++) first[line * length] = 2
  })
  return all
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
