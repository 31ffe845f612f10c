import type { Locator } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'

/** Reads a QR code off the screen as a phone's camera would, including its quiet zone. */
export async function readCode(code: Locator): Promise<string> {
  return readPicture(await code.locator('xpath=..').screenshot())
}

/** The same of a picture that was saved. */
export async function readPicture(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture)
    .resize({ width: 1_000, kernel: 'nearest' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ data, width: info.width, height: info.height }, { timeLimit: 1_000 })
}
