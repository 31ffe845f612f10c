import type { Locator } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'

/** Reads a QR code from a screenshot, as a phone's camera would. */
export async function readCode(code: Locator): Promise<string> {
  return readPicture(await code.screenshot())
}

/** Reads a QR code from a saved picture. */
export async function readPicture(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture)
    .resize({ width: 1_000, kernel: 'nearest' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ data, width: info.width, height: info.height }, { timeLimit: 1_000 })
}
