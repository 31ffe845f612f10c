/** Pixels of one square, for scanners and printers. */
const scale = 6
/** Squares of white around the code (ISO/IEC 18004). */
const quietZone = 4

/** A QR code of `text` as a PNG. */
export async function codePicture(text: string): Promise<Buffer> {
  const [{ default: encodeQR }, { default: sharp }] = await Promise.all([import('qr'), import('sharp')])
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: quietZone })
  const pixels = Uint8Array.from(rows.flat(), (dark) => (dark ? 0 : 255))
  const raw = { width: rows.length, height: rows.length, channels: 1 } as const
  const size = rows.length * scale
  // Grey costs a third of the time that colours cost.
  return sharp(pixels, { raw }).resize(size, size, { kernel: 'nearest' }).toColourspace('b-w').png().toBuffer()
}
